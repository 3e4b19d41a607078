import {
	assumedEndpoints,
	endpoints,
	routeField,
	type Endpoint,
	type EndpointName,
} from '../endpoints';
import { HubError } from '../errors';
import { redact, writingsOf } from '../values/text';

/** A path that begins with one slash and may end with one; its parts are ordinary characters and `{name}`. */
const ordinaryPath = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|\{\w+\})+)+\/?$/;

const partsOf = (path: string) => (path.match(/\{\w+\}/g) ?? []).sort().join();

/**
 * Reads a route of the credential, e.g. `PUT /v1/orders/queue/{id}`.
 * @returns method and path; undefined when it is not a method, a space and a path with the
 * endpoint's own `{parts}`
 */
export function readRoute(
	route: string,
	endpoint: Endpoint,
): Pick<Endpoint, 'method' | 'path'> | undefined {
	const [, method = '', path = ''] =
		/^(GET|POST|PUT|DELETE|PATCH)[ \t]+(\/\S*)$/i.exec(route.trim()) ?? [];
	if (!ordinaryPath.test(path) || partsOf(path) !== partsOf(endpoint.path)) return undefined;
	return { method: method.toUpperCase() as Endpoint['method'], path };
}

/**
 * The endpoint's row with the user's own route in place of an assumed one.
 * @param value what the credential's field says
 * @param secrets what no message may hold
 */
export function customized(
	name: EndpointName,
	value: unknown,
	secrets: readonly string[],
): Endpoint {
	const endpoint: Endpoint = endpoints[name];
	if (endpoint.assumed !== true || typeof value !== 'string' || value.trim() === '')
		return endpoint;
	const route = readRoute(value, endpoint);
	if (route !== undefined) return { ...endpoint, ...route };
	throw new HubError(
		'credential',
		`The route '${endpoint.label}' of the credential cannot be used: '${redact(value, writingsOf(secrets))}'`,
		{
			description: `Write a method, a space and a path with the same {parts}, e.g. ${endpoint.method} ${endpoint.path}. The path begins with one slash and has no empty part, no .., ?, #, % or backslash.`,
		},
	);
}

/** The credential's default route of each assumed endpoint, e.g. `GET /v1/ping`. */
export const assumedRoutes = assumedEndpoints.map(([name, { label, method, path }]) => ({
	field: routeField(name),
	label,
	route: `${method} ${path}`,
}));
