import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { mapped } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';
import { addSimple, unguardedStockSync } from '../../support/sync.mts';
import { go, longestWait } from './waits.mts';

/** What was not sent because the hub is gone is not called refused. */

const skus = Array.from({ length: 250 }, (_, index) => `P${index}`);
const stocks = skus.map((sku): IDataObject => ({ sku, estoque: 6 }));
const prices = skus.map((skuProduto): IDataObject => {
	return { idCanalIntegracao: 11, skuProduto, precoDe: 99.9, precoPor: 79.9 };
});
const writes = [
	{
		name: 'Stock: Sync',
		parameters: unguardedStockSync,
		items: stocks,
		endpoint: 'stockBatch',
	},
	{
		name: 'Stock: Update in Batch',
		parameters: { resource: 'stock', operation: 'updateBatch', ...mapped },
		items: stocks,
		endpoint: 'stockBatch',
	},
	{
		name: 'Customized Price: Set',
		parameters: { resource: 'customizedPrice', operation: 'set', ...mapped },
		items: prices,
		endpoint: 'customizedPriceSet',
	},
	{
		name: 'Customized Price: Sync',
		parameters: { ...unguardedStockSync, resource: 'customizedPrice' },
		items: prices,
		endpoint: 'customizedPriceSet',
	},
];
const troubles = [
	{ trouble: '429', fault: { kind: 'status', status: 429 }, first: undefined },
	{ trouble: '503', fault: { kind: 'status', status: 503 }, first: 'unknown' },
	{ trouble: 'silence', fault: { kind: 'resetAfter' }, first: 'unknown' },
] as const;

test.each(writes.flatMap((write) => troubles.map((trouble) => ({ ...write, ...trouble }))))(
	'$name, a hub that only gives $trouble: what comes after the first request is not sent',
	async ({ parameters, items, endpoint, fault, first }) => {
		const { hub, n8n } = await setup({ seed: { products: 0 } });
		addSimple(hub, 250);
		hub.faults.add({ ...fault, endpoint, times: 10_000 });
		const result = await n8n.run({ ...parameters, ...longestWait(0.001) }, items, go);
		const json = result.json();
		expect(json).toHaveLength(items.length);
		const [tried, rest] = [json.slice(0, 100), json.slice(100)];
		for (const { outcome } of tried) expect(outcome).toBe(first);
		for (const { outcome, status = 'notSent' } of rest)
			expect([outcome, status]).toEqual(['notSent', 'notSent']);
	},
);

test('of changes of single orders, too', async () => {
	const { hub, n8n } = await setup();
	hub.faults.add({ kind: 'status', status: 429, endpoint: 'orderSent', times: 10_000 });
	const sent = { resource: 'order', operation: 'setAsSent', idPedido: byId('={{ $json.id }}') };
	const items = [{ id: 1 }, { id: 2 }, { id: 3 }];
	const result = await n8n.run({ ...sent, ...longestWait(0.001) }, items, go);
	expect(result.json().map(({ outcome }) => outcome)).toEqual([undefined, 'notSent', 'notSent']);
});
