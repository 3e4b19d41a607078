import { describe, expect } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import {
	addCustomizedPrice,
	addListing,
	addProducts,
	addSkus,
	channelPrice,
	productFields,
} from '../../support/products.mts';
import {
	asJson,
	bodies,
	byId,
	bySku,
	go,
	mapped,
	op,
	requests,
	shown,
} from '../../support/items.mts';
import { create, customized, stock, stocks, stocksSent } from '../../support/batches.mts';
import { setup, test } from '../../support/setup.mts';

const skus = [
	...`A/B / a//b/ 50% %2F %25 % a?b ? a#b ação ç 😀 👩‍👩‍👧 é .hidden trailing. ... a..b ..a`.split(' '),
	...`a/../b ./a a&b=c a+b a;b "quoted" it's A,B {sku} $& variation null constructor __proto__ 0012 <b> [1] * ~`.split(
		' ',
	),
	...['a b', ' leading', 'trailing ', 'a\\b', 'a\tb', 'x'.repeat(250)],
];
const items = skus.map((sku) => ({ sku }));
const ofItem = { ...bySku(''), value: '={{ $json.sku }}' };
/** What each request asked for, as the hub understood it. */
const lastPart = (hub: Hub, endpoint: string) =>
	requests(hub, endpoint).map(({ path }) => decodeURIComponent(path.split('/').at(-1) ?? ''));
async function stocked() {
	const pair = await setup({ limits: false });
	addProducts(
		pair.hub,
		skus.map((skuProduto) => ({
			skuProduto,
			variacoes: [{ skuVariacao: `${skuProduto}♦`.slice(-250), tamanho: 'M' }],
		})),
	);
	return pair;
}

describe('SKUs reach the hub unchanged', () => {
	test.each([
		['get', {}, 'productGet'],
		['update', asJson({ nome: 'Novo' }), 'productUpdate'],
		['delete', {}, 'productDelete'],
	])('in the path: product %s', async (operation, more, endpoint) => {
		const { hub, n8n } = await stocked();
		const result = await n8n.run(
			{ resource: 'product', operation, sku: ofItem, simplify: false, ...more },
			items,
			go,
		);
		expect([...lastPart(hub, endpoint)].sort()).toEqual([...skus].sort());
		expect(result.json().map(({ error }) => error)).toEqual(skus.map(() => undefined));
		if (operation !== 'delete')
			expect(result.json().map(({ skuProduto }) => skuProduto)).toEqual(skus);
		else expect(skus.filter((sku) => hub.state.products.has(sku))).toEqual([]);
	});

	test('in the path: variations', async () => {
		const { hub, n8n } = await stocked();
		const variations = skus.map((sku) => ({ sku: `${sku}♦`.slice(-250) }));
		const get = op('product getVariation', { skuVariacao: '={{ $json.sku }}', simplify: false });
		const found = (await n8n.run(get, variations, go)).json();
		expect(found.map(({ skuVariacao }) => ({ sku: skuVariacao }))).toEqual(variations);
		expect(hub.count({ endpoint: 'variationGet', status: 200 })).toBe(skus.length);
	});

	test('in the path: customized and listing prices, with a prefix of such characters', async () => {
		const { hub, n8n } = await stocked();
		for (const sku of skus) {
			const prefixoCanalIntegracao = sku.slice(0, 10);
			addCustomizedPrice(hub, sku);
			const preco = { precoDe: 2, precoPor: 1 };
			addListing(hub, sku, { prefixoCanalIntegracao, codigoMkt: 'MKT', preco });
		}
		const common = { operation: 'delete', idCanalIntegracao: byId(11), sku: ofItem };
		const product = await n8n.run({ resource: 'customizedPrice', ...common }, items, go);
		const prefix = { prefixoCanalIntegracao: '={{ $json.sku.slice(0, 10) }}' };
		const listing = await n8n.run({ resource: 'listingPrice', ...common, ...prefix }, items, go);
		for (const result of [product, listing])
			expect(result.json()).toEqual(skus.map(() => ({ deleted: true })));
		expect(hub.state.customizedPrices.size).toBe(0);
		const listings = [...hub.state.listings.values()];
		expect(listings.filter(({ codigoMkt, preco }) => codigoMkt === 'MKT' && preco)).toEqual([]);
	});

	test.each(['securityStock', 'customizedPrice'])(
		'in the query: the filter of %s, one by one and all together',
		async (resource) => {
			const { hub, n8n } = await stocked();
			const parameters = { resource, operation: 'getMany', returnAll: true };
			await n8n.run({ ...parameters, filters: { sku: '={{ [$json.sku] }}' as never } }, items);
			await n8n.done({ ...parameters, filters: { sku: skus } });
			const asked = hub.log
				.filter(({ endpoint }) => endpoint === `${resource}List`)
				.map(({ query }) => query.sku);
			expect(asked.slice(0, -1).sort()).toEqual([...skus].sort());
			expect(asked.at(-1)).toBe(skus.join('|'));
		},
	);

	test('in bodies, but without the blanks that spreadsheets leave around them', async ({
		hub,
		n8n,
	}) => {
		addSkus(hub, ['P0']);
		const synced = await n8n.run(op('stock sync', mapped), stocks(['P0 '], 7));
		expect(synced.json()).toMatchObject([{ sku: 'P0', status: 'updated' }]);
		const updated = await n8n.run(stock, stocks(['\u00a0P0\t'], 8));
		expect(updated.json()).toMatchObject([{ sku: 'P0', sucesso: true }]);
		await n8n.run(customized, [channelPrice('P0 ')]);
		expect([...hub.state.customizedPrices.keys()]).toEqual(['11|P0']);
		const variacoes = [{ skuVariacao: 'N-M ', tamanho: 'M', precoDe: 2, precoPor: 1 }];
		const product = productFields({ skuProduto: 'N ', skuProdutoLider: 'N', variacoes });
		await n8n.run(create, [product]);
		const own = { skuProduto: 'N', skuProdutoLider: 'N' };
		expect(hub.state.findSku('N-M')?.product).toMatchObject(own);
	});

	test('a product whose own SKU has blanks can be read and changed', async ({ hub, n8n }) => {
		addSkus(hub, [' P0 ']);
		const product = { resource: 'product', sku: bySku(' P0 '), simplify: false };
		const read = await n8n.run({ ...product, operation: 'get' });
		const record = { ...read.json()[0], nome: 'Novo' };
		await n8n.done({ ...product, operation: 'update', ...mapped }, [record]);
		expect(hub.state.products.get(' P0 ')).toMatchObject({ nome: 'Novo' });
	});

	test('in bodies: batches and security stock, and in their results', async () => {
		const { hub, n8n } = await setup({ limits: false });
		const trimmed = skus.filter((sku) => sku === sku.trim());
		addSkus(hub, skus);
		const updated = await n8n.run(stock, stocks(trimmed, 3), go);
		expect(updated.json()).toMatchObject(trimmed.map((sku) => ({ sku, sucesso: true })));
		expect(stocksSent(hub)[0]?.map(({ sku }) => sku)).toEqual(trimmed);
		await n8n.run(
			op('securityStock set', { idCanalIntegracao: byId(11), sku: ofItem, estoqueSeguranca: 1 }),
			items,
		);
		expect(bodies<{ sku: string }>(hub, 'securityStockSet').map(({ sku }) => sku)).toEqual(skus);
	});
});

describe('a SKU that an address or a filter cannot hold is refused, and nothing is sent', () => {
	test.each(['.', '..'])('%j in a path', async (sku) => {
		const { hub, n8n } = await setup();
		for (const operation of ['get', 'delete']) {
			const result = await n8n.run({ resource: 'product', operation, sku: bySku(sku) });
			expect(shown(result.nodeError)).toContain(`must not be '${sku}'`);
		}
		const place = { idCanalIntegracao: byId(11), sku: bySku('A'), prefixoCanalIntegracao: sku };
		const prefix = await n8n.run(op('listingPrice delete', place));
		expect(shown(prefix.nodeError)).toContain('`prefixoCanalIntegracao`');
		expect(hub.log.filter(({ endpoint }) => endpoint !== 'auth')).toEqual([]);
	});

	test.each(['securityStock', 'customizedPrice'])(
		'a vertical bar in the filter of %s',
		async (resource) => {
			const { hub, n8n } = await setup();
			const filters = { sku: ['A', 'B|C'] };
			const result = await n8n.run({ resource, operation: 'getMany', filters });
			expect(shown(result.nodeError)).toMatch(/`sku` must not hold a vertical bar: 'B\|C'/);
			expect(hub.log.filter(({ endpoint }) => endpoint !== 'auth')).toEqual([]);
		},
	);

	test('a vertical bar is accepted in a body and in a path', async ({ hub, n8n }) => {
		addProducts(hub, [{ skuProduto: 'B|C' }]);
		const updated = await n8n.run(stock, stocks(['B|C']));
		expect(updated.json()).toMatchObject([{ sku: 'B|C', sucesso: true }]);
		const deleted = await n8n.run(op('product delete', { sku: bySku('B|C') }));
		expect(deleted.json()).toEqual([{ deleted: true }]);
	});
});
