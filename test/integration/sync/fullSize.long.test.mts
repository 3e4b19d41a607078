import { describe, expect, test } from 'vitest';
import { hintsOf } from '../../support/hints.mts';
import { bodies } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import { addSimple, addVaried, heldBy, stockSync } from '../../support/sync.mts';

/** Catalogues of 20,000 SKUs of which 300 have changed, with the hub's limits in force. */
const size = 20_000;
const changed = 300;

const listOf = (skus: readonly string[]) =>
	skus.map((sku, index) => ({ sku, estoque: index % (size / changed) < 1 ? 6 : 5 }));

describe.each([
	{ name: 'simple products', add: addSimple, pages: 200, products: 0 },
	{
		name: '4,000 products with five variations each',
		add: (hub: Parameters<typeof addVaried>[0]) => addVaried(hub, size / 5, 5),
		pages: 40,
		products: 4_000,
	},
])('20,000 SKUs of $name', ({ add, pages, products }) => {
	test('300 changed: the documented number of requests, never more than the limits', async () => {
		const { hub, n8n } = await setup({ seed: { products: 0 } });
		const skus = add(hub, size);
		const list = listOf(skus);
		const wanted = list.filter(({ estoque }) => estoque === 6);
		expect(wanted).toHaveLength(changed);

		const result = await n8n.run(stockSync, list);
		expect(result.error).toBeUndefined();
		expect(hintsOf(result)[0]).toContain('20,000 compared, 300 updated');
		expect(hub.count({ endpoint: 'productList' })).toBe(pages);
		expect(hub.count({ endpoint: 'productGet' })).toBe(products);
		expect(hub.count({ endpoint: 'variationGet' })).toBe(0);
		const batches = bodies<{ estoques: unknown[] }>(hub, 'stockBatch');
		expect(batches.map(({ estoques }) => estoques.length)).toEqual([100, 100, 100]);
		for (const { sku } of wanted) expect(heldBy(hub, sku)?.estoque).toBe(6);
		expect(hub.count({ status: 429 })).toBe(0);
	}, 120_000);
});
