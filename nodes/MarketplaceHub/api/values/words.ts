import deburr from 'lodash/deburr';
import { normalized, trimmed } from './blanks';

const yes = [
	...['true', 't', 'verdadeiro', 'verdadeira', 'v', 'sim', 's', 'yes', 'y', '1'],
	...['ativo', 'ativa', 'ativado', 'ativada', 'habilitado', 'habilitada', 'ligado', 'ligada', 'on'],
];
const no = [
	...['false', 'f', 'falso', 'falsa', 'nao', 'n', 'no', '0'],
	...['inativo', 'inativa', 'desativado', 'desativada', 'desabilitado', 'desabilitada'],
	...['desligado', 'desligada', 'off'],
];

/** A word without case, accents and the invisible characters around it, with one blank for each gap. */
export const plainWord = (value: unknown) =>
	deburr(normalized(trimmed(String(value))))
		.toLowerCase()
		.replace(/\s+/g, ' ');

/** A word of a fixed vocabulary of the hub: `3 a 12 meses` is `3-a-12-meses`. */
export const choiceWord = (value: unknown) => plainWord(value).replaceAll(' ', '-');

/** True or false of a number or text (`true`, `sim`, a spreadsheet's `VERDADEIRO`, `1`). */
export function asFlag(value: unknown): unknown {
	// a spreadsheet may write a whole number with decimals
	const word = plainWord(value).replace(/[.,]0+$/, '');
	if (yes.includes(word)) return true;
	return no.includes(word) ? false : value;
}
