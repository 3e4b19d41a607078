import type { IDataObject } from 'n8n-workflow';
import { toNumber } from '../values/numbers';

/**
 * What a record of the hub looks like, declared once: numbers that arrive as text are read by it,
 * and the output schemas that n8n previews are made from it.
 */
export type Shape =
	| 'string'
	| 'number'
	| 'boolean'
	| readonly [Shape]
	| { readonly [field: string]: Shape };

/** A field name that stands for any key, e.g. in `caracteristicas`. */
export const anyKey = '*';

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * `value` with text turned into numbers where the shape says number (`"12.90"`, `"12,90"`); fields
 * that the shape does not know, and values it does not expect, stay as they are.
 */
export function normalize(value: unknown, shape: Shape): unknown {
	if (shape === 'number') return toNumber(value);
	if (typeof shape === 'string') return value;
	if (isArrayShape(shape))
		return Array.isArray(value) ? value.map((entry) => normalize(entry, shape[0])) : value;
	if (!isRecord(value)) return value;
	const result: Record<string, unknown> = { ...value };
	for (const field of Object.keys(value)) {
		const fieldShape = shape[field] ?? shape[anyKey];
		if (fieldShape !== undefined) result[field] = normalize(value[field], fieldShape);
	}
	return result;
}

/** `normalize` for a whole record. */
export function readRecord(value: unknown, shape: Shape): IDataObject {
	const record = normalize(value, shape);
	return isRecord(record) ? record : { value: record as IDataObject[string] };
}

/** The shape as JSON Schema, in the form of n8n's own `__schema__` files. */
export function toJsonSchema(shape: Shape): IDataObject {
	if (typeof shape === 'string') return { type: shape };
	if (isArrayShape(shape)) return { type: 'array', items: toJsonSchema(shape[0]) };
	const properties = Object.entries(shape).filter(([field]) => field !== anyKey);
	return {
		type: 'object',
		properties: Object.fromEntries(
			properties.map(([field, value]) => [field, toJsonSchema(value)]),
		),
	};
}

function isArrayShape(shape: Shape): shape is readonly [Shape] {
	return Array.isArray(shape);
}
