import type { FastifyRequest } from 'fastify';

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The reason why a request must not reach pages for people at this machine alone; undefined when it may. A page
 * that is open in a browser can send requests to this address too: under a foreign name (DNS rebinding), or a
 * form of its own.
 */
export function refusalOf({ method, headers }: FastifyRequest): string | undefined {
	const { host = '', origin } = headers;
	const address = `http://${host}`;
	if (!URL.canParse(address) || !loopbackNames.has(new URL(address).hostname)) {
		return 'The hub answers under 127.0.0.1 or localhost only.';
	}
	if (method === 'GET') return undefined;
	const site = headers['sec-fetch-site'];
	const isForeign =
		(origin !== undefined && origin !== address) ||
		(site !== undefined && site !== 'same-origin' && site !== 'none');
	return isForeign ? 'Requests of other pages are refused.' : undefined;
}
