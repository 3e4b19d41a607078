import {
	assumedEndpoints,
	endpoints,
	routeField,
	type Endpoint,
	type EndpointName,
} from '../endpoints';
import { HubError } from '../errors';
import { redact, writingsOf } from '../values/redact';

/** One part of a path: ordinary characters, others percent-encoded, `{name}` for values. */
const segment = /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2}|\{\w+\})*$/;
/** What a percent-encoded part must not hold: it would lead elsewhere once it is decoded. */
const leadsElsewhere = /[/\\?#%\s]|\p{Cc}/u;

const partsOf = (path: string) => (path.match(/\{\w+\}/g) ?? []).sort().join();

function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

function isOrdinary(part: string): boolean {
	const plain = segment.test(part) ? decoded(part) : undefined;
	return plain !== undefined && plain !== '.' && plain !== '..' && !leadsElsewhere.test(plain);
}

/** A path that begins with one slash, of ordinary parts; a slash may end it. */
function isPath(path: string): boolean {
	const [before, ...parts] = path.split('/');
	if (before !== '' || parts.length === 0) return false;
	return parts.every((part, index) =>
		part === '' ? index === parts.length - 1 : isOrdinary(part),
	);
}

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
	if (!isPath(path) || partsOf(path) !== partsOf(endpoint.path)) return undefined;
	return { method: method.toUpperCase() as Endpoint['method'], path };
}

/**
 * The endpoint's row with the user's own route in place of an assumed one.
 * @param value what the credential's field says
 * @param secrets what no message may hold
 * @throws HubError of kind `credential` for a route that cannot be used
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
			description: `Write a method, a space and a path with the same {parts}, e.g. ${endpoint.method} ${endpoint.path}. The path begins with one slash and has no empty part, no .., ?, # or backslash.`,
		},
	);
}

/** The credential's default route of each assumed endpoint, e.g. `GET /v1/ping`. */
export const assumedRoutes = assumedEndpoints.map(([name, { label, method, path }]) => ({
	field: routeField(name),
	label,
	route: `${method} ${path}`,
}));
