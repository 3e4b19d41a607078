import range from 'lodash/range.js';
import type { Hub } from '../../hub/index.mts';
import { describe, expect, test } from 'vitest';
import { pricesSent, stocks, stocksSent } from '../../support/batches.mts';
import { answer, asJson, go, requests } from '../../support/items.mts';
import {
	addCustomizedPrice,
	addSecurityStock,
	addSkus,
	productFields,
} from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addPrices,
	addSimple,
	addVaried,
	afterPage,
	customizedSync,
	heldBy,
	onRequest,
	priceOf,
	productSync,
	securitySync,
	statuses,
	stopAt,
	unguardedProductSync,
	unguardedStockSync as stockSync,
	writes,
} from '../../support/sync.mts';

/** Records that move from page to page while a sync reads them: none counts as missing. */
const at = setupEach({ seed: { products: 0 } });

describe('products that move while pages are read', () => {
	test.each([
		[1, 2],
		[2, 2],
		[4, 2],
		[1, 4],
		[4, 5],
	])('after page %i three products go and %i come: no product is missed', async (page, added) => {
		const skus = addSimple(at.hub, 500);
		afterPage(at.hub.state.products, page, () => {
			for (const sku of ['P0', 'P1', 'P2']) at.hub.state.removeProduct(sku);
			addSimple(at.hub, added, 'NEW');
		});
		const unknown = Array.from({ length: 20 }, (_, index) => `X${index}`);
		// the three that are gone may have been read before
		const result = await at.n8n.run(stockSync, stocks([...skus, ...unknown], 6), go);
		const found = statuses(result.json());
		for (const sku of unknown) expect([sku, found[sku]]).toEqual([sku, 'notInHub']);
		for (const sku of skus.slice(3)) expect([sku, found[sku]]).toEqual([sku, 'updated']);
		for (const sku of skus.slice(3)) expect(heldBy(at.hub, sku)?.estoque).toBe(6);
	});

	test.each([5, 50])(
		'one product goes and another comes, with %i SKUs that the hub does not have: no product is missed',
		async (unknown) => {
			const skus = addSimple(at.hub, 500);
			afterPage(at.hub.state.products, 1, () => {
				at.hub.state.removeProduct('P0');
				addSkus(at.hub, ['NEW']);
			});
			const others = Array.from({ length: unknown }, (_, index) => `X${index}`);
			const result = await at.n8n.run(stockSync, stocks([...skus.slice(1), ...others], 6));
			const found = statuses(result.json());
			for (const sku of skus.slice(1)) expect([sku, found[sku]]).toEqual([sku, 'updated']);
			for (const sku of others) expect([sku, found[sku]]).toEqual([sku, 'notInHub']);
		},
	);

	test('nothing is set to zero where a product that only the second look shows cannot be read', async () => {
		const skus = addSimple(at.hub, 120);
		afterPage(at.hub.state.products, 2, () => void addSkus(at.hub, ['LATE']));
		at.hub.faults.add({ path: '/v1/products/LATE', kind: 'status', status: 400, times: Infinity });
		const unknown = Array.from({ length: 21 }, (_, index) => `X${index}`);
		const whole = { ...stockSync, wholeList: true, missingInList: 'zero' };
		const result = await at.n8n.run(whole, stocks([...skus.slice(1), ...unknown], 5), go);
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['notSent']));
		expect(writes(at.hub)).toEqual([]);
	});

	test('a product that stands on two pages is compared and sent once', async () => {
		const skus = addSimple(at.hub, 250);
		afterPage(at.hub.state.products, 1, () => {
			const { products } = at.hub.state;
			const [[sku, first] = ['', undefined]] = products;
			products.delete(sku);
			products.set(sku, first!);
		});
		const result = await at.n8n.run(stockSync, stocks(skus, 6));
		expect(result.json().map(({ sku, status }) => [sku, status])).toEqual(
			skus.map((sku) => [sku, 'updated']),
		);
		expect(batchesOf(at.hub).flat().sort()).toEqual([...skus].sort());
	});
});

test.each([3, 50])(
	'customized prices: one goes, another comes, and %i are new to the channel: the price that slipped through is guarded',
	async (fresh) => {
		addPrices(at.hub, 350);
		addSimple(at.hub, fresh, 'NEW');
		const { customizedPrices } = at.hub.state;
		afterPage(customizedPrices, 1, () => {
			const first = customizedPrices.get('11|P0')!;
			customizedPrices.delete('11|P0');
			customizedPrices.set('11|LATE', { ...first, skuProduto: 'LATE' });
		});
		const known = Array.from({ length: 349 }, (_, index) => priceOf(`P${index + 1}`));
		const wrong = known.map((price) =>
			price.skuProduto === 'P100' ? { ...price, precoDe: 12_000, precoPor: 11_000 } : price,
		);
		const added = Array.from({ length: fresh }, (_, index) => priceOf(`NEW${index}`));
		const result = await at.n8n.run(customizedSync, [...wrong, ...added], go);
		const found = statuses(result.json());
		expect(found).toMatchObject({ P100: 'held', P101: 'unchanged', NEW0: 'updated' });
		expect(customizedPrices.get('11|P100')?.precoPor).toBe(110);
	},
);

test.each([
	['without a price', '11|P5', 0],
	['twice, with different prices', '11|P5 again', 90],
])(
	'customized prices: one that a second look shows %s is compared with what the first one showed',
	async (_how, key, price) => {
		addPrices(at.hub, 30);
		const added = addSimple(at.hub, 25, 'NEW');
		const { customizedPrices } = at.hub.state;
		onRequest(at.hub, 'customizedPriceList', 2, () => {
			const before = customizedPrices.get('11|P5')!;
			customizedPrices.set(key, { ...before, precoDe: price, precoPor: price });
		});
		const list = [...range(30).map((index) => `P${index}`), ...added].map((sku) => priceOf(sku));
		Object.assign(list[5]!, { precoDe: 1.2, precoPor: 1.1 });
		const result = await at.n8n.run(customizedSync, list, go);
		const found = statuses(result.json());
		expect(found).toMatchObject({ P4: 'unchanged', P5: 'held', NEW0: 'updated' });
		expect(requests(at.hub, 'customizedPriceList').length).toBeLessThanOrEqual(2);
		expect(pricesSent(at.hub, 'customizedPriceSet').flat()).toHaveLength(25);
	},
);

test('Product: Sync: one that slipped through is not registered again, beside 21 new ones', async () => {
	const skus = addSimple(at.hub, 250);
	onRequest(at.hub, 'productList', 2, () => {
		at.hub.state.removeProduct('P0');
		addSkus(at.hub, ['LATE']);
	});
	const fresh = Array.from({ length: 21 }, (_, index) =>
		productFields({ skuProduto: `NEW${index}` }),
	);
	const known = skus.slice(1).map((skuProduto) => ({ skuProduto, ativo: true }));
	const result = await at.n8n.done({
		...{ ...productSync, wholeList: true },
		...asJson([...known, ...fresh]),
	});
	const found = statuses(result.json());
	for (const sku of skus.slice(1)) expect([sku, found[sku]]).toEqual([sku, 'unchanged']);
	for (const { skuProduto: sku } of fresh) expect([sku, found[sku]]).toEqual([sku, 'created']);
});

test('Product: Sync: nor is one whose SKU is also that of a variation', async () => {
	addVaried(at.hub, 1, 1, () => 'X');
	addSimple(at.hub, 99);
	addSkus(at.hub, ['X', ...range(50).map((index) => `Q${index}`)]);
	// X moves from page 2 to page 1, which was read
	onRequest(at.hub, 'productList', 2, () => {
		at.hub.state.removeProduct('P0');
		addSkus(at.hub, ['LATE']);
	});
	const descricao = 'Uma descrição.';
	const fresh = range(40).map((index) => productFields({ skuProduto: `NEW${index}`, descricao }));
	const list = [
		{ skuProduto: 'V0', descricao },
		...fresh,
		productFields({ skuProduto: 'X', descricao }),
	];
	const dry = { ...unguardedProductSync, dryRun: true };
	const result = await at.n8n.done({ ...dry, ...asJson(list) });
	const found = statuses(result.json());
	expect(found).toMatchObject({ V0: 'wouldUpdate', NEW0: 'wouldCreate', X: 'wouldUpdate' });
});

test('customized prices: one of a product that slipped through counts as named by its variation', async () => {
	addSimple(at.hub, 100);
	const variations = addVaried(at.hub, 1, 40);
	const others = addSimple(at.hub, 60, 'Q');
	for (const sku of ['V0', ...variations, ...others]) addCustomizedPrice(at.hub, sku, priceOf(sku));
	// V0 moves from page 2 of the products to page 1, which was read
	onRequest(at.hub, 'productList', 2, () => {
		at.hub.state.removeProduct('P0');
		addSkus(at.hub, ['LATE']);
	});
	const whole = { wholeList: true, missingInList: 'delete', guardMode: 'off' };
	const list = [...variations, ...others.slice(30)].map((sku) => priceOf(sku));
	const result = await at.n8n.done({ ...customizedSync, ...whole }, list);
	expect(statuses(result.json())).toMatchObject({ 'V0-1': 'unchanged', Q0: 'deleted' });
	expect(at.hub.state.customizedPrices.has('11|V0')).toBe(true);
});

test.each([0, 30])(
	'customized prices: that of a variation which slipped through is found under its product, beside %i new ones',
	async (count) => {
		addVaried(at.hub, 1, 2);
		addPrices(at.hub, 100);
		addCustomizedPrice(at.hub, 'V0-1', priceOf('V0-1'));
		const others = addSimple(at.hub, 250, 'Q');
		for (const sku of others) addCustomizedPrice(at.hub, sku, priceOf(sku));
		const { customizedPrices } = at.hub.state;
		// V0-1 moves from page 2 to page 1, which was read
		afterPage(customizedPrices, 1, () => {
			customizedPrices.delete('11|P0');
			addCustomizedPrice(at.hub, 'LATE', priceOf('LATE'));
		});
		const added = addSimple(at.hub, count, 'NEW');
		const list = ['P1', 'P2', 'V0-1', ...others, ...added].map((sku) => priceOf(sku));
		const result = await at.n8n.done(customizedSync, list);
		expect(statuses(result.json())).toMatchObject({ P1: 'unchanged', 'V0-1': 'unchanged' });
		expect(pricesSent(at.hub, 'customizedPriceSet').flat()).toHaveLength(count);
		expect(writes(at.hub)).toHaveLength(Math.ceil(count / 100));
	},
);

test.each([1, 25])(
	'security stock: that of a product slipped through, and its value for %i variations is not taken for 0',
	async (count) => {
		const first = addSimple(at.hub, 100);
		const variations = addVaried(at.hub, 1, count);
		const products = [...first, 'V0', ...addSimple(at.hub, 250, 'Q')];
		for (const sku of products) addSecurityStock(at.hub, sku, 5);
		addSkus(at.hub, ['LATE']);
		const { products: inHub, securityStock } = at.hub.state;
		// V0 moves from page 2 to page 1, which was read
		afterPage(securityStock, 1, () => {
			securityStock.delete(`11|${inHub.get('P0')!.idAtributoSimples}`);
			addSecurityStock(at.hub, 'LATE', 5);
		});
		const row = (sku: string, estoqueSeguranca: number) => ({
			...{ idCanalIntegracao: 11, sku, estoqueSeguranca },
		});
		const known = products.filter((sku) => !['P0', 'V0'].includes(sku));
		const list = [...known.map((sku) => row(sku, 5)), ...variations.map((sku) => row(sku, 0))];
		const result = await at.n8n.done({ ...securitySync, guardMode: 'off' }, list);
		const found = statuses(result.json());
		for (const sku of known) expect([sku, found[sku]]).toEqual([sku, 'unchanged']);
		for (const sku of variations) expect([sku, found[sku]]).toEqual([sku, 'updated']);
	},
);

test('security stock: a product that slipped through is not taken for one without, beside 25 SKUs that the hub does not have', async () => {
	addSimple(at.hub, 100);
	const variations = addVaried(at.hub, 1, 2);
	at.hub.quirks.securityStockByVariation = true;
	const rowOf = (sku: string, estoqueSeguranca: number) => ({
		...{ idCanalIntegracao: 11, sku, estoqueSeguranca },
	});
	const unguarded = { ...securitySync, guardMode: 'off' };
	await at.n8n.done(
		unguarded,
		variations.map((sku) => rowOf(sku, 5)),
	);
	// V0 moves from page 2 of the products to page 1, which was read
	onRequest(at.hub, 'productList', 2, () => {
		at.hub.state.removeProduct('P0');
		addSkus(at.hub, ['LATE']);
	});
	const unknown = Array.from({ length: 25 }, (_, index) => rowOf(`X${index}`, 1));
	const result = await at.n8n.run(unguarded, [...unknown, rowOf('V0', 0)], go);
	expect(result.json().at(-1)).toMatchObject({ sku: 'V0', status: 'updated' });
	expect(result.json().at(-1)).not.toHaveProperty('note');
});

test.each([3, 25])(
	'security stock: the entry of a product that slipped through counts for its %i variations',
	async (count) => {
		const variations = addVaried(at.hub, 1, count);
		addSecurityStock(at.hub, 'V0', 5);
		const rows = range(200).map((index) => ({
			...{ idProduto: index, skuProduto: `W${index}` },
			...{ idCanalIntegracao: 11, qtdEstoqueSeguranca: 5 },
		}));
		for (const page of [rows.slice(0, 100), rows.slice(100)])
			answer(at.hub, 'securityStockList', {
				produtosEstoqueSeguranca: { Canal: page },
				info: { total: 200, limit: 100 },
			});
		const list = variations.map((sku) => ({
			...{ idCanalIntegracao: 11, sku, estoqueSeguranca: 0 },
		}));
		const whole = { ...securitySync, wholeList: true, guardMode: 'off', dryRun: true };
		const found = statuses((await at.n8n.done(whole, list)).json());
		expect(requests(at.hub, 'securityStockList').length).toBeLessThanOrEqual(3);
		expect(found).toMatchObject({ 'V0-0': 'wouldUpdate', 'V0-2': 'wouldUpdate' });
	},
);

test('security stock: an entry that slipped through is found though no filter takes its SKU', async () => {
	const first = addSimple(at.hub, 100);
	addSkus(at.hub, ['A|B']);
	const skus = [...first, 'A|B', ...addSimple(at.hub, 50, 'Q')];
	addSkus(at.hub, ['LATE']);
	for (const sku of skus) addSecurityStock(at.hub, sku, 5);
	// A|B moves from page 2 to page 1, which was read
	onRequest(at.hub, 'securityStockList', 2, () => {
		const { products, securityStock } = at.hub.state;
		securityStock.delete(`11|${products.get('P0')!.idAtributoSimples}`);
		addSecurityStock(at.hub, 'LATE', 5);
	});
	const rowOf = (sku: string, estoqueSeguranca: number) => ({
		...{ idCanalIntegracao: 11, sku, estoqueSeguranca },
	});
	const list = skus.slice(1).map((sku) => rowOf(sku, sku === 'A|B' ? 0 : 5));
	const result = await at.n8n.run({ ...securitySync, dryRun: true }, list, go);
	expect(statuses(result.json())).toMatchObject({ 'A|B': 'wouldUpdate', P1: 'unchanged' });
});

/** A run that ends half-way leaves nothing behind that the next one would need. */
const list = Array.from({ length: 250 }, (_, index) => ({
	sku: `P${index}`,
	estoque: index < 240 ? 6 : 5,
}));

const batchesOf = (hub: Hub) => stocksSent(hub).map((entries) => entries.map(({ sku }) => sku));

test('a run stopped between comparing and sending sends nothing, and the next run does all of it', async () => {
	const { hub, n8n } = at;
	addSimple(hub, 250);
	const { signal } = stopAt(hub, 'productList', 3);
	const stopped = await n8n.run(stockSync, list, { signal });
	expect(stopped.status).toBe('canceled');
	expect(writes(hub)).toEqual([]);

	await n8n.done(stockSync, list);
	for (const { sku, estoque } of list) expect(heldBy(hub, sku)?.estoque).toBe(estoque);
});

test.each([1, 2])('a run stopped at batch %i: the next run sends the rest', async (count) => {
	const { hub, n8n } = at;
	addSimple(hub, 250);
	const { signal } = stopAt(hub, 'stockBatch', count);
	const stopped = await n8n.run(stockSync, list, { signal });
	expect(stopped.status).toBe('canceled');
	const before = batchesOf(hub).length;
	expect(before).toBe(count);
	// the hub goes on with what it has taken
	hub.clock.advance(60_000);
	const left = list.filter(({ sku, estoque }) => heldBy(hub, sku)?.estoque !== estoque);

	await n8n.done(stockSync, list);
	expect(batchesOf(hub).slice(before).flat()).toEqual(left.map(({ sku }) => sku));
	for (const { sku, estoque } of list) expect(heldBy(hub, sku)?.estoque).toBe(estoque);
});
