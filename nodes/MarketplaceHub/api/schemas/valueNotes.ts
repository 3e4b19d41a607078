import type { Tidied } from './fields';

/** What became of a value that a user gave. */
type NoteKind =
	/** Not sent: neither a write nor a read of the hub knows the column. */
	| 'unknown'
	/** Not sent: another operation writes it. */
	| 'elsewhere'
	/** Left out: the hub writes 0 for "no value". */
	| 'zero'
	/** A list left out: an entry of the hub's own lacks a field that the hub demands. */
	| 'list'
	/** Filled in: the read has no value. */
	| 'filled'
	/** A number such as `1.500`, and how it was read. */
	| 'number'
	/** Left out: a value that stands for nothing in a read. */
	| 'unset'
	/** Codes and images of which the user should know something. */
	| NonNullable<Tidied['note']>['kind'];

/** A change of a value that a user gave, as a hint lists it. */
export interface ValueNote {
	kind: NoteKind;
	/** The column, with the value where that says more, e.g. `` `peso` "1.500" as 1.5 ``. */
	text: string;
	/** Of a number: its path, and the value that it was read as. */
	reading?: readonly [path: string, number: unknown];
}

/** The words of the hint about values of a kind: before the list of them, and as advice behind it. */
export const valueHints: Record<
	NoteKind,
	{ type: 'info' | 'warning'; words: string; advice?: string }
> = {
	unknown: {
		type: 'info',
		words: "Not sent, because the hub's reference does not know these fields",
	},
	elsewhere: {
		type: 'info',
		words: 'Not sent, because a product is written without its stock',
		advice: 'Set it with Stock > Update in Batch or Stock > Sync.',
	},
	zero: {
		type: 'info',
		words: 'Not sent, because the hub writes 0 where there is no value and does not take it',
	},
	unset: {
		type: 'info',
		words:
			'Not sent, because the hub gives such values where nothing is set and does not take them',
		advice: 'What the hub holds there stays.',
	},
	wrongCode: {
		type: 'warning',
		words: 'The last digit or the length of these codes is that of no EAN or GTIN',
		advice: 'They stay as they are, and the hub decides.',
	},
	paddedCode: { type: 'info', words: 'With the zeros in front that a number loses' },
	split: { type: 'info', words: 'Text with several entries is split as follows' },
	images: {
		type: 'warning',
		words: 'A product has at most four images. This one and those after it are left out',
	},
	list: {
		type: 'warning',
		words: 'Not sent, because their entries lack what the hub demands',
		advice: 'The hub keeps these lists as they are. To change one, complete its entries.',
	},
	filled: {
		type: 'info',
		words: 'Filled in, because the order that was read has no value there',
	},
	number: {
		type: 'warning',
		words: 'Text that can be read in two ways is read as follows',
		advice: 'To be sure, give numbers, or text with decimals such as 1500,00.',
	},
};
