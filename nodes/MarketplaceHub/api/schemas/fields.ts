import mapValues from 'lodash/mapValues';
import isUndefined from 'lodash/isUndefined';
import omit from 'lodash/omit';
import omitBy from 'lodash/omitBy';
import type { FieldType } from 'n8n-workflow';
import { z } from 'zod';
import type { HubError } from '../errors';
import { isBlank } from '../values/blanks';
import type { NumberKind } from '../values/numbers';
import { type Check, preprocess, transform } from './effects';
import type { RecordSchema } from './reads/recordSchema';

/** A value as it is sent, and words for a hint. */
export interface Tidied {
	value: unknown;
	note?: { kind: 'wrongCode' | 'paddedCode' | 'images' | 'split'; text: string };
}

/** Rule for the values of a field, whatever its name. */
export interface FieldKind {
	/** The type of its column in n8n's resource mapper. */
	type: Extract<FieldType, 'string' | 'number' | 'boolean' | 'array' | 'object' | 'options'>;
	/** The values of a column of options. */
	options?: readonly string[];
	/** How several values are written as text, e.g. in a cell of a spreadsheet. */
	format?: string;
	/**
	 * The form and bounds of a value: takes a value as a spreadsheet or an expression gives it, returns the
	 * value that is sent.
	 */
	check: z.ZodTypeAny;
	/**
	 * Runs before the check, and a hint tells the change: mends a value that a spreadsheet has changed, or cuts
	 * a value that is too long.
	 */
	tidy?: (value: unknown) => Tidied;
	/** Unit of a number; it decides how text such as `1.500` is read. */
	counts?: NumberKind;
	/** Whether the field counts pieces that can be sold: below zero there is nothing. */
	isOnSale?: true;
	/** Values that stand for nothing, besides blank ones. */
	unset?: {
		/** Whether the hub gives the value where nothing is set, e.g. a price of 0. */
		is: (value: unknown) => boolean;
		/** Whether the hub takes such a value, which then empties the field. */
		empties?: boolean;
	};
	/** The fields of the object, or of each object in the list. */
	fields?: WriteFields;
	/**
	 * How a hub may write a value that means the same: `markup` with entities for characters, a `code` without marks and
	 * zeros in front, the texts of a list in `anyOrder`.
	 */
	writing?: 'markup' | 'code' | 'anyOrder';
	/** The field that a record in the list is known by, its SKU; such lists are compared record by record. */
	knownBy?: string;
}

/** A kind that says in words which values it takes, e.g. `0.01 to 999999.99`, for the descriptions of its fields. */
export interface BoundedKind extends FieldKind {
	takes: string;
}

/** Bounds in words, e.g. `1 to 250`. */
export function inBounds(min: number, max: number): string {
	if (max === Infinity) return `from ${min}`;
	return min === max ? `exactly ${min}` : `${min} to ${max}`;
}

/** Values by the names of their fields. */
export type Values = Record<string, unknown>;

/** A field in a form, beyond its label. */
interface FieldInForm {
	/** A few words on the field. */
	hint?: string;
	/** Whether the field is the ID of a channel: the form lists the channels. */
	isChannel?: true;
	/** Whether a new record needs it where a known one does not: the form marks it. */
	isNeededWhenNew?: boolean;
	/** Value that a new form starts with. */
	initial?: string | number | boolean;
}

/**
 * A field in a record that was read, which may lack it or have it under another name. `record` is the object around
 * the field.
 */
interface FieldInRead {
	/** Other columns that are about it, e.g. names under which a read gives its value. */
	names?: readonly string[];
	/** The value that these stand for, where the field has none of its own. */
	value?: (record: Readonly<Values>) => unknown;
	/** Whether that value comes before the field's own. */
	comesFirst?: true;
	/** The value where the record has none. */
	fill?: (record: Readonly<Values>) => unknown;
}

/** One field that may be written, declared once: request check, mapper column and description. */
export interface Field extends FieldKind {
	label: string;
	description: string;
	required: boolean;
	form?: FieldInForm;
	read?: FieldInRead;
}

/** The fields of something that is written: name in the API → field. */
export type WriteFields = Readonly<Record<string, Field>>;

/** Fields that may be written of an object, and further fields that a read of the object holds. */
export interface ObjectShape {
	fields: WriteFields;
	/** Fields of reads that cannot be written: they are left out without a word. */
	record: Readonly<Record<string, RecordSchema>>;
}

/** All that is known of an entry that may be written, e.g. a product. */
export interface WriteShape extends ObjectShape {
	/** The check of its values under the names of the fields. */
	check: Check<Values>;
	/** Why an entry is refused that names something which the write does not take. */
	refusal?: (given: Values) => HubError | undefined;
	/**
	 * Fields of reads that another operation writes: a user's value there is left out with a note. A record
	 * that was read holds `readWith`, too.
	 */
	elsewhere?: { fields: readonly string[]; readWith: string };
	/** Whether the write changes a record, so that fields may be left out. */
	isChange?: true;
	/** Words for the thing that lacks fields that it needs: `a new product`. */
	entry?: string;
}

/** How a field stands in forms and in reads, where there is more to say than its label. */
type FieldExtras = Pick<Field, 'form' | 'read'>;

/** A field that must be given. */
export const required = (
	kind: FieldKind,
	label: string,
	description: string,
	extras: FieldExtras = {},
): Field => ({ ...kind, ...extras, label, description, required: true });

/** A field that may be left out; empty text counts as left out. */
export const optional = (
	kind: FieldKind,
	label: string,
	description: string,
	extras: FieldExtras = {},
): Field => ({ ...kind, ...extras, label, description, required: false });

/** An object of fields. A form has a column for each of them and none for the group, so it has no label. */
export const group = (fields: WriteFields): Field =>
	required({ type: 'object', check: objectOf(fields), fields }, '', '');

/** The fields, some or all of which need not be given. */
export const notRequired = (fields: WriteFields, names = Object.keys(fields)): WriteFields =>
	mapValues(fields, (field, name) =>
		names.includes(name) && field.required
			? { ...field, required: false, form: omit(field.form, 'initial') }
			: field,
	);

/** For a field that a read gives under another name. */
export const readUnder = (name: string): FieldExtras => ({
	read: { names: [name], value: (record) => record[name] },
});

const withoutBlank = (value: unknown) => (isBlank(value) ? undefined : value);

/**
 * The check of all fields of an object; unknown fields pass through.
 * @param partial whether required fields may be left out (changing a record)
 */
export function objectOf(table: WriteFields, partial = false): Check<Values> {
	const fields = mapValues(table, ({ check, required: isDemanded }) =>
		preprocess(withoutBlank, isDemanded && !partial ? check : check.optional()),
	);
	return transform(z.object(fields).passthrough(), withoutUndefined);
}

const withoutUndefined = (value: Values): Values =>
	Object.values(value).includes(undefined) ? omitBy(value, isUndefined) : value;
