import type { Operation } from './contract.mts';
import type { AssumedRoute, Environment } from './types.mts';

export interface Match {
	operation: Operation;
	params: Record<string, string>;
}

export interface Router {
	match(method: string, path: string): Match | 'malformed' | undefined;
	/** The path of an operation in effect, with encoded values in the place of its parameters. */
	pathOf(operation: string, params: Record<string, string | number>): string;
}

interface Route {
	operation: Operation;
	method: string;
	segments: string[];
}

/**
 * Finds the operation of a request. Segments are matched as received (so `%2F` stays inside its segment) and
 * decoded afterwards; a fixed segment goes before a parameter.
 * @param overrides other methods and paths, `'POST /v1/orders/queue/{id}/done'`
 * @throws Error for an override that is not `METHOD /path` or names an unknown route
 */
export function createRouter(
	operations: Iterable<Operation>,
	environment: Environment,
	overrides: Partial<Record<AssumedRoute, string>>,
): Router {
	const routes: Route[] = [];
	const paths = new Map<string, string>();
	const left = new Map<string, string>(Object.entries(overrides));
	for (const operation of operations) {
		const override = operation.assumed ? left.get(operation.id) : undefined;
		if (override !== undefined) left.delete(operation.id);
		if (operation.isSandboxOnly && environment === 'production') continue;
		const [method, path] = parseRoute(override ?? `${operation.method} ${operation.path}`);
		paths.set(operation.id, path);
		routes.push({ operation, method, segments: path.split('/') });
	}
	if (left.size > 0) throw new Error(`Not assumed routes: ${[...left.keys()].join(', ')}`);
	routes.sort((a, b) => parameters(a) - parameters(b));

	const match = (method: string, path: string): Match | 'malformed' | undefined => {
		const segments = withoutDots(path);
		const route = routes.find(
			(candidate) => candidate.method === method && matches(candidate.segments, segments),
		);
		if (!route) return undefined;
		const params: Record<string, string> = {};
		try {
			route.segments.forEach((segment, index) => {
				if (segment.startsWith('{'))
					params[segment.slice(1, -1)] = decodeURIComponent(segments[index] ?? '');
			});
		} catch {
			return 'malformed';
		}
		return { operation: route.operation, params };
	};
	const pathOf = (operation: string, params: Record<string, string | number>): string =>
		(paths.get(operation) ?? '').replace(/\{(\w+)\}/g, (_braces, name: string) =>
			encodeURIComponent(String(params[name] ?? '')),
		);
	return { match, pathOf };
}

function parseRoute(text: string): [method: string, path: string] {
	const parts = /^([A-Z]+) (\/\S*)$/.exec(text);
	if (!parts) throw new Error(`Not a route: '${text}' (expected e.g. 'PUT /v1/orders/queue/{id}')`);
	return [parts[1] ?? '', parts[2] ?? ''];
}

function parameters({ segments }: Route): number {
	return segments.filter((segment) => segment.startsWith('{')).length;
}

function matches(pattern: string[], segments: string[]): boolean {
	return (
		pattern.length === segments.length &&
		pattern.every((part, index) =>
			part.startsWith('{') ? segments[index] !== '' : part === segments[index],
		)
	);
}

/** Resolves `.` and `..` (also as `%2e`), as every server and proxy on the way would. */
function withoutDots(path: string): string[] {
	const segments: string[] = [];
	for (const segment of path.split('/')) {
		const plain = segment.replace(/%2e/gi, '.');
		if (plain === '..') segments.pop();
		else if (plain !== '.') segments.push(segment);
	}
	return segments;
}
