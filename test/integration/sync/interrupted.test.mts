import { expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { bodies } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import { addSimple, heldBy, unguardedStockSync as stockSync, writes } from '../../support/sync.mts';

/** A run that ends half-way leaves nothing behind that the next one would need. */
const list = Array.from({ length: 250 }, (_, index) => ({
	sku: `P${index}`,
	estoque: index < 240 ? 6 : 5,
}));

/** Aborts when the hub receives the request number `count` to an endpoint. */
function stopAt(hub: Hub, endpoint: string, count: number): AbortController {
	const stop = new AbortController();
	const push = hub.log.push.bind(hub.log);
	hub.log.push = (...entries) => {
		const length = push(...entries);
		if (entries.some((entry) => entry.endpoint === endpoint) && hub.count({ endpoint }) === count)
			stop.abort();
		return length;
	};
	return stop;
}

const batchesOf = (hub: Hub) =>
	bodies<{ estoques: Array<{ sku: string }> }>(hub, 'stockBatch').map(({ estoques }) =>
		estoques.map(({ sku }) => sku),
	);

test('stopped between comparing and sending: nothing is sent, and the next run does all of it', async () => {
	const { hub, n8n } = await setup({ seed: { products: 0 } });
	addSimple(hub, 250);
	const { signal } = stopAt(hub, 'productList', 3);
	const stopped = await n8n.run(stockSync, list, { signal });
	expect(stopped.status).toBe('canceled');
	expect(writes(hub)).toEqual([]);

	const result = await n8n.run(stockSync, list);
	expect(result.error).toBeUndefined();
	for (const { sku, estoque } of list) expect(heldBy(hub, sku)?.estoque).toBe(estoque);
});

test.each([1, 2])(
	'stopped when batch %i is sent: the next run sends only what is left',
	async (count) => {
		const { hub, n8n } = await setup({ seed: { products: 0 } });
		addSimple(hub, 250);
		const { signal } = stopAt(hub, 'stockBatch', count);
		const stopped = await n8n.run(stockSync, list, { signal });
		expect(stopped.status).toBe('canceled');
		const before = batchesOf(hub).length;
		expect(before).toBe(count);
		// the hub goes on with what it has taken
		hub.clock.advance(60_000);
		const left = list.filter(({ sku, estoque }) => heldBy(hub, sku)?.estoque !== estoque);

		const result = await n8n.run(stockSync, list);
		expect(result.error).toBeUndefined();
		expect(batchesOf(hub).slice(before).flat()).toEqual(left.map(({ sku }) => sku));
		for (const { sku, estoque } of list) expect(heldBy(hub, sku)?.estoque).toBe(estoque);
	},
);
