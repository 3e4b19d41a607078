import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { DateTime } from 'luxon';
import { projectRoot } from '../server/install.mjs';

export type Json = Record<string, unknown>;

/**
 * A Code node of an example, to be run without n8n.
 *
 * @returns the JSON of what comes out, given the JSON of the node's input and of what other nodes gave
 */
export function codeNode(example: string, name: string) {
	const file = join(projectRoot, 'examples', `${example}.json`);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
		nodes: Array<{ name: string; parameters: { jsCode?: string } }>;
	};
	const code = nodes.find((node) => node.name === name)?.parameters.jsCode;
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
