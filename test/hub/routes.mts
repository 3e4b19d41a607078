import type { Operation } from './contract.mts';
import type { Environment, Routes } from './types.mts';

/** An operation at the method and path in effect. */
export interface Route {
	operation: Operation;
	method: string;
	/** as in the contract, with `{names}` */
	path: string;
}

/** The endpoint that the address of a request means: undefined is no endpoint of the hub. */
export type Match = { operation: Operation; params: Record<string, string> } | undefined;

/** Other methods and paths than the contract's, by their name or one by one. */
const overridesOf = (routes: Routes): Partial<Record<string, string>> =>
	typeof routes === 'string' ? routeSets[routes] : routes;

/**
 * Sets of routes that the reference does not show. `seen`: the contract's, as in a client of a hub of this kind and by
 * analogy with it. `assumed`: batches beside the batch query.
 */
const routeSets: Record<Extract<Routes, string>, Partial<Record<string, string>>> = {
	seen: {},
	assumed: {
		productBatch: 'POST /v1/batch/products',
		stockBatch: 'POST /v1/batch/stocks',
		priceBatch: 'POST /v1/batch/prices',
	},
};

/**
 * The routes of the contract, without routes that the environment does not have.
 *
 * @param given other methods and paths, `'POST /v1/orders/queue/{id}/done'`
 * @throws Error for an override that is not `METHOD /path` or names an unknown route
 */
export function routesOf(
	operations: Iterable<Operation>,
	environment: Environment,
	given: Routes,
): Route[] {
	const routes: Route[] = [];
	const left = new Map(Object.entries(overridesOf(given)));
	for (const operation of operations) {
		const override = isReplaceable(operation) ? left.get(operation.id) : undefined;
		if (override !== undefined) left.delete(operation.id);
		if (operation.isSandboxOnly && environment === 'production') continue;
		const route = override === undefined ? operation : parseRoute(override);
		routes.push({ operation, method: route.method, path: route.path });
	}
	if (left.size > 0) throw new Error(`Not assumed routes: ${[...left.keys()].join(', ')}`);
	return routes;
}

/** The reference shows the route of the exchange, but clients of such hubs have used another one. */
const isReplaceable = ({ assumed, id }: Operation) => assumed || id === 'auth';

/** The path of an operation in effect, with encoded values in the place of its parameters. */
export function pathOf(
	routes: Route[],
	operation: string,
	params: Record<string, string | number>,
): string {
	const path = routes.find((route) => route.operation.id === operation)?.path ?? '';
	return path.replace(/\{(\w+)\}/g, (_braces, name: string) =>
		encodeURIComponent(String(params[name] ?? '')),
	);
}

/** A path of the contract in the words of Fastify's router: `/orders/{id}` is `/orders/:id`. */
export function routerPath(path: string): string {
	return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1');
}

/** Resolves `.` and `..` (also as `%2e`) in an address, as every server and proxy on the way would. */
export function withoutDots(url: string): string {
	const { pathname, search } = new URL(`http://hub${url}`);
	return pathname + search;
}

function parseRoute(text: string): { method: string; path: string } {
	const parts = /^([A-Z]+) (\/[^\s*]*)$/.exec(text);
	if (!parts) throw new Error(`Not a route: '${text}' (expected e.g. 'PUT /v1/orders/queue/{id}')`);
	return { method: parts[1] ?? '', path: parts[2] ?? '' };
}
