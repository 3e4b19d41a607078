import get from 'lodash/get';
import has from 'lodash/has';
import { plainName } from '../../api/schemas/columns/columnNames';
import type { Values } from '../../api/schemas/fields';

/**
 * Finds a column in rows by its name: the column of that very name, else the only column whose name differs in case,
 * accents, blanks and signs, else the nested field at that path. Rows may have different columns.
 */
export class ColumnFinder {
	private readonly wanted: string;
	private readonly plainNames = new Map<string, string>();

	constructor(private readonly column: string) {
		this.wanted = plainName(column);
	}

	/** The name of the column in a row; undefined where it has none, or several that mean the same. */
	nameIn(row: Values): string | undefined {
		if (Object.hasOwn(row, this.column)) return this.column;
		const meant = this.meantIn(row);
		return meant.length === 1 ? meant[0] : undefined;
	}

	/** The columns that a row has in place of the wanted one, where none of them can be taken for it. */
	ambiguousIn(row: Values): string[] {
		const meant = Object.hasOwn(row, this.column) ? [] : this.meantIn(row);
		return meant.length > 1 ? meant : [];
	}

	/** A name of signs alone means nothing but itself. */
	private meantIn(row: Values): string[] {
		if (this.wanted === '') return [];
		return Object.keys(row).filter((name) => this.plain(name) === this.wanted);
	}

	valueIn(row: Values): unknown {
		const name = this.nameIn(row);
		if (name !== undefined) return row[name];
		// `get` alone finds the properties of every object, such as `constructor`
		return has(row, this.column) ? get(row, this.column) : undefined;
	}

	private plain(name: string): string {
		const known = this.plainNames.get(name);
		if (known !== undefined) return known;
		const plain = plainName(name);
		this.plainNames.set(name, plain);
		return plain;
	}
}
