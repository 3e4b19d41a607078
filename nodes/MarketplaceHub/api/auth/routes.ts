import { type Endpoint, type EndpointName, endpoints } from '../endpoints';
import { HubError } from '../errors';
import { encodingsOf, redact } from '../values/secrets';

/* The routes of the credential, in place of routes that the hub's reference does not show. */

/** The credential's field that holds the user's own route for an assumed endpoint, e.g. `routePing`. */
export function routeField(name: EndpointName): string {
	return `route${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Whether the user may give a route of their own: the reference does not show it, or hubs are known to have another. */
const isReplaceable = ({ assumed, candidates }: Endpoint) =>
	assumed !== undefined || candidates !== undefined;

/** The credential's default route of each endpoint that may have another one, e.g. `GET /v1/ping`. */
export const replaceableRoutes = (Object.entries(endpoints) as Array<[EndpointName, Endpoint]>)
	.filter(([, endpoint]) => isReplaceable(endpoint))
	.map(([name, { assumed, label, method, path }]) => ({
		field: routeField(name),
		label,
		route: `${method} ${path}`,
		basis: assumed,
	}));

/** A path that begins with one slash and may end with one; its parts are ordinary characters and `{name}`. */
const ordinaryPath = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|\{\w+\})+)+\/?$/;

const placeholdersOf = (path: string) => (path.match(/\{\w+\}/g) ?? []).sort().join();

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
	if (!ordinaryPath.test(path) || placeholdersOf(path) !== placeholdersOf(endpoint.path))
		return undefined;
	return { method: method.toUpperCase() as Endpoint['method'], path };
}

/**
 * The endpoint's row with the user's own route in place of its default.
 * @param route its route in the credential
 * @param secrets texts that the message must not hold
 * @throws HubError of kind `credential` for a route that cannot be used
 */
export function withOwnRoute(
	name: EndpointName,
	route: unknown,
	secrets: readonly string[],
): Endpoint {
	const endpoint: Endpoint = endpoints[name];
	if (!isReplaceable(endpoint) || typeof route !== 'string' || route.trim() === '') return endpoint;
	const own = readRoute(route, endpoint);
	if (own !== undefined) return { ...endpoint, ...own };
	throw new HubError(
		'credential',
		`The route '${endpoint.label}' of the credential cannot be used: '${redact(route, encodingsOf(secrets))}'`,
		{
			description: `Write a method, a space and a path with the same {parts}, e.g. ${endpoint.method} ${endpoint.path}. The path begins with one slash and has no empty part, no .., ?, #, % or backslash.`,
		},
	);
}
