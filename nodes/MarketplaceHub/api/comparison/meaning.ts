import get from 'lodash/get';
import isEmpty from 'lodash/isEmpty';
import isEqual from 'lodash/isEqual';
import isObject from 'lodash/isObject';
import mapValues from 'lodash/mapValues';
import sortBy from 'lodash/sortBy';
import { withoutBlanks } from '../values/blanks';
import { withPlainEntities } from '../values/html';
import { withoutZeros } from '../values/ids';
import { choiceWord } from '../values/words';

/* Which values mean the same although they are written in other ways. */

/** How a value may be written in other ways. `choice`: one of a fixed vocabulary. */
export type Writing = 'markup' | 'code' | 'choice' | 'anyOrder';

/** Whether two values, neither of them a map of records, mean the same. */
export const isSame = (one: unknown, other: unknown, writing?: Writing): boolean =>
	isEqual(meaningOf(one, writing), meaningOf(other, writing));

function meaningOf(value: unknown, writing: Writing | undefined): unknown {
	const text = asText(value);
	if (Array.isArray(text)) return writing === 'anyOrder' ? sortBy(text, plain) : text;
	if (typeof text !== 'string') return text;
	if (writing === 'markup') return withPlainEntities(text).trim();
	if (writing === 'choice') return choiceWord(text);
	return writing === 'code' && digitsDotsAndBlanks.test(text)
		? withoutZeros(withoutBlanks(text).replaceAll('.', ''))
		: text;
}

const digitsDotsAndBlanks = /^\d[\d.\s]*$/;

/**
 * A value as text: 1 equals `1`, and blanks around a text and the kind of its line ends do not count. Images are in
 * the order of their `id`. An empty list equals no value.
 */
function asText(value: unknown): unknown {
	if (typeof value === 'string') return value.replace(/\r\n?/g, '\n').trim();
	if (typeof value !== 'object' || value === null) return String(value ?? '');
	if (isEmpty(value)) return '';
	return Array.isArray(value)
		? sortBy(value, (entry) => plain(get(entry, 'id'))).map(asText)
		: mapValues(value, asText);
}

/** A value to sort by: a list or an object would become text at each comparison. */
const plain = (value: unknown): unknown => (isObject(value) ? '' : value);
