import mapValues from 'lodash/mapValues';
import type { FieldType } from 'n8n-workflow';
import { z } from 'zod';
import { isBlank, isRecord, trimmed } from '../values/checks';
import { type NumberKind, toNumber, twoReadings } from '../values/numbers';
import { isHubDate } from '../values/dates';
import { parseUrl } from '../values/text';
import { tryParseExactJson } from '../values/json';
import { encodedUrl, isDamaged } from '../values/spreadsheet';
import { asFlag, plainWord } from '../values/words';
import type { Reader } from './answers';

/** A value as it is sent, and words for a hint. */
export interface Tidied {
	value: unknown;
	note?: { kind: 'wrongCode' | 'paddedCode' | 'images'; text: string };
}

/** Rule for a value, and how n8n's resource mapper shows it. */
interface FieldKind {
	type: Extract<FieldType, 'string' | 'number' | 'boolean' | 'array' | 'object' | 'options'>;
	/** Takes the value of a spreadsheet or an expression and returns the one that is sent. */
	check: z.ZodTypeAny;
	options?: readonly string[];
	/** How several values are written as text, e.g. in a cell of a spreadsheet. */
	format?: string;
	/** Unit of a number; it decides how text such as `1.500` is read. */
	counts?: NumberKind;
	/** The fields of the object, or of each object in the list. */
	fields?: WriteFields;
	/** The field that a record in the list is known by, where lists are compared record by record. */
	knownBy?: string;
	/** Whether the hub gives the value where nothing is set. */
	isUnset?: (value: unknown) => boolean;
	/** Whether the hub takes such a value, which then empties the field. */
	canBeEmptied?: boolean;
	/** Mends a value that a spreadsheet has changed, or cuts one that is too long. */
	tidy?: (value: unknown) => Tidied;
}

type GivenValues = Readonly<Record<string, unknown>>;

/** Records of a list as a form takes them, each with fields of its own. */
export interface AddedRecords {
	/** Name of the parameter, and of one record on its button, e.g. `Variation`. */
	parameter: string;
	one: string;
	/** The fields of each; where there is one alone, its value stands for the record. */
	fields: WriteFields;
	/** A sentence about the list in a form. */
	note?: string;
}

/** One field that may be written, declared once: request check, mapper column and description. */
export interface Field extends FieldKind {
	label: string;
	description: string;
	required: boolean;
	/** Whether it is the ID of a channel: the form lists the channels, and a row may name one. */
	isChannel?: true;
	/** Whether a new record needs it where a known one does not: the form marks it. */
	isNeededWhenNew?: boolean;
	/** A few words on the field for a form. */
	note?: string;
	/** Value that a new form starts with. */
	initial?: string | number | boolean;
	/** How a form adds one record after another to the list. */
	added?: AddedRecords;
	/** Names under which a read gives the value, and the value there; `comesFirst` before its own. */
	readAs?: { names: readonly string[]; value: (read: GivenValues) => unknown; comesFirst?: true };
	/** Value for a read that has none; `read` is the object around the field. */
	fill?: (read: GivenValues) => unknown;
}

/** The fields of something that is written: name in the API → field. */
export type WriteFields = Readonly<Record<string, Field>>;

/** A field that must be given. */
export const required = (
	kind: FieldKind,
	label: string,
	description: string,
	fromRead: Pick<Field, 'readAs' | 'fill'> = {},
): Field => ({ ...kind, ...fromRead, label, description, required: true });

/** A field that may be left out; empty text counts as left out. */
export const optional = (kind: FieldKind, label: string, description: string): Field => ({
	...kind,
	label,
	description,
	required: false,
});

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
			if (typeof read === 'bigint' && max === Infinity) return read;
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

/** The value of JSON text; anything else as it is. */
export const fromJson = (value: unknown): unknown =>
	typeof value === 'string' ? (tryParseExactJson(value)?.value ?? value) : value;

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
		const list = typeof parsed === 'string' ? parsed.split(/[,;]/).map(trimmed) : parsed;
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

const withoutBlank = (value: unknown) => (isBlank(value) ? undefined : value);

/**
 * The check of all fields of an object; those that it does not know pass through.
 * @param partial whether required fields may be left out (changing a record)
 */
export function objectOf(table: WriteFields, partial = false): Reader<Record<string, unknown>> {
	const fields = mapValues(table, ({ check, required: isDemanded }) =>
		z.preprocess(withoutBlank, isDemanded && !partial ? check : check.optional()),
	);
	return z.object(fields).passthrough().transform(withoutUndefined);
}

const withoutUndefined = (value: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined));
