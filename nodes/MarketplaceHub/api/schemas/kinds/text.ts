import { z } from 'zod';
import { asHubDate, isHubDate } from '../../values/dates';
import { holdsHtml } from '../../values/html';
import { isCutNumber, isDamaged } from '../../values/spreadsheet';
import { parseUrl, encodedUrl } from '../../values/urls';
import { type BoundedKind, type FieldKind, inBounds } from '../fields';

/* Text and addresses (reference: the tables of fields). */

/** Digits of a number, which a spreadsheet gives for text. */
export const numberAsText = (value: unknown) =>
	/^(number|bigint)$/.test(typeof value) ? String(value) : value;

/** Text of `min` to `max` characters; an emoji counts as one, a number as its digits. */
export const text = (max = Infinity, min = 1): BoundedKind => ({
	type: 'string',
	takes: `${inBounds(min, max)} characters`,
	check: z.preprocess(
		numberAsText,
		z.string().superRefine((value, { addIssue }) => {
			const { length } = [...value];
			if (length < min)
				addIssue({ code: 'too_small', minimum: min, type: 'string', inclusive: true });
			if (length > max)
				addIssue({ code: 'too_big', maximum: max, type: 'string', inclusive: true });
		}),
	),
});

/** A SKU of 1 to `max` characters. A damaged cell is none: it would name another product, or none. */
export const skuText = (max = 250): BoundedKind => ({
	...text(max),
	check: text(max).check.refine(
		(value) => !isDamaged(value),
		'must be a SKU, not an error or a cut number of a spreadsheet',
	),
});

/** Text that names something: a long number in it has all its digits. */
export const nameOrNumber = (max: number): BoundedKind => ({
	...text(max),
	check: text(max).check.refine(
		(value) => !isCutNumber(value),
		'must be all its digits, not a number that a spreadsheet has cut: make its column text',
	),
});

/** Text without HTML tags. */
export const plainText = (): FieldKind => ({
	...text(),
	check: text().check.refine((value) => !holdsHtml(String(value)), 'must not contain HTML tags'),
});

/** Text that matches `pattern`; `rule` puts that in words. */
export const patterned = (pattern: RegExp, rule: string): FieldKind => ({
	type: 'string',
	check: z.preprocess(numberAsText, z.string().regex(pattern, `must be ${rule}`)),
});

/** A date and time that exists, in the hub's own format (reference: Conventions). */
export const hubDateTime = (): FieldKind => ({
	type: 'string',
	format: 'YYYY-MM-DD HH:MM:SS',
	check: z.preprocess(
		asHubDate,
		z.string().refine(isHubDate, 'must be a date and time as YYYY-MM-DD HH:MM:SS'),
	),
});

/**
 * An address of up to `max` characters without blanks, of any scheme (reference: 'valid URL'); it is
 * sent percent-encoded.
 */
export const address = (max: number): BoundedKind => ({
	type: 'string',
	takes: `up to ${max} characters`,
	check: z.preprocess(
		(value) => (typeof value === 'string' && /\s/.test(value.trim()) ? value : encodedUrl(value)),
		z
			.string()
			.max(max)
			.refine((value) => parseUrl(value) !== undefined && !/\s/.test(value), 'must be a valid URL'),
	),
});

/** The address of a file, whose name may hold blanks; it is sent percent-encoded. */
export const fileAddress = (max: number): BoundedKind => ({
	...text(max),
	check: z.preprocess(encodedUrl, text(max).check),
});
