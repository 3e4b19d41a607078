import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { problems } from './problems.mts';

type Json = Record<string, unknown>;

interface OpenApiParameter {
	name: string;
	in: 'query' | 'path';
	required?: boolean;
	schema: Json;
}

/** One operation of openapi.yaml. */
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
	/** Each returns the broken rules, empty when all is well. */
	checkPath(params: Record<string, string>): string[];
	checkQuery(query: Record<string, string>): string[];
	checkBody(body: unknown): string[];
	checkAnswer(status: number, body: unknown): string[];
	/** Paths of body fields that the schema does not name. */
	unknownFields(body: unknown): string[];
}

export interface Contract {
	operations: Map<string, Operation>;
	/** Broken rules of an error answer that belongs to no operation. */
	checkError(body: unknown): string[];
	checkNotification(body: unknown): string[];
}

const documentUrl = new URL('./openapi.yaml', import.meta.url);
let loaded: Contract | undefined;

/** The contract document as it stands, for tools and tests. */
export function readDocument(): Json {
	return parse(readFileSync(documentUrl, 'utf8')) as Json;
}

/** Reads openapi.yaml once and compiles its checks (JSON Schema 2020-12). */
export function loadContract(): Contract {
	return (loaded ??= compile(readDocument()));
}

function compile(document: Json): Contract {
	const ajv = new Ajv2020({ allErrors: true, strict: false });
	addFormats(ajv);
	ajv.addSchema(document, 'hub');

	const resolve = (value: unknown): Json => {
		const object = (value ?? {}) as Json;
		if (typeof object.$ref !== 'string') return object;
		const { $ref, ...siblings } = object;
		const steps = $ref.slice(2).split('/');
		const target = steps.reduce<unknown>(
			(at, step) => (at as Json)[step.replaceAll('~1', '/')],
			document,
		);
		return { ...resolve(target), ...siblings };
	};
	const validator = (schema: unknown): ValidateFunction =>
		ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"hub#/')) as Json);
	const check = (validate: ValidateFunction, value: unknown): string[] =>
		validate(value) ? [] : problems(validate.errors as ErrorObject[]);

	const error = validator({ $ref: '#/components/schemas/Error' });
	const notification = validator({ $ref: '#/components/schemas/Notification' });

	const parametersCheck = (
		parameters: OpenApiParameter[],
	): ((values: Record<string, string>) => string[]) => {
		const validate = validator({
			type: 'object',
			properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
			required: parameters.filter(({ required }) => required).map(({ name }) => name),
		});
		const whole = new Set(
			parameters.filter(({ schema }) => resolve(schema).type === 'integer').map(({ name }) => name),
		);
		return (values) => {
			const typed = Object.entries(values).map(([name, value]) => [
				name,
				whole.has(name) && /^-?\d+$/.test(value) ? Number(value) : value,
			]);
			return check(validate, Object.fromEntries(typed));
		};
	};

	const responsesCheck = (responses: Json): ((status: number, body: unknown) => string[]) => {
		const validators = new Map<string, ValidateFunction | undefined>();
		for (const [status, response] of Object.entries(responses)) {
			const content = Object.values((resolve(response).content ?? {}) as Json)[0] as
				| Json
				| undefined;
			validators.set(status, content && validator(content.schema));
		}
		return (status, body) => {
			const key = validators.has(String(status)) ? String(status) : 'default';
			if (key === 'default' && status < 400) return [`status ${status} is not in the contract`];
			const validate = validators.get(key);
			if (!validate) return body === undefined ? [] : ['a body where the contract has none'];
			return check(validate, body);
		};
	};

	const unknownFields = (schema: unknown, value: unknown, at: string): string[] => {
		const { properties, items } = resolve(schema) as { properties?: Json; items?: unknown };
		if (Array.isArray(value)) {
			return items
				? value.flatMap((entry, index) => unknownFields(items, entry, `${at}[${index}]`))
				: [];
		}
		if (!properties || typeof value !== 'object' || value === null) return [];
		return Object.entries(value).flatMap(([name, child]) => {
			const path = at ? `${at}.${name}` : name;
			return name in properties ? unknownFields(properties[name], child, path) : [path];
		});
	};

	const operations = new Map<string, Operation>();
	for (const [path, item] of Object.entries(document.paths as Record<string, Json>)) {
		for (const [method, value] of Object.entries(item)) {
			if (method === 'parameters') continue;
			const operation = value as Json;
			const declared = [
				...((item.parameters ?? []) as Json[]),
				...((operation.parameters ?? []) as Json[]),
			];
			const parameters = declared.map(
				(parameter) => resolve(parameter) as unknown as OpenApiParameter,
			);
			const requestBody = operation.requestBody as
				| { required?: boolean; content: Json }
				| undefined;
			const bodySchema = (requestBody?.content['application/json'] as Json | undefined)?.schema;
			const body = bodySchema === undefined ? undefined : validator(bodySchema);
			const id = operation.operationId as string;
			operations.set(id, {
				id,
				method: method.toUpperCase(),
				path,
				assumed: operation['x-assumed'] === true,
				isSandboxOnly: operation['x-sandbox-only'] === true,
				limit: operation['x-limit-per-minute'] as number | undefined,
				bodyRequired: requestBody?.required === true,
				checkPath: parametersCheck(parameters.filter((parameter) => parameter.in === 'path')),
				checkQuery: parametersCheck(parameters.filter((parameter) => parameter.in === 'query')),
				checkBody: (given) => (body ? check(body, given) : []),
				checkAnswer: responsesCheck(operation.responses as Json),
				unknownFields: (given) => (bodySchema ? unknownFields(bodySchema, given, '') : []),
			});
		}
	}
	return {
		operations,
		checkError: (value) => check(error, value),
		checkNotification: (value) => check(notification, value),
	};
}
