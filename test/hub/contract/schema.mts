declare const valueType: unique symbol;

/** A JSON Schema (2020-12), and for the compiler the type of the values that it allows. */
export type Schema<T = unknown> = Record<string, unknown> & { readonly [valueType]?: T };

/** A field that may be left out. */
export class Optional<T = unknown> {
	constructor(readonly schema: Schema<T>) {}
}

export type Fields = Record<string, Schema | Optional>;

/** The type of the values that a schema allows. */
export type Of<S> = S extends Optional<infer T> ? T : S extends Schema<infer T> ? T : never;

type OptionalNames<F extends Fields> = {
	[Name in keyof F]: F[Name] extends Optional ? Name : never;
}[keyof F];
type Values<F extends Fields> = {
	[Name in Exclude<keyof F, OptionalNames<F>>]: Of<F[Name]>;
} & { [Name in OptionalNames<F>]?: Of<F[Name]> };

const ofType =
	<T,>(type: string) =>
	(rules: object = {}): Schema<T> => ({ type, ...rules });

/** Each takes further keywords, e.g. `text({ minLength: 1 })`. */
export const text = ofType<string>('string');
export const number = ofType<number>('number');
export const integer = ofType<number>('integer');
export const flag = ofType<boolean>('boolean');
/** An object with any names. */
export const anyObject = ofType<Record<string, unknown>>('object');

export const optional = <T,>(schema: Schema<T>) => new Optional(schema);

export const oneOf = <const T extends string>(...values: T[]): Schema<T> => ({ enum: values });

export const either = <S extends Schema[]>(...schemas: S): Schema<Of<S[number]>> => ({
	anyOf: schemas,
});

export const orNull = <T,>(schema: Schema<T>): Schema<T | null> => ({
	...schema,
	type: [schema.type, 'null'],
});

export const list = <T,>(items: Schema<T>, rules: object = {}): Schema<T[]> => ({
	type: 'array',
	...rules,
	items,
});

/** An object with these fields, which may have others too, like the bodies of requests. */
export function open<F extends Fields>(fields: F): Schema<Values<F>> {
	const named = Object.entries(fields);
	return {
		type: 'object',
		required: named.filter(([, field]) => !(field instanceof Optional)).map(([name]) => name),
		properties: Object.fromEntries(
			named.map(([name, field]) => [name, field instanceof Optional ? field.schema : field]),
		),
	};
}

/** An object with these fields and no others, like the hub's answers. */
export const closed = <F extends Fields>(fields: F): Schema<Values<F>> => ({
	...open(fields),
	additionalProperties: false,
});

/**
 * The fields of a value that a schema names, in the schema's order; other fields are left out, in lists and
 * inner objects too.
 */
export function known<T>(schema: Schema<T>, value: unknown): T {
	const { properties, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
	if (items && Array.isArray(value)) return value.map((entry) => known(items, entry)) as T;
	if (!properties || typeof value !== 'object' || value === null) return value as T;
	const given = value as Record<string, unknown>;
	return Object.fromEntries(
		Object.entries(properties)
			.filter(([name]) => given[name] !== undefined)
			.map(([name, field]) => [name, known(field, given[name])]),
	) as T;
}
