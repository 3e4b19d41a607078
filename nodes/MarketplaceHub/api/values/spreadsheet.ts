import { trimmed } from './blanks';

/** A formula that only says that a cell holds text, as `="0789"`. */
const textFormula = /^\s*="([^"]*(?:""[^"]*)*)"\s*$/;

/** Digits behind the apostrophe by which a person tells a spreadsheet that they are text. */
const apostrophe = /^\s*['’`´](\d[\d.,/-]*)\s*$/;

/** The text of a cell such as `="0789"` or `'0789`, as people and spreadsheets write it; anything else as it is. */
export function withoutFormula(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = textFormula.exec(value)?.[1]?.replaceAll('""', '"');
	return text ?? apostrophe.exec(value)?.[1] ?? value;
}

/**
 * Errors of spreadsheets in any language (`#N/D`, `#REF!`, `#ERROR!`, `Err:502`), a column that is too narrow,
 * a cell that was still loading, and the text that a program makes of an object.
 */
const errorOfCell =
	/^(#n\/[da]|#[\p{L}/\d_ ]+[!?]|#getting_data|#{2,}|err:\d{3}|(loading|carregando)(\.{3}|…)|\[object object\])$/iu;

const cutNumber = /^\d[.,]\d+e\+?\d+$/i;

/** Whether text is a long number that a spreadsheet has cut to powers of ten: `3,52608E+43`, `7E+12`. */
export function isCutNumber(value: unknown): boolean {
	const text = typeof value === 'string' ? trimmed(value) : '';
	return cutNumber.test(text) || /^\de\+\d+$/i.test(text);
}

const cutInList = /(?:^|[,;|\s])(\d[.,]\d+e\+\d+)\s*(?:$|[,;|])/i;

/** The first such number in text that lists values, whose commas may be decimal ones, too. */
export const cutNumberIn = (list: unknown): string | undefined =>
	typeof list === 'string' ? cutInList.exec(list)?.[1] : undefined;

/** Advice about such a number. */
export const cutAdvice =
	'Make the column text before the numbers are pasted into it, and give the number again with all its digits.';

/** Whether a cell holds an error in place of its value. */
export const isErrorOfCell = (text: string): boolean => errorOfCell.test(text);

/** Whether text is a word that programs write for nothing; a shop may have such a SKU all the same. */
export const isWordForNothing = (value: unknown): boolean =>
	/^(undefined|null|nan|none|nil|n\/[ad])$/i.test(trimmed(String(value)));

/** The words that a pivot table writes for an empty cell. */
const emptyOfPivot = /^\((vazio|em branco|blank|empty)\)$/i;

/**
 * Whether a cell may name nothing: such a word, marks without a letter or digit, the 0 of a reference to an empty cell,
 * a round number cut to `7E+12`.
 */
export function namesNothing(value: unknown): boolean {
	const text = trimmed(String(value));
	const isMarks = !/[\p{L}\p{N}]/u.test(text);
	return (
		isMarks || isWordForNothing(text) || emptyOfPivot.test(text) || /^(0|\de\+\d+)$/i.test(text)
	);
}

/** Whether a cell holds an error in place of a name, or a long number cut to powers of ten (`7,891E+12`). */
export function isDamaged(value: unknown): boolean {
	const text = trimmed(String(value));
	return isErrorOfCell(text) || cutNumber.test(text);
}
