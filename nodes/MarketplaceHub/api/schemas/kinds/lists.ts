import isEmpty from 'lodash/isEmpty';
import { z } from 'zod';
import { isBlank } from '../../values/blanks';
import { isRecord } from '../../values/objects';
import { fromJson } from '../../values/json';
import { isErrorOfCell } from '../../values/spreadsheet';
import { splitTexts } from '../../values/textLists';
import { custom, preprocess, refine, superRefine, transform } from '../effects';
import { type BoundedKind, type FieldKind, inBounds, objectOf, type WriteFields } from '../fields';
import { numberAsText } from './text';

/* Lists and objects, also as JSON. */

/** Whether a value is an object or a list without entries. */
const holdsNothing = (value: unknown) =>
	typeof value === 'object' && value !== null && isEmpty(value);

/** Some hubs write an empty list as an empty object, and the other way round. */
const asList = (value: unknown) => (holdsNothing(value) ? [] : value);

/** Without blank entries; of a list that has more than `max`, one too many. */
function withoutBlankEntries(value: unknown, max: number): unknown {
	if (!Array.isArray(value)) return value;
	const entries: unknown[] = [];
	for (const entry of value) if (!isBlank(entry) && entries.push(entry) > max) break;
	return entries;
}

/**
 * A list of texts: an array, JSON, or text separated by commas or semicolons, in which quotation marks hold a text
 * together.
 * @param splitText how text is split
 */
export const texts = (min: number, max = Infinity, splitText = splitTexts): BoundedKind => {
	const split = (value: unknown) => {
		const parsed = asList(fromJson(value));
		// JSON text may be a single number, text or flag, too
		const isOne = ['string', 'number', 'boolean'].includes(typeof parsed);
		if (isOne) return splitText(String(value), max);
		return withoutBlankEntries(parsed, max);
	};
	const entry = preprocess(numberAsText, z.string().min(1));
	return {
		type: 'array',
		takes: inBounds(min, max),
		format: 'separated by commas',
		// counted first: each of many thousands costs time
		check: preprocess(
			split,
			refine(
				z.array(z.unknown()).min(min).max(max).pipe(z.array(entry)),
				(list) => !list.some(isErrorOfCell),
				'must be texts, not an error of a spreadsheet',
			),
		),
		unset: { is: (value) => holdsNothing(split(value)), empties: min === 0 },
		tidy(value) {
			const list = split(value);
			const isRead = typeof value === 'string' && Array.isArray(list) && list.length > 1;
			return isRead && isSplitByMarks(value)
				? { value, note: { kind: 'split', text: `"${value}" as ${list.join(' | ')}` } }
				: { value };
		},
	};
};

/** Marks by which a text may be split otherwise than at each comma. */
const isSplitByMarks = (text: string): boolean =>
	/["\u201c>\u00bb\u203a\u2192]/.test(text) || (text.includes(',') && text.includes(';'));

interface ListOptions extends Pick<FieldKind, 'knownBy'> {
	max?: number;
	of?: string;
	advice?: string;
}

/**
 * A list of objects with the same fields: an array or JSON.
 * @param of the objects by their name
 * @param knownBy the field that holds the SKU of each
 * @param advice how a person gives the objects, for a person who wrote something else
 */
export const objects = (
	table: WriteFields,
	min: number,
	{ max = Infinity, of = 'objects', knownBy, advice }: ListOptions = {},
): BoundedKind => {
	const listIn = (value: unknown) => withoutBlankEntries(asList(fromJson(value)), max);
	const message = `must be a list of ${of}`;
	return {
		type: 'array',
		takes: inBounds(min, max),
		format: 'JSON',
		fields: table,
		knownBy,
		check: superRefine(transform(z.unknown(), listIn), (value, refuse) => {
			const isList = Array.isArray(value) && value.every(isRecord);
			if (!isList && value !== undefined) refuse({ code: 'custom', message, params: { advice } });
		})
			.pipe(z.array(z.unknown()).min(min).max(max))
			.pipe(z.array(objectOf(table))),
		unset: { is: (value) => holdsNothing(listIn(value)), empties: min === 0 },
	};
};

/** Keys and values, at most `max` of them: an object or JSON. */
export const keyValues = (max: number): BoundedKind => ({
	type: 'object',
	takes: `up to ${max} names and values`,
	format: 'JSON',
	check: preprocess(
		(value) => (holdsNothing(fromJson(value)) ? {} : fromJson(value)),
		// not `z.record`, which drops a key called `__proto__`
		refine(
			custom(isRecord, 'must be an object'),
			(value) => Object.keys(value).length <= max,
			`must have at most ${max} entries`,
		),
	),
	unset: { is: (value) => holdsNothing(fromJson(value)), empties: true },
});
