import type { Endpoint } from '../endpoints';

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
