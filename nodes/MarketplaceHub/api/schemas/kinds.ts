import { z } from 'zod';
import { isBlank, isRecord, trimmed } from '../values/checks';
import { isHubDate } from '../values/dates';
import { fromJson } from '../values/json';
import { type NumberKind, toNumber, twoReadings } from '../values/numbers';
import { isDamaged } from '../values/spreadsheet';
import { parseUrl, encodedUrl } from '../values/urls';
import { asFlag, plainWord } from '../values/words';
import { type FieldKind, objectOf, type WriteFields } from './fields';

/* The kinds of values that fields may hold (reference: the tables of fields), each with its check. */

const numberAsText = (value: unknown) =>
	/^(number|bigint)$/.test(typeof value) ? String(value) : value;

/** Text of `min` to `max` characters; an emoji counts as one, a number as its digits. */
export const text = (max = Infinity, min = 1): FieldKind => ({
	type: 'string',
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
export const skuText = (max = 250): FieldKind => ({
	type: 'string',
	check: text(max).check.refine(
		(value) => !isDamaged(value),
		'must be a SKU, not an error or a cut number of a spreadsheet',
	),
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
	check: z.string().refine(isHubDate, 'must be a date and time as YYYY-MM-DD HH:MM:SS'),
});

/**
 * An address of up to `max` characters without blanks, of any scheme (reference: 'valid URL'); it is
 * sent percent-encoded.
 */
export const address = (max: number): FieldKind => ({
	type: 'string',
	check: z.preprocess(
		(value) => (typeof value === 'string' && /\s/.test(value.trim()) ? value : encodedUrl(value)),
		z
			.string()
			.max(max)
			.refine((value) => parseUrl(value) !== undefined && !/\s/.test(value), 'must be a valid URL'),
	),
});

/** The address of a file, whose name may hold blanks; it is sent percent-encoded. */
export const fileAddress = (max: number): FieldKind => ({
	type: 'string',
	check: z.preprocess(encodedUrl, text(max).check),
});

const isZero = (value: unknown) => toNumber(value) === 0;

/** A number; text that holds one counts. */
export const decimal = (
	min: number,
	max = Infinity,
	counts: NumberKind = 'measure',
): FieldKind => ({
	type: 'number',
	counts,
	check: z
		.unknown()
		.superRefine((value, { addIssue }) => {
			const readings = counts === 'money' ? twoReadings(value) : undefined;
			if (readings === undefined) return;
			const [thousands, decimals] = readings;
			const message = `may mean ${thousands} or ${decimals}: write ${thousands}.00 or ${decimals.toFixed(2)}`;
			addIssue({ code: 'custom', message });
		})
		.transform((value) => toNumber(value, counts))
		.pipe(z.number().finite('must be a finite number').min(min).max(max)),
	isUnset: min > 0 ? isZero : undefined,
});

/** Digits that a number cannot hold are as good as a `bigint`. */
function toWhole(value: unknown, counts?: NumberKind): unknown {
	const number = toNumber(value, counts);
	return typeof number === 'string' && /^\s*\d+\s*$/.test(number) ? BigInt(number) : number;
}

/** A whole number; without a `max`, one of any length, exact when it is given as text. */
export const wholeNumber = (min: number, max = Infinity, counts?: NumberKind): FieldKind => {
	const number = z.number().int().min(min).max(max);
	return {
		type: 'number',
		counts,
		check: z.unknown().transform((value, context) => {
			const read = toWhole(value, counts);
			if (typeof read === 'bigint' && max === Infinity && read >= min) return read;
			const result = number.safeParse(typeof read === 'bigint' ? Number(read) : read);
			if (result.success) return result.data;
			result.error.issues.forEach(context.addIssue);
			return z.NEVER;
		}),
		isUnset: min > 0 ? isZero : undefined,
	};
};

/**
 * An ID of digits; `11.0` is how a spreadsheet writes one, `1e1` is none.
 * @param rule words for what it must be
 */
export const numericId = (rule: string): FieldKind => ({
	...wholeNumber(1),
	check: z
		.unknown()
		.refine(
			(value) => typeof value !== 'string' || /^\s*\d+([.,]0+)?\s*$/.test(value),
			`must be ${rule}`,
		)
		.pipe(wholeNumber(1).check),
});

export const flag = (): FieldKind => ({
	type: 'boolean',
	check: z.preprocess(asFlag, z.boolean()),
});

/**
 * One of the values that the reference lists, whatever its case and accents; `unset` is what a read
 * gives for none of them.
 */
export const choice = (values: readonly [string, ...string[]], unset?: string): FieldKind => ({
	type: 'options',
	options: values,
	check: z.preprocess(
		(value) => values.find((one) => one === plainWord(value)) ?? value,
		z.enum([...values]),
	),
	isUnset: unset === undefined ? undefined : (value) => plainWord(value) === unset,
});

const isEmpty = (value: unknown) =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0;
/** Some hubs write an empty list as an empty object, and the other way round. */
const asList = (value: unknown) => (isEmpty(value) ? [] : value);
const withoutBlankEntries = (value: unknown): unknown =>
	Array.isArray(value) ? value.filter((entry) => !isBlank(entry)) : value;

/** A list of texts: an array, JSON, or text separated by commas or semicolons. */
export const texts = (min: number, max = Infinity): FieldKind => {
	const split = (value: unknown) => {
		const parsed = asList(fromJson(value));
		// JSON text may be a single number or flag, too
		const isOne = ['string', 'number', 'boolean'].includes(typeof parsed);
		const list = isOne ? String(value).split(/[,;]/).map(trimmed) : parsed;
		return withoutBlankEntries(list);
	};
	const entry = z.preprocess(numberAsText, z.string().min(1));
	return {
		type: 'array',
		format: 'separated by commas',
		// counted first: each of many thousands costs time
		check: z.preprocess(split, z.array(z.unknown()).min(min).max(max).pipe(z.array(entry))),
		isUnset: (value) => isEmpty(split(value)),
		canBeEmptied: min === 0,
	};
};

/**
 * A list of objects with the same fields: an array or JSON.
 * @param of the objects by their name
 * @param advice how a person gives them, for one who wrote something else
 */
export const objects = (
	table: WriteFields,
	min: number,
	{ max = Infinity, of = 'objects', advice }: { max?: number; of?: string; advice?: string } = {},
): FieldKind => {
	const list = (value: unknown) => withoutBlankEntries(asList(fromJson(value)));
	const message = `must be a list of ${of}`;
	return {
		type: 'array',
		format: 'JSON',
		fields: table,
		check: z
			.unknown()
			.transform(list)
			.superRefine((value, { addIssue }) => {
				const isList = Array.isArray(value) && value.every(isRecord);
				if (!isList && value !== undefined)
					addIssue({ code: 'custom', message, params: { advice } });
			})
			.pipe(z.array(z.unknown()).min(min).max(max))
			.pipe(z.array(objectOf(table))),
		isUnset: (value) => isEmpty(list(value)),
		canBeEmptied: min === 0,
	};
};

/** Keys and values, at most `max` of them: an object or JSON. */
export const keyValues = (max: number): FieldKind => ({
	type: 'object',
	format: 'JSON',
	check: z.preprocess(
		(value) => (isEmpty(fromJson(value)) ? {} : fromJson(value)),
		// not `z.record`, which drops a key called `__proto__`
		z
			.custom<Record<string, unknown>>(isRecord, 'must be an object')
			.refine((value) => Object.keys(value).length <= max, `must have at most ${max} entries`),
	),
	isUnset: (value) => isEmpty(fromJson(value)),
	canBeEmptied: true,
});
