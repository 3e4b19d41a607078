import { namesIn, successOf } from '../contract.mts';
import { declared, pathParameters, type Declared } from './operations.mts';
import { error, notification } from './records.mts';
import { Optional, type Schema } from './schema.mts';

const json = (schema: Schema) => ({ 'application/json': { schema } });

const writeHeaders = Object.fromEntries(
	[
		['Request-Id', 'string'],
		['X-RateLimit-Limit', 'integer'],
		['X-RateLimit-Remaining', 'integer'],
	].map(([name, type]) => [name, { required: true, schema: { type } }]),
);

function operationObject(operationId: string, operation: Declared): object {
	const { route, assumed, sandboxOnly, limit, query = {}, body, bodyOptional, answer } = operation;
	const inPath = namesIn(route).map((name) => ({
		name,
		in: 'path',
		required: true,
		schema: pathParameters[name],
	}));
	const inQuery = Object.entries(query).map(([name, field]) =>
		field instanceof Optional
			? { name, in: 'query', schema: field.schema }
			: { name, in: 'query', required: true, schema: field },
	);
	const content = operationId === 'ping' ? 'text/plain' : 'application/json';
	return {
		operationId,
		...(operationId === 'auth' && { security: [{ appToken: [] }] }),
		...(assumed && { 'x-assumed': true }),
		...(sandboxOnly && { 'x-sandbox-only': true }),
		...(limit !== undefined && { 'x-limit-per-minute': limit }),
		parameters: [...inPath, ...inQuery],
		...(body && { requestBody: { required: !bodyOptional, content: json(body) } }),
		responses: {
			[successOf(operation)]: {
				description: 'Success',
				...(!route.startsWith('GET ') && { headers: writeHeaders }),
				...(answer && { content: { [content]: { schema: answer } } }),
			},
			default: { description: 'The request or its processing is at fault', content: json(error) },
		},
	};
}

/**
 * The contract as an OpenAPI 3.1 document. `x-assumed`: the reference does not show method and path;
 * `x-sandbox-only`: absent in production; `x-limit-per-minute`: documented limit (part 'Limits').
 */
export function openApiDocument() {
	const paths: Record<string, Record<string, object>> = {};
	for (const [id, operation] of Object.entries<Declared>(declared)) {
		const [method = '', path = ''] = operation.route.split(' ');
		(paths[path] ??= {})[method.toLowerCase()] = operationObject(id, operation);
	}
	return {
		openapi: '3.1.0',
		jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
		info: { title: 'Marketplace Hub ERP Integration API', version: '1' },
		servers: [{ url: '/' }],
		security: [{ appToken: [], accessToken: [] }],
		paths,
		webhooks: {
			orderChanged: {
				post: {
					requestBody: { content: json(notification) },
					responses: {
						200: {
							description: 'Anything else switches the webhook off',
							content: json({ type: 'object', required: ['idInterno', 'status'] }),
						},
					},
				},
			},
		},
		components: {
			securitySchemes: {
				appToken: { type: 'apiKey', in: 'header', name: 'App-Token' },
				accessToken: { type: 'http', scheme: 'bearer' },
			},
		},
	};
}
