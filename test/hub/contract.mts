import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { declared, pathParameters, type Declared } from './contract/operations.mts';
import * as records from './contract/records.mts';
import { open, type Fields, type Schema } from './contract/schema.mts';
import { problems } from './problems.mts';

/** The broken rules of a value, empty when all is well. */
type Check<T = unknown> = (value: T) => string[];

/** One operation of the contract, with its checks. */
export interface Operation {
	id: string;
	method: string;
	/** with `{names}` */
	path: string;
	assumed: boolean;
	isSandboxOnly: boolean;
	/** requests a minute, undefined when the reference shows none */
	limit: number | undefined;
	bodyRequired: boolean;
	checkPath: Check<Record<string, string>>;
	checkQuery: Check<Record<string, string>>;
	checkBody: Check;
	checkAnswer(status: number, body: unknown): string[];
	/** Paths of body fields that the schema does not name. */
	unknownFields: Check;
}

const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false });
addFormats(ajv);

function checkOf(schema: Schema): Check {
	const validate = ajv.compile(schema);
	return (value) => (validate(value) ? [] : problems(validate.errors ?? []));
}

/** Broken rules of an error answer. */
export const checkError = checkOf(records.error);
export const checkNotification = checkOf(records.notification);

/** Checks values of an address: whole numbers are text there. */
function checkOfTexts(fields: Fields): Check<Record<string, string>> {
	const schema = open(fields);
	const check = checkOf(schema);
	const { properties } = schema as { properties: Record<string, Schema> };
	const typed = (name: string, value: string): unknown =>
		properties[name]?.type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value;
	return (values) =>
		check(
			Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typed(name, value)])),
		);
}

/** The status of an operation's success. */
export const successOf = ({ status, answer }: Declared): number => status ?? (answer ? 200 : 204);

/** The names of the parameters in a path. */
export const namesIn = (path: string): string[] =>
	[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function checkOfAnswers(operation: Declared): Operation['checkAnswer'] {
	const { answer } = operation;
	const success = successOf(operation);
	const check: Check = answer
		? checkOf(answer)
		: (body) => (body === undefined ? [] : ['a body where the contract has none']);
	return (status, body) => {
		if (status >= 400) return checkError(body);
		return status === success ? check(body) : [`status ${status} is not in the contract`];
	};
}

function unknownFields(schema: Schema, value: unknown, at = ''): string[] {
	const { properties, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
	if (Array.isArray(value) && items) {
		return value.flatMap((entry, index) => unknownFields(items, entry, `${at}[${index}]`));
	}
	if (!properties || typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, child]) => {
		const path = at ? `${at}.${name}` : name;
		const known = properties[name];
		return known ? unknownFields(known, child, path) : [path];
	});
}

function operationOf(id: string, operation: Declared): Operation {
	const { route, assumed, sandboxOnly, limit, query = {}, body, bodyOptional } = operation;
	const [method = '', path = ''] = route.split(' ');
	const inPath = namesIn(path).map((name) => [name, pathParameters[name] as Schema] as const);
	return {
		id,
		method,
		path,
		assumed: assumed === true,
		isSandboxOnly: sandboxOnly === true,
		limit,
		bodyRequired: body !== undefined && !bodyOptional,
		checkPath: checkOfTexts(Object.fromEntries(inPath)),
		checkQuery: checkOfTexts(query),
		checkBody: body ? checkOf(body) : () => [],
		checkAnswer: checkOfAnswers(operation),
		unknownFields: (given) => (body ? unknownFields(body, given) : []),
	};
}

/** By their id. */
export const operations = new Map(
	Object.entries<Declared>(declared).map(([id, operation]) => [id, operationOf(id, operation)]),
);
