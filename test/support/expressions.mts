import { compileFunction } from 'node:vm';

/** Text as a hub, a person or a workflow's name may hold it. */
export const hostile = 'Casa & Cia <evil href="x">';

/** A value of an expression's surroundings: whatever is asked of it, text from outside comes out. */
export type Outside = Record<string, unknown>;

/**
 * The surroundings of an expression in which all that comes from outside is hostile text; a list has one entry.
 * @param number what such a value is where a number is wanted
 */
export function outside(number: number): Outside {
	const text = Object.assign(() => value, { toString: () => hostile }) as object;
	const lists = ['map', 'flatMap', 'filter', 'find', 'some', 'every', 'join', 'slice'];
	const value: unknown = new Proxy(text, {
		apply: () => value,
		get: (_target, name) => {
			if (name === Symbol.toPrimitive)
				return (hint: string) => (hint === 'number' ? number : hostile);
			if (name === Symbol.iterator) return [value][Symbol.iterator].bind([value]);
			if (typeof name === 'symbol') return undefined;
			if (lists.includes(name)) {
				const method = [value][name as 'map'] as (...given: unknown[]) => unknown;
				return method.bind([value]);
			}
			const own = hostile[name as 'trim'] as unknown;
			return typeof own === 'function' ? (own as () => string).bind(hostile) : value;
		},
	});
	return { $: value, $json: value, $execution: value, $now: value, $workflow: value };
}

/** The value of an expression without its braces, given what stands around it. */
export function valueOf(expression: string, surroundings: Outside): unknown {
	const run = compileFunction(`return (${expression});`, Object.keys(surroundings)) as (
		...given: unknown[]
	) => unknown;
	return run(...Object.values(surroundings));
}

/** The text that n8n makes of a parameter that is an expression, given what stands around it. */
export function evaluated(parameter: string, surroundings: Outside): string {
	const parts = parameter.slice(1).split(/\{\{(.*?)\}\}(?!\})/s);
	return parts
		.map((part, index) => (index % 2 === 0 ? part : String(valueOf(part, surroundings))))
		.join('');
}
