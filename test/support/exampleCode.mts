import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { DateTime } from 'luxon';
import { projectRoot } from '../server/install.mjs';
import { valueOf } from './expressions.mts';

export type Json = Record<string, unknown>;

interface ExampleNode {
	name: string;
	parameters: {
		jsCode?: string;
		assignments?: { assignments: Array<{ name: string; value: unknown }> };
	};
}

function nodeIn(example: string, name: string): ExampleNode {
	const file = join(projectRoot, 'examples', `${example}.json`);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as { nodes: ExampleNode[] };
	const found = nodes.find((node) => node.name === name);
	if (found === undefined) throw new Error(`${example}.json has no node ${name}`);
	return found;
}

/**
 * An Edit Fields node of an example, whose values are single expressions, to be run without n8n.
 *
 * @returns the JSON that it makes of an item, given the JSON that the item is paired with in other nodes
 */
export function setNode(example: string, name: string) {
	const { assignments = [] } = nodeIn(example, name).parameters.assignments ?? {};
	return (input: Json, others: Record<string, Json> = {}): Json => {
		const $ = (other: string) => {
			const item = { json: others[other] };
			return { item, first: () => item };
		};
		const read = (value: unknown): unknown =>
			typeof value === 'string' && value.startsWith('={{')
				? (valueOf(value.slice(3, -2), { $json: input, $ }) ?? null)
				: value;
		return Object.fromEntries(assignments.map((each) => [each.name, read(each.value)]));
	};
}

/**
 * A Code node of an example, to be run without n8n.
 *
 * @returns the JSON of what comes out, given the JSON of the node's input and of what other nodes gave
 */
export function codeNode(example: string, name: string) {
	const code = nodeIn(example, name).parameters.jsCode;
	if (code === undefined) throw new Error(`${example}.json has no Code node ${name}`);
	const script = new Script(`(($, $input, DateTime, $now) => {${code}})`);
	const run = script.runInThisContext() as (...given: unknown[]) => Array<{ json: Json }>;
	const itemsOf = (records: Json[] = []) => {
		const items = records.map((json) => ({ json }));
		return { all: () => items, first: () => items[0] };
	};
	return (
		input: Json[],
		others: Record<string, Json[]> = {},
		now: DateTime = DateTime.now(),
	): Json[] => {
		const $ = (other: string) => ({
			...itemsOf(others[other]),
			isExecuted: others[other] !== undefined,
		});
		return run($, itemsOf(input), DateTime, now).map(({ json }) => json);
	};
}
