import { channelOf, type Entry, type Identity, skuOf, withSku } from '../rows/row';
import { plainId } from '../values/ids';

/**
 * An ID in a form that is the same for all its spellings. It lacks the marks of a spreadsheet:
 * quotes, the `=` of a formula, the decimals of a number, and invisible characters. All blanks are
 * alike, and all dashes. `plainId` drops upper case and leading zeros.
 */
export const spelling = (id: unknown): string =>
	plainId(
		String(id)
			.replace(/\s+/gu, ' ')
			.replace(/[\p{Pd}\u2212]/gu, '-')
			.replace(/[\p{Cc}\p{Cf}\p{Pi}\p{Pf}"'`´′″„‚]/gu, '')
			.trim()
			.replace(/^= ?/, '')
			.replace(/(\d)[.,]0{1,2}$/, '$1'),
	);

/** One key for all spellings of a SKU and a channel. */
const spellingOf = (identity: Identity): string =>
	[skuOf(identity), channelOf(identity)].map(spelling).join('|');

/** The named entries, by key and by spelling. */
export class NamedEntries<Named extends Entry = Entry> {
	private readonly byKey = new Map<string, Named>();
	private readonly bySpelling = new Map<string, Named>();
	private readonly productsOfNamed = new Set<string>();

	/** @param product the product of a variation, if the input gives it */
	add(entry: Named, product?: string): void {
		if (product !== undefined)
			this.productsOfNamed.add(spellingOf(withSku(entry.identity, product)));
		if (this.byKey.has(entry.key)) return;
		this.byKey.set(entry.key, entry);
		const spelled = spellingOf(entry.identity);
		if (!this.bySpelling.has(spelled)) this.bySpelling.set(spelled, entry);
	}

	// arrow functions are those that callers pass on without the object

	/** Whether the input names the entry in exactly this spelling. */
	has = (key: string): boolean => this.byKey.has(key);

	/** The first entry of the input that is this one in any spelling. */
	alike = (identity: Identity): Named | undefined => this.bySpelling.get(spellingOf(identity));

	/**
	 * Whether a row of the input names a variation and gives this as its product, in any spelling.
	 */
	hasVariationOf = (product: Identity): boolean => this.productsOfNamed.has(spellingOf(product));

	values = (): Iterable<Named> => this.byKey.values();
}
