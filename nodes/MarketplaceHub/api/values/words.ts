import deburr from 'lodash/deburr';
import { trimmed } from './blanks';

const yes = { true: true, verdadeiro: true, sim: true, s: true, yes: true, ativo: true, '1': true };
const no = {
	false: false,
	falso: false,
	nao: false,
	n: false,
	no: false,
	inativo: false,
	'0': false,
};
const spoken: Readonly<Record<string, boolean>> = { ...yes, ...no };

/** A word without case, accents and what cannot be seen around it. */
export const plainWord = (value: unknown) =>
	deburr(trimmed(String(value)).normalize()).toLowerCase();

/** True or false of a number or text (`true`, `sim`, a spreadsheet's `VERDADEIRO`, `1`). */
export function asFlag(value: unknown): unknown {
	const word = plainWord(value);
	return Object.hasOwn(spoken, word) ? spoken[word] : value;
}
