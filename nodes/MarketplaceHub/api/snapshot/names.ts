import { eachWithPauses } from '../async';
import { channelOf, type Identity, skuOf, withSku } from '../rows/row';
import { plainId, plainIdText } from '../values/ids';
import type { ListRow } from './snapshot';

/**
 * An ID in a form that is the same for all its spellings. It lacks the marks of a spreadsheet:
 * quotes, the `=` of a formula, the decimals of a number and what separates its groups of digits, and
 * invisible characters. All blanks are alike, and all dashes. `plainId` drops upper case and leading zeros.
 */
export const spelling = (id: unknown): string =>
	plainId(
		plainIdText(
			String(id)
				.replace(/\s+/gu, ' ')
				.replace(/[\p{Pd}\u2212]/gu, '-')
				.replace(/[\p{Cc}\p{Cf}\p{Pi}\p{Pf}"'`´′″„‚]/gu, '')
				.trim()
				.replace(/^= ?/, ''),
		),
	);

/** One key for all spellings of a SKU and a channel. */
const spellingOf = (identity: Identity): string =>
	[skuOf(identity), channelOf(identity)].map(spelling).join('|');

/** The names in all rows of the list, also in rows that break a rule: by key and by spelling. */
export class Names {
	private readonly keys = new Set<string>();
	private readonly bySpelling = new Map<string, ListRow>();
	private readonly productsOfNamed = new Set<string>();

	static async of(rows: Iterable<ListRow>): Promise<Names> {
		const names = new Names();
		await eachWithPauses(rows, (row) => {
			if (row.key !== '') names.add(row);
		});
		return names;
	}

	private add(row: ListRow): void {
		const { key, identity, ofProduct } = row;
		if (ofProduct !== undefined) this.productsOfNamed.add(spellingOf(withSku(identity, ofProduct)));
		if (this.keys.has(key)) return;
		this.keys.add(key);
		const spelled = spellingOf(identity);
		if (!this.bySpelling.has(spelled)) this.bySpelling.set(spelled, row);
	}

	/** Whether a row names the entry in exactly this spelling. */
	has(key: string): boolean {
		return this.keys.has(key);
	}

	/** The first row that names this entry in any spelling. */
	alike(identity: Identity): ListRow | undefined {
		return this.bySpelling.get(spellingOf(identity));
	}

	/** Whether a row names a variation and gives this as its product, in any spelling. */
	hasVariationOf(product: Identity): boolean {
		return this.productsOfNamed.has(spellingOf(product));
	}
}
