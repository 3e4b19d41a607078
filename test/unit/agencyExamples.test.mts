import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { expect, test } from 'vitest';
import { projectRoot } from '../server/install.mjs';

type Items = Record<string, object[]>;
interface Item {
	json: Record<string, unknown>;
}

/** Runs the code of an example's node, with what other nodes gave. */
function runCode(example: string, name: string, given: Items, input: object[] = []): Item[] {
	const file = readFileSync(join(projectRoot, 'examples', `${example}.json`), 'utf8');
	const { nodes } = JSON.parse(file) as {
		nodes: Array<{ name: string; parameters: { jsCode?: string } }>;
	};
	const { jsCode = '' } = nodes.find((node) => node.name === name)!.parameters;
	const itemsOf = (list: object[] = []) => ({
		all: () => list.map((json) => ({ json })),
		first: () => ({ json: list[0] }),
	});
	const run = compileFunction(jsCode, ['$', '$input']) as (...parameters: unknown[]) => Item[];
	return run((node: string) => itemsOf(given[node]), itemsOf(input));
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const HOUR = 60;

const limits = {
	...{ staleMinutes: 35, slowSeconds: 20, slackSeconds: 120, failedMinutes: 60, syncHours: 26 },
};
/** A seller who is well. */
const row = {
	...{ seller: 'azul', name: 'Loja Azul', workflows: 'w1 w2', syncs: '', state: 'ok', seconds: 1 },
	...{ createdAt: ago(99 * HOUR), updatedAt: ago(1), onboarded: ago(98 * HOUR), checked: ago(5) },
};
/** The troubles that are found in rows, by seller. */
function troublesOf(rows: object[], given: Items = {}): Record<string, unknown> {
	const found = runCode('all-sellers-status', 'Findings', {
		...{ Limits: [limits], Sellers: rows, 'Known Troubles': [] },
		...{ Executions: [{ data: [] }], 'Not Published': [{ data: [] }], ...given },
	});
	return Object.fromEntries(found.map(({ json }) => [json.seller, json.troubles]));
}

test('an offboarding that was begun is a trouble after a day, and hides all others', () => {
	const refused = { ...row, state: 'refused' };
	expect(troublesOf([refused])).toEqual({ azul: 'credential' });
	expect(troublesOf([{ ...refused, leaving: ago(23 * HOUR) }])).toEqual({ azul: '' });
	expect(troublesOf([{ ...refused, leaving: ago(25 * HOUR) }])).toEqual({ azul: 'leaving' });
});
