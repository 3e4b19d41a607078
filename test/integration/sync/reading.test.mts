import { beforeEach, describe, expect, test } from 'vitest';
import { hintsOf } from '../../support/hints.mts';
import { bodies } from '../../support/items.mts';
import { addProducts } from '../../support/products.mts';
import { setup, type Setup } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	customizedSync,
	heldBy,
	priceSync,
	statuses,
	stockSync,
} from '../../support/sync.mts';

/** How many requests a comparison takes, and that whatever moves meanwhile is read again. */
let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: { products: 0 } });
});

const stockOf = (skus: readonly string[], estoque = 5) => skus.map((sku) => ({ sku, estoque }));
const reads = () => ({
	pages: at.hub.count({ endpoint: 'productList' }),
	products: at.hub.count({ endpoint: 'productGet' }),
	variations: at.hub.count({ endpoint: 'variationGet' }),
});

describe('requests', () => {
	test('2,000 simple SKUs, 30 changed: 20 pages and one batch, no single read', async () => {
		const skus = addSimple(at.hub, 2000);
		const list = stockOf(skus).map((entry, index) =>
			index % 67 === 0 ? { ...entry, estoque: 6 } : entry,
		);
		const result = await at.n8n.run(stockSync, list);
		expect(reads()).toEqual({ pages: 20, products: 0, variations: 0 });
		const sent = bodies<{ estoques: unknown[] }>(at.hub, 'stockBatch');
		expect(sent.map(({ estoques }) => estoques.length)).toEqual([30]);
		expect(hintsOf(result)[0]).toContain('2,000 compared, 30 updated');
		expect(hintsOf(result)[0]).toContain('Read: the product list (20 pages)');
	});

	test('prices of products without media prices are compared from the list as well', async () => {
		const skus = addSimple(at.hub, 300);
		at.hub.quirks.withoutMediaPrices = true;
		const prices = skus.map((sku) => ({ sku, precoDe: 99.9, precoPor: 79.9 }));
		const result = await at.n8n.run(priceSync, prices);
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['unchanged']));
		expect(reads()).toEqual({ pages: 3, products: 0, variations: 0 });
	});

	test('variations named after their product: one read for each product that is named', async () => {
		const skus = addVaried(at.hub, 150, 4);
		const named = skus.slice(0, 400);
		await at.n8n.run(stockSync, stockOf(named));
		expect(reads()).toEqual({ pages: 2, products: 100, variations: 0 });
	});

	test('variations whose SKUs say nothing of their product: at most one read for each product', async () => {
		const skus = addVaried(at.hub, 60, 4, (product, variation) => `${variation}X${product}`);
		const result = await at.n8n.run(stockSync, stockOf(skus, 6));
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['updated']));
		const { pages, products, variations } = reads();
		expect([pages, variations]).toEqual([1, 0]);
		expect(products).toBe(60);
	});

	test('few SKUs in a large catalogue are looked up one by one, and the hint says so', async () => {
		const skus = addSimple(at.hub, 1000);
		addVaried(at.hub, 1, 3);
		const result = await at.n8n.run(
			stockSync,
			stockOf([skus[900]!, skus[901]!, 'V0-0', 'V0-1', 'GONE'], 6),
		);
		expect(statuses(result.json())).toMatchObject({
			P900: 'updated',
			'V0-1': 'updated',
			GONE: 'notInHub',
		});
		expect(reads().pages).toBe(1);
		expect(hintsOf(result)[0]).toContain('fewer requests than the 11 pages');
	});

	test('one SKU costs one read', async () => {
		addSimple(at.hub, 300);
		await at.n8n.run(stockSync, stockOf(['P250']));
		expect(reads()).toEqual({ pages: 0, products: 1, variations: 0 });
	});

	test('a list much longer than the hub: no SKU that the hub does not have is looked up', async () => {
		addSimple(at.hub, 120);
		const unknown = Array.from({ length: 1000 }, (_, index) => `X${index}`);
		const result = await at.n8n.run(stockSync, stockOf([...unknown, 'P7'], 6));
		expect(statuses(result.json())).toMatchObject({
			X0: 'notInHub',
			X999: 'notInHub',
			P7: 'updated',
		});
		const { products, variations } = reads();
		expect(products + variations).toBeLessThanOrEqual(120);
	});

	test('values that the list does not show are read from the record', async () => {
		const skus = addSimple(at.hub, 3);
		const produtos = skus.map((skuProduto) =>
			skuProduto === 'P1' ? { skuProduto } : { skuProduto, estoque: '5' },
		);
		const body = { produtos, info: { offset: 0, limit: 100, total: 3 } };
		at.hub.faults.add({ endpoint: 'productList', kind: 'status', status: 200, body });
		const result = await at.n8n.run(stockSync, stockOf(skus));
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['unchanged']));
		expect(reads()).toEqual({ pages: 1, products: 1, variations: 0 });
	});
});

/** Runs `change` right after the hub has put together its answer number `page` of the product list. */
function afterPage(page: number, change: () => void): void {
	const { products } = at.hub.state;
	const values = products.values.bind(products);
	let answered = 0;
	products.values = () => {
		const answer = [...values()];
		if (++answered === page) change();
		return answer.values();
	};
}

describe('products that move while pages are read', () => {
	test.each([
		[1, 2],
		[2, 2],
		[4, 2],
		[1, 4],
		[4, 5],
	])(
		'three removed and, after page %i, %i added: those that slipped through are read',
		async (page, added) => {
			const skus = addSimple(at.hub, 500);
			afterPage(page, () => {
				for (const sku of ['P0', 'P1', 'P2']) at.hub.state.removeProduct(sku);
				const fresh = Array.from({ length: added }, (_, index) => ({ skuProduto: `NEW${index}` }));
				addProducts(at.hub, fresh);
			});
			const unknown = Array.from({ length: 20 }, (_, index) => `X${index}`);
			const result = await at.n8n.run(stockSync, stockOf([...skus, ...unknown], 6), {
				// the three that are gone may have been read before
				onError: 'continueRegularOutput',
			});
			const found = statuses(result.json());
			for (const sku of unknown) expect([sku, found[sku]]).toEqual([sku, 'notInHub']);
			for (const sku of skus.slice(3)) expect([sku, found[sku]]).toEqual([sku, 'updated']);
			for (const sku of skus.slice(3)) expect(heldBy(at.hub, sku)?.estoque).toBe(6);
		},
	);

	test('one that stands on two pages is read again: its last value counts', async () => {
		const skus = addSimple(at.hub, 250);
		afterPage(1, () => {
			const { products } = at.hub.state;
			const entries = [...products];
			const [moved] = entries.splice(0, 1);
			products.clear();
			for (const [sku, product] of [...entries, moved!]) products.set(sku, product);
		});
		const push = at.hub.log.push.bind(at.hub.log);
		at.hub.log.push = (...entries) => {
			if (entries.some(({ path }) => path === '/v1/products/P0')) heldBy(at.hub, 'P0')!.estoque = 6;
			return push(...entries);
		};
		const result = await at.n8n.run(stockSync, stockOf(skus, 6));
		expect(statuses(result.json())).toMatchObject({ P0: 'unchanged', P100: 'updated' });
		const sent = bodies<{ estoques: Array<{ sku: string }> }>(at.hub, 'stockBatch');
		const all = sent.flatMap(({ estoques }) => estoques.map(({ sku }) => sku));
		expect(all).not.toContain('P0');
		expect(all).toHaveLength(249);
	});
});

describe('customized prices', () => {
	function set(count: number): void {
		addSimple(at.hub, count);
		for (const { skuProduto, idProduto } of at.hub.state.products.values()) {
			at.hub.state.customizedPrices.set(`11|${skuProduto}`, {
				idProduto,
				skuProduto,
				idCanalIntegracao: 11,
				precoDe: 120,
				precoPor: 110,
			});
		}
	}
	const entry = (skuProduto: string, precoPor: number) => ({
		idCanalIntegracao: 11,
		skuProduto,
		precoDe: 120,
		precoPor,
	});
	const lists = () =>
		at.hub.log
			.filter(({ endpoint }) => endpoint === 'customizedPriceList')
			.map(({ query }) => query);

	test('a whole channel from its list', async () => {
		set(350);
		const list = Array.from({ length: 350 }, (_, index) =>
			entry(`P${index}`, index < 3 ? 100 : 110),
		);
		const result = await at.n8n.run(customizedSync, list);
		expect(lists()).toHaveLength(4);
		expect(lists().every(({ idCanalIntegracao, sku }) => idCanalIntegracao === '11' && !sku)).toBe(
			true,
		);
		const sent = bodies<{ precos: unknown[] }>(at.hub, 'customizedPriceSet');
		expect(sent.map(({ precos }) => precos.length)).toEqual([3]);
		expect(hintsOf(result)[0]).toContain('(4 pages)');
	});

	test('few of a large list by a filter of SKUs, also those of variations', async () => {
		set(900);
		addVaried(at.hub, 1, 2);
		const { idProduto } = at.hub.state.products.get('V0')!;
		at.hub.state.customizedPrices.set('11|V0-1', {
			idProduto,
			skuProduto: 'V0-1',
			idCanalIntegracao: 11,
			precoDe: 120,
			precoPor: 110,
		});
		const list = [entry('P700', 110), entry('P701', 100), entry('V0-1', 110)];
		const result = await at.n8n.run(customizedSync, list);
		expect(result.json().map(({ status }) => status)).toEqual([
			'unchanged',
			'updated',
			'unchanged',
		]);
		expect(lists().length).toBeLessThanOrEqual(3);
		expect(hintsOf(result)[0]).toContain('fewer requests than the 10 pages');
	});
});
