import { channelOf, type Entry, type Identity, skuOf, withSku } from '../rows/row';
import { plainId } from '../values/ids';

/**
 * An ID without the marks of a spreadsheet: quotes, the `=` of a formula, the decimals of a number, characters that
 * nobody sees; all blanks are alike, and all dashes.
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

/** The same key for all spellings of a SKU and a channel. */
const spellingOf = (identity: Identity): string =>
	[skuOf(identity), channelOf(identity)].map(spelling).join('|');

/** Entries that the input names, found by their key or by their spelling. */
export class NamedEntries<Named extends Entry = Entry> {
	private readonly byKey = new Map<string, Named>();
	private readonly bySpelling = new Map<string, Named>();
	private readonly productsOfNamed = new Set<string>();

	/** @param product of a variation, where the input says it */
	add(entry: Named, product?: string): void {
		if (product !== undefined)
			this.productsOfNamed.add(spellingOf(withSku(entry.identity, product)));
		if (this.byKey.has(entry.key)) return;
		this.byKey.set(entry.key, entry);
		const spelled = spellingOf(entry.identity);
		if (!this.bySpelling.has(spelled)) this.bySpelling.set(spelled, entry);
	}

	/** Whether the input names the entry as the hub writes it. */
	has = (key: string): boolean => this.byKey.has(key);

	/** The first entry that the input names in any spelling of this one. */
	alike = (identity: Identity): Named | undefined => this.bySpelling.get(spellingOf(identity));

	/** Whether the input says of a variation that it names that this is its product. */
	hasVariationOf = (product: Identity): boolean => this.productsOfNamed.has(spellingOf(product));

	values = (): Iterable<Named> => this.byKey.values();
}
