import { expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { stocksSent } from '../../support/batches.mts';
import { go, hintsOf } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	customizedSync,
	heldBy,
	priceOf,
	priceSync,
	stockSync,
} from '../../support/sync.mts';

/** How many SKUs of a catalogue have changed. */
const changed = 300;

interface Catalogue {
	name: string;
	add: (hub: Hub) => string[];
	pages: number;
	products: number;
}

test.each<Catalogue>([
	{ name: '20,000 simple products', add: (hub) => addSimple(hub, 20_000), pages: 200, products: 0 },
	{
		name: '800 products with five variations each',
		add: (hub) => addVaried(hub, 800, 5),
		pages: 8,
		products: 800,
	},
])(
	'$name, 300 SKUs changed: the documented number of requests, never more than the limits',
	async ({ add, pages, products }) => {
		const { hub, n8n } = await setup({ seed: { products: 0 } });
		const skus = add(hub);
		const isChanged = (index: number) => index % (skus.length / changed) < 1;
		const list = skus.map((sku, index) => ({ sku, estoque: isChanged(index) ? 6 : 5 }));
		const wanted = list.filter(({ estoque }) => estoque === 6);
		expect(wanted).toHaveLength(changed);

		const result = await n8n.done(stockSync, list);
		expect(hintsOf(result)[0]).toContain(`${skus.length} compared, 300 updated`);
		expect(hub.count({ endpoint: 'productList' })).toBe(pages);
		expect(hub.count({ endpoint: 'productGet' })).toBe(products);
		expect(hub.count({ endpoint: 'variationGet' })).toBe(0);
		expect(stocksSent(hub).map(({ length }) => length)).toEqual([100, 100, 100]);
		for (const { sku } of wanted) expect(heldBy(hub, sku)?.estoque).toBe(6);
		expect(hub.count({ status: 429 })).toBe(0);
	},
	120_000,
);

test.each<[string, typeof stockSync, (sku: string) => object]>([
	['stocks', stockSync, (sku) => ({ sku, estoque: 6 })],
	['prices', priceSync, (sku) => ({ sku, precoDe: 99.9, precoPor: 75 })],
	['prices of a channel', customizedSync, (sku) => ({ ...priceOf(sku, 75), precoDe: 99.9 })],
])(
	'500 changed %s of 200,000 SKUs: under two minutes at 40 ms an answer and the real limits',
	async (_name, parameters, rowOf) => {
		const { hub, n8n } = await setup({
			...{ seed: { products: 0, channels: 3 }, timeScale: 1, latency: 40 },
		});
		const skus = addVaried(hub, 40_000, 5);
		const list = skus.filter((_sku, index) => index % 400 === 0).map(rowOf);
		const began = performance.now();
		const result = await n8n.done({ ...parameters, onlyChanges: true }, list as []);
		expect(performance.now() - began).toBeLessThan(120_000);
		expect(hintsOf(result)[0]).toContain('500 compared, 500 updated');
		expect(hub.count({ endpoint: 'productList' })).toBe(0);
		expect(hub.count({ status: 404 })).toBeLessThanOrEqual(30);
		expect(hub.count({ status: 429 })).toBe(0);
	},
	180_000,
);

test('150,000 rows without a SKU: each says what it lacks, with On Error set to Continue', async () => {
	const { n8n } = await setup();
	const list = Array.from({ length: 150_000 }, () => ({ estoque: 5 }));
	const said = (await n8n.run(stockSync, list, go)).json().map(({ error }) => String(error));
	expect(said).toHaveLength(list.length);
	expect([...new Set(said)]).toEqual(['SKU (`sku`) is required']);
}, 120_000);
