import type { RecordSchema } from '../../nodes/MarketplaceHub/api/schemas/reads/recordSchema.ts';
import { meaningOf } from './fieldMeanings.mts';
import { code } from './markdown.mts';

type Fields = Readonly<Record<string, RecordSchema>>;

/** The fields of a record, nested ones by their path, with type, meaning and an example. */
export function outputRows(fields: Fields, kind = '', at = ''): string[][] {
	return Object.entries(fields).flatMap(([name, schema]) => {
		const path = `${at}${name}`;
		if (typeof schema === 'string') return [rowOf(path, schema, kind)];
		if (!Array.isArray(schema)) return outputRows(schema as Fields, kind, `${path}.`);
		const entry = (schema as RecordSchema[])[0];
		return typeof entry === 'string' || entry === undefined
			? [rowOf(path, `list of ${entry ?? 'anything'}`, kind)]
			: outputRows(entry as Fields, kind, `${path}[].`);
	});
}

function rowOf(path: string, type: string, kind: string): string[] {
	const [meaning, example] = meaningOf(path, kind);
	return [code(path), meaning, type, code(example)];
}
