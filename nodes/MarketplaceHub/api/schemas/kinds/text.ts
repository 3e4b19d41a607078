import { z } from 'zod';
import { trimmed } from '../../values/blanks';
import { asHubDate, isHubDate } from '../../values/hubDates';
import { holdsHtml } from '../../values/html';
import { isCutNumber, isDamaged, isErrorOfCell } from '../../values/spreadsheet';
import { parseUrl, encodedUrl } from '../../values/urls';
import { preprocess, refine, superRefine } from '../effects';
import { type BoundedKind, type FieldKind, inBounds } from '../fields';

/* Text and addresses (reference: the tables of fields). */

/** Digits of a number, which a spreadsheet gives for text. */
export const numberAsText = (value: unknown) =>
	/^(number|bigint)$/.test(typeof value) ? String(value) : value;

const pairs = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Its characters; of text that has far more than `most`, its length alone. */
const charactersIn = (value: string, most: number): number =>
	value.length > 2 * most ? value.length : value.length - (value.match(pairs)?.length ?? 0);

/** Text of `min` to `max` characters; an emoji counts as one, a number as its digits. */
export const text = (max = Infinity, min = 1): BoundedKind => ({
	type: 'string',
	takes: `${inBounds(min, max)} characters`,
	check: preprocess(
		numberAsText,
		superRefine(z.string(), (value, refuse) => {
			const length = charactersIn(value, max);
			if (length < min)
				refuse({ code: 'too_small', minimum: min, type: 'string', inclusive: true });
			if (length > max) refuse({ code: 'too_big', maximum: max, type: 'string', inclusive: true });
		}),
	),
});

/**
 * A SKU of 1 to `max` characters. A damaged cell is none: it would name another product, or none. Blanks around a SKU
 * are cut off before the check (`withTrimmedSkus`), and a SKU of blanks alone counts as missing (`objectOf`).
 */
export const skuText = (max = 250): BoundedKind => ({
	...text(max),
	check: refine(
		text(max).check,
		(value) => !isDamaged(value),
		'must be a SKU, not an error or a cut number of a spreadsheet',
	),
});

/** Text that others get to see, which an error of a spreadsheet is not. */
export const shownText = (max?: number): BoundedKind => ({
	...text(max),
	check: refine(
		text(max).check,
		(value) => !isErrorOfCell(trimmed(String(value))),
		'must be text, not an error of a spreadsheet',
	),
});

/** Text that names something: a long number in it has all its digits. */
export const nameOrNumber = (max?: number): BoundedKind => ({
	...text(max),
	check: refine(
		shownText(max).check,
		(value) => !isCutNumber(value),
		'must be all its digits, not a number that a spreadsheet has cut: make its column text',
	),
});

/** Text without HTML tags. */
export const plainText = (): FieldKind => ({
	...text(),
	check: refine(
		shownText().check,
		(value) => !holdsHtml(String(value)),
		'must not contain HTML tags',
	),
});

/** Text that matches `pattern`; `rule` puts that in words. */
export const patterned = (pattern: RegExp, rule: string): FieldKind => ({
	type: 'string',
	check: preprocess(numberAsText, z.string().regex(pattern, `must be ${rule}`)),
});

/** A date and time that exists, in the hub's own format (reference: Conventions). */
export const hubDateTime = (): FieldKind => ({
	type: 'string',
	format: 'YYYY-MM-DD HH:MM:SS',
	check: preprocess(
		asHubDate,
		refine(z.string(), isHubDate, 'must be a date and time as YYYY-MM-DD HH:MM:SS'),
	),
});

/**
 * An address of up to `max` characters without blanks, of any scheme (reference: 'valid URL'); it is
 * sent percent-encoded.
 */
export const address = (max: number): BoundedKind => ({
	type: 'string',
	takes: `up to ${max} characters`,
	check: preprocess(
		(value) => (typeof value === 'string' && /\s/.test(value.trim()) ? value : encodedUrl(value)),
		refine(
			z.string().max(max),
			(value) => parseUrl(value) !== undefined && !/\s/.test(value),
			'must be a valid URL',
		),
	),
});

/** The address of a file, whose name may hold blanks; it is sent percent-encoded. */
export const fileAddress = (max: number): BoundedKind => ({
	...text(max),
	check: preprocess(encodedUrl, text(max).check),
});
