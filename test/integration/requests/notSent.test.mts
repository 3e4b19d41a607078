import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { go, mapped, op } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import { addSimple } from '../../support/sync.mts';
import { eachSent, longestWait, numbers } from '../../support/waits.mts';

/** What was not sent because the hub is gone is not called refused. */

const skus = Array.from({ length: 250 }, (_, index) => `P${index}`);
const stocks = skus.map((sku): IDataObject => ({ sku, estoque: 6 }));
const prices = skus.map((skuProduto): IDataObject => {
	return { idCanalIntegracao: 11, skuProduto, precoDe: 99.9, precoPor: 79.9 };
});
const writes = [
	['stock sync', 'stockBatch', stocks],
	['stock updateBatch', 'stockBatch', stocks],
	['customizedPrice set', 'customizedPriceSet', prices],
	['customizedPrice sync', 'customizedPriceSet', prices],
] as const;
const troubles = [
	['429', { kind: 'status', status: 429 }, undefined],
	['503', { kind: 'status', status: 503 }, 'unknown'],
	['silence', { kind: 'resetAfter' }, 'unknown'],
] as const;

test.each(writes.flatMap((write) => troubles.map((trouble) => [...write, ...trouble] as const)))(
	'%s: what comes after a first %s that is not answered (%#) is not sent',
	async (name, endpoint, items, _trouble, fault, first) => {
		const { hub, n8n } = await setup({ seed: { products: 0 } });
		addSimple(hub, 250);
		hub.faults.add({ ...fault, endpoint, times: 10_000 });
		const result = await n8n.run(
			op(name, { ...mapped, guardMode: 'off', ...longestWait(0.001) }),
			[...items],
			go,
		);
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
	const result = await n8n.run({ ...eachSent, ...longestWait(0.001) }, numbers(3), go);
	expect(result.json().map(({ outcome }) => outcome)).toEqual([undefined, 'notSent', 'notSent']);
});
