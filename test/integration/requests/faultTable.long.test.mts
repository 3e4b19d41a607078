import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../engine/engine.mts';
import type { HubN8n } from '../../engine/nodes.mts';
import type { Hub } from '../../hub/index.mts';
import { addSkus } from '../../support/products.mts';
import { setup } from '../../support/setup.mts';
import { faults, requests, type Injected } from './faultTableRows.mts';

/*
 * Reads the table of docs/faults.md and holds every cell: each operation of the row with each fault of
 * the column.
 */

interface Cell {
	row: string;
	column: string;
	/** done, refused, unknown, not sent or not read */
	word: string;
	tries: number;
}

/** The cells of the table; '-' means that the row knows no such thing. */
function readTable(): Cell[] {
	const lines = readFileSync(join(projectRoot, 'docs/faults.md'), 'utf8').split('\n');
	const rows = lines
		.filter((line) => line.startsWith('| '))
		.map((line) => line.split('|').slice(1, -1))
		.map((cells) => cells.map((cell) => cell.trim()));
	const [[, ...columns] = [], , ...body] = rows;
	return body.flatMap(([row = '', ...cells]) =>
		cells.flatMap((cell, index) => {
			if (cell === '-') return [];
			const [, word, tries] = /^(done|refused|unknown|not sent|not read)(?:, (\d+) tries)?$/.exec(
				cell,
			)!;
			return [{ row, column: columns[index]!, word: word!, tries: Number(tries ?? 1) }];
		}),
	);
}

/** What an item says, in the words of the table. */
function wordOf(json: IDataObject | undefined, isRead: boolean): string {
	if (json?.error === undefined) return 'done';
	if (json.outcome === 'unknown') return 'unknown';
	if (json.outcome === 'notSent') return 'not sent';
	return Number(json.httpStatus) < 500 || !isRead ? 'refused' : 'not read';
}

async function inject(hub: Hub, endpoint: string, fault: Injected | 'closed', n8n: HubN8n) {
	if (fault !== 'closed') return hub.faults.add({ ...fault, endpoint });
	// the token is there, the hub is not any more
	await n8n.run({ resource: 'channel', operation: 'getMany' });
	await hub.stop();
}

/** A hub that hangs is waited for a second, one that goes on answering 429 asks for short waits. */
const timingOf = (fault: Injected | 'closed') => {
	if (fault === 'closed') return {};
	return fault.kind === 'hang' ? { requestTimeout: 1_000 } : { backoff: 1 };
};

const table = readTable();

test('every request and every fault is in the table, and every cell is tried here', () => {
	const rows = new Set(table.map(({ row }) => row));
	const columns = new Set(table.map(({ column }) => column));
	expect(Object.keys(requests)).toEqual([...rows]);
	expect(Object.keys(faults)).toEqual([...columns]);
	expect(table.length).toBeGreaterThan(140);
});

describe.each(Object.keys(requests))('%s', (name) => {
	test.each(table.filter(({ row }) => row === name))('$column', async ({ column, word, tries }) => {
		const chosen = faults[column]!;
		for (const { endpoint, parameters } of requests[name]!) {
			for (const fault of chosen === 'closed' ? [chosen] : chosen) {
				const { hub, n8n } = await setup({ timing: timingOf(fault) });
				addSkus(hub, 1);
				const values = parameters(hub);
				await inject(hub, endpoint, fault, n8n);
				const result = await n8n.run(values, [{}], { onError: 'continueRegularOutput' });
				const what = `${endpoint}, ${JSON.stringify(fault)}: ${JSON.stringify(result.json())}`;
				const isRead = name.startsWith('Read');
				expect(result.json().length, what).toBeGreaterThan(0);
				expect([...new Set(result.json().map((json) => wordOf(json, isRead)))], what).toEqual([
					word,
				]);
				// how often a batch is looked at depends on the time it takes
				if (endpoint !== 'batchGet' && fault !== 'closed')
					expect(hub.count({ endpoint }), what).toBe(tries);
			}
		}
	});
});
