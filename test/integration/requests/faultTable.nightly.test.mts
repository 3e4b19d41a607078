import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../engine/engine.mts';
import type { HubN8n } from '../../engine/nodes.mts';
import type { Fault, Hub } from '../../hub/index.mts';
import { endpoints } from '../../support/built.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { setup } from '../../support/setup.mts';
import { op, go } from '../../support/items.mts';

/*
 * Reads the tables of docs/faults.md, one for each kind of request, and holds every cell, by each fault of
 * the row. The operations of a request take turns at its cells: they share the retry class of their
 * endpoints.
 */

/** A fault without the endpoint that it hits. */
type Injected = Partial<Fault> & Pick<Fault, 'kind'>;
const always = 10_000;

/** What happens, as the first cells of the tables say it; `closed`: the hub is stopped. */
const faults: Record<string, Injected[] | 'closed'> = {
	'400 or 404': [400, 404].map((status) => ({ kind: 'status', status, times: always })),
	'500 or 503, once': [500, 503].map((status) => ({ kind: 'status', status })),
	'500 or 503, lasting': [500, 503].map((status) => ({ kind: 'status', status, times: always })),
	'connection lost, once': [{ kind: 'resetBefore' }, { kind: 'resetAfter' }],
	'connection lost, lasting': [
		{ kind: 'resetBefore', times: always },
		{ kind: 'resetAfter', times: always },
	],
	'answer cut off, once': [{ kind: 'truncate' }],
	'web page, once': [{ kind: 'html', status: 200, applied: true }],
	'answer without a body': [{ kind: 'empty' }],
	'nothing listens': 'closed',
	'no answer in time, once': [{ kind: 'hang' }],
	'401, once': [{ kind: 'status', status: 401 }],
	'401, lasting': [{ kind: 'status', status: 401, times: always }],
	'429, once': [{ kind: 'status', status: 429, headers: { 'Retry-After': '0.1' } }],
	'429, lasting': [{ kind: 'status', status: 429, times: always, headers: { 'Retry-After': '0' } }],
	'429 for longer than Longest Wait': [
		{ kind: 'status', status: 429, times: always, headers: { 'Retry-After': '3600' } },
	],
};

/** The operations of each request that a table names, as in `everyOperation`, with the endpoint that the fault hits. */
const requests: Record<string, Array<[operation: string, endpoint: string]>> = {
	'Read: Get, Get Many': [
		['order get', 'orderGet'],
		['product get', 'productGet'],
		['product getMany', 'productList'],
		['orderQueue getMany', 'queueList'],
		['channel getMany', 'channels'],
	],
	'Stock and Price: Update in Batch': [
		['stock updateBatch', 'stockBatch'],
		['price updateBatch', 'priceBatch'],
	],
	'Product: Create in Batch': [['product createBatch', 'productBatch']],
	'Looking at a batch that the hub took': [['stock updateBatch', 'batchGet']],
	'Product: Create': [['product create', 'productCreate']],
	'Sandbox Order: Create': [['sandboxOrder create', 'sandboxOrderCreate']],
	'Product: Update': [['product update', 'productUpdate']],
	'Customized Price, Listing Price, Security Stock: Set': [
		['customizedPrice set', 'customizedPriceSet'],
		['listingPrice set', 'listingPriceSet'],
		['securityStock set', 'securityStockSet'],
	],
	'Product, Customized Price, Listing Price: Delete': [
		['product delete', 'productDelete'],
		['customizedPrice delete', 'customizedPriceDelete'],
		['listingPrice delete', 'listingPriceDelete'],
	],
	'Order Queue: Acknowledge': [['orderQueue acknowledge', 'acknowledge']],
	'Order: Set as …': [
		['order setAsInvoiced', 'orderInvoiced'],
		['order setAsSent', 'orderSent'],
		['order setAsDelivered', 'orderDelivered'],
	],
	'Sandbox Order: Simulate Payment': [['sandboxOrder simulatePayment', 'sandboxOrderPaid']],
};

interface Cell {
	request: string;
	fault: string;
	/** done, refused, unknown, looked up, not sent or not read */
	word: string;
	tries: number;
}

/** The cells of all tables: a row may name several faults, and a column several requests. */
function readTables(): Cell[] {
	const [, part = ''] = /## What you see for each fault\n([^]*?)\n## /.exec(
		readFileSync(join(projectRoot, 'docs/faults.md'), 'utf8'),
	)!;
	return part.split('\n### ').slice(1).flatMap(cellsOf);
}

function cellsOf(section: string): Cell[] {
	const [[, ...columns] = [], , ...rows] = section
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.map((line) => line.split('|').slice(1, -1))
		.map((cells) => cells.map((cell) => cell.trim()));
	return rows.flatMap(([faultsOfRow = '', ...cells]) =>
		faultsOfRow.split('; ').flatMap((fault) =>
			cells.flatMap((cell, index) => {
				const [, word, tries] =
					/^(done|refused|unknown|looked up|not sent|not read)(?:, (\d+) tries)?$/.exec(cell)!;
				return columns[index]!.split('; ').map((request) => ({
					request,
					fault,
					word: word!,
					tries: Number(tries ?? 1),
				}));
			}),
		),
	);
}

/** What has to come out where the record is looked up: what the hub carried out is done. */
function lookedUp(hub: Hub, before: string): string {
	return stateOf(hub) === before ? 'unknown' : 'done';
}
const stateOf = ({ state }: Hub) =>
	JSON.stringify([[...state.orders.values()], [...state.products.keys()]]);

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
	await n8n.run(op('channel getMany'));
	await hub.stop();
}

/** A hub that hangs is waited for a second, one that goes on answering 429 asks for short waits. */
const timingOf = (fault: Injected | 'closed') => {
	if (fault === 'closed') return {};
	return fault.kind === 'hang' ? { requestTimeout: 1_000 } : { backoff: 1 };
};

const table = readTables();

test('each request has a cell for each fault, and each cell is tried here', () => {
	const named = table.map(({ request, fault }) => `${request}: ${fault}`);
	const tried = Object.keys(requests).flatMap((request) =>
		Object.keys(faults)
			// only a batch that the hub took can be looked at
			.filter((fault) => !(request.startsWith('Looking at') && fault === 'nothing listens'))
			.map((fault) => `${request}: ${fault}`),
	);
	expect(named.sort()).toEqual(tried.sort());
});

describe.each(Object.entries(requests))('%s', (name, operations) => {
	test('all its operations have the same retry rule', () => {
		const rules = new Set(operations.map(([, endpoint]) => endpoints[endpoint]!.retry));
		expect(rules.size).toBe(1);
	});

	const cells = table
		.filter(({ request }) => request === name)
		.map((cell, place) => {
			const [operation, endpoint] = operations[place % operations.length]!;
			return { ...cell, operation, endpoint };
		});

	test.each(cells)(
		'$fault: $operation',
		async ({ fault: fallen, word, tries, operation, endpoint }) => {
			const chosen = faults[fallen]!;
			for (const fault of chosen === 'closed' ? [chosen] : chosen) {
				const { hub, n8n } = await setup({ timing: timingOf(fault), seed: completeSeed });
				const values = parametersOf(operation, hub);
				await inject(hub, endpoint, fault, n8n);
				const before = stateOf(hub);
				const result = await n8n.run(values, [{}], go);
				const what = `${JSON.stringify(fault)}: ${JSON.stringify(result.json())}`;
				const isRead = name.startsWith('Read');
				expect(result.json().length, what).toBeGreaterThan(0);
				const words = [...new Set(result.json().map((json) => wordOf(json, isRead)))];
				expect(words, what).toEqual([word === 'looked up' ? lookedUp(hub, before) : word]);
				// how often a batch is looked at depends on the time it takes
				if (endpoint !== 'batchGet' && fault !== 'closed')
					expect(hub.count({ endpoint }), what).toBe(tries);
			}
		},
	);
});
