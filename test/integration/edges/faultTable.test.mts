import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../engine/engine.mts';
import type { HubN8n, OperationParameters } from '../../engine/nodes.mts';
import type { Fault, Hub } from '../../hub/index.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { asJson } from '../../support/items.mts';
import { byId, bySku } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

/*
 * Reads the table of docs/faults.md and holds every cell: each operation of the row with each fault of
 * the column.
 */

type Injected = Partial<Fault> & Pick<Fault, 'kind'>;
const always = 10_000;

/** What happens in the column; `closed`: the hub is stopped. */
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
};

interface Request {
	/** The endpoint that the fault hits. */
	endpoint: string;
	parameters(hub: Hub): OperationParameters;
}

const price = (hub: Hub) => {
	const place = { idCanalIntegracao: 11, prefixoCanalIntegracao: 'CLA', skuProduto: 'S0' };
	const { prefixoCanalIntegracao: _prefix, ...product } = place;
	const prices = { precoDe: 20, precoPor: 10 };
	hub.state.listings.set('11|CLA|S0', { ...place, codigoMkt: 'M', preco: prices });
	hub.state.customizedPrices.set('11|S0', { idProduto: 1, ...product, ...prices });
	return { listing: { ...place, ...prices }, customized: { ...product, ...prices } };
};
const channelAndSku = { idCanalIntegracao: byId(11), sku: bySku('S0') };
const stock = () => ({
	resource: 'stock',
	operation: 'updateBatch',
	...asJson({ sku: 'S0', estoque: 1 }),
});
const order = (hub: Hub, status: string) => byId(hub.createOrder({ status }).idPedido);
const product = (operation: string) => () => ({
	resource: 'product',
	operation,
	...asJson(productFields({ skuProduto: 'NEW' })),
});
const statusWrite = (operation: string, endpoint: string): Request => ({
	endpoint,
	parameters: (hub) => ({ resource: 'order', operation, idPedido: order(hub, 'pago') }),
});

/** The operations of each row. */
const requests: Record<string, Request[]> = {
	'Read: Get, Get Many': [
		{
			endpoint: 'orderGet',
			parameters: (hub) => ({
				resource: 'order',
				operation: 'get',
				idPedido: order(hub, 'pago'),
			}),
		},
		{
			endpoint: 'productGet',
			parameters: () => ({ resource: 'product', operation: 'get', sku: bySku('S0') }),
		},
		{ endpoint: 'productList', parameters: () => ({ resource: 'product', operation: 'getMany' }) },
		{
			endpoint: 'queueList',
			parameters: (hub) => {
				order(hub, 'pago');
				return { resource: 'orderQueue', operation: 'getMany' };
			},
		},
		{ endpoint: 'channels', parameters: () => ({ resource: 'channel', operation: 'getMany' }) },
	],
	'Stock and Price: Update in Batch': [
		{ endpoint: 'stockBatch', parameters: stock },
		{
			endpoint: 'priceBatch',
			parameters: () => ({
				resource: 'price',
				operation: 'updateBatch',
				...asJson({ sku: 'S0', precoDe: 20, precoPor: 10 }),
			}),
		},
	],
	'Product: Create in Batch': [{ endpoint: 'productBatch', parameters: product('createBatch') }],
	'Looking at a batch that the hub took': [{ endpoint: 'batchGet', parameters: stock }],
	'Product: Create; Sandbox Order: Create': [
		{ endpoint: 'productCreate', parameters: product('create') },
		{
			endpoint: 'sandboxOrderCreate',
			parameters: () => ({
				resource: 'sandboxOrder',
				operation: 'create',
				...asJson(sandboxOrderFields()),
			}),
		},
	],
	'Product: Update': [
		{
			endpoint: 'productUpdate',
			parameters: () => ({
				resource: 'product',
				operation: 'update',
				sku: bySku('S0'),
				...asJson({ nome: 'Novo nome' }),
			}),
		},
	],
	'Customized Price, Listing Price, Security Stock: Set': [
		{
			endpoint: 'customizedPriceSet',
			parameters: (hub) => ({
				resource: 'customizedPrice',
				operation: 'set',
				...asJson(price(hub).customized),
			}),
		},
		{
			endpoint: 'listingPriceSet',
			parameters: (hub) => ({
				resource: 'listingPrice',
				operation: 'set',
				...asJson(price(hub).listing),
			}),
		},
		{
			endpoint: 'securityStockSet',
			parameters: () => ({
				resource: 'securityStock',
				operation: 'set',
				...channelAndSku,
				estoqueSeguranca: 2,
			}),
		},
	],
	'Product, Customized Price, Listing Price: Delete': [
		{
			endpoint: 'productDelete',
			parameters: () => ({ resource: 'product', operation: 'delete', sku: bySku('S0') }),
		},
		{
			endpoint: 'customizedPriceDelete',
			parameters: (hub) => {
				price(hub);
				return { resource: 'customizedPrice', operation: 'delete', ...channelAndSku };
			},
		},
		{
			endpoint: 'listingPriceDelete',
			parameters: (hub) => {
				const { prefixoCanalIntegracao } = price(hub).listing;
				return {
					resource: 'listingPrice',
					operation: 'delete',
					prefixoCanalIntegracao,
					...channelAndSku,
				};
			},
		},
	],
	'Order Queue: Acknowledge': [
		{
			endpoint: 'acknowledge',
			parameters: (hub) => ({
				resource: 'orderQueue',
				operation: 'acknowledge',
				idPedido: order(hub, 'pago'),
				status: 'pago',
			}),
		},
	],
	'Order: Set as …; Sandbox Order: Simulate Payment': [
		statusWrite('setAsInvoiced', 'orderInvoiced'),
		statusWrite('setAsSent', 'orderSent'),
		statusWrite('setAsDelivered', 'orderDelivered'),
		{
			endpoint: 'sandboxOrderPaid',
			parameters: (hub) => ({
				resource: 'sandboxOrder',
				operation: 'simulatePayment',
				idPedido: order(hub, 'novo'),
			}),
		},
	],
};

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

const table = readTable();

test('every request and every fault is in the table, and every cell is tried here', () => {
	const rows = new Set(table.map(({ row }) => row));
	const columns = new Set(table.map(({ column }) => column));
	expect(Object.keys(requests)).toEqual([...rows]);
	expect(Object.keys(faults)).toEqual([...columns]);
	expect(table.length).toBeGreaterThan(80);
});

describe.each(Object.keys(requests))('%s', (name) => {
	test.each(table.filter(({ row }) => row === name))('$column', async ({ column, word, tries }) => {
		const chosen = faults[column]!;
		for (const { endpoint, parameters } of requests[name]!) {
			for (const fault of chosen === 'closed' ? [chosen] : chosen) {
				const { hub, n8n } = await setup();
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
