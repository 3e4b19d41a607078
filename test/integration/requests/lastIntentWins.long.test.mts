import { type OperationParameters, startN8n } from '../../engine/nodes.mts';
import { describe, expect, test } from 'vitest';
import { startHub, type Hub } from '../../hub/index.mts';
import { waitFor } from '../../server/wait.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { asJson, shown } from '../../support/items.mts';
import { byId, bySku } from '../../support/locators.mts';
import { setup, type SetupOptions } from '../../support/setup.mts';
import { stopwatch } from '../../support/stopwatch.mts';

/** Long enough for the second run to come while the first one waits to repeat. */
const pause = 300;

async function prepared(timing: SetupOptions['timing'] = {}) {
	const { hub, n8n } = await setup({ timing: { backoff: pause, ...timing } });
	addSkus(hub, 2);
	hub.state.listings.set('11|CLA|S0', {
		idCanalIntegracao: 11,
		prefixoCanalIntegracao: 'CLA',
		skuProduto: 'S0',
		codigoMkt: 'M',
	});
	return { hub, n8n, other: await startN8n(hub) };
}

const channelAndSku = { idCanalIntegracao: byId(11), sku: bySku('S0') };
const price = (precoPor: number) => ({
	idCanalIntegracao: 11,
	skuProduto: 'S0',
	precoDe: 20,
	precoPor,
});
const listing = (precoPor: number) => ({ ...price(precoPor), prefixoCanalIntegracao: 'CLA' });

interface Pair {
	name: string;
	endpoint: string;
	older: OperationParameters;
	newer: OperationParameters;
	held: (hub: Hub) => unknown;
	wanted: unknown;
}

const pairs: Pair[] = [
	{
		name: 'stock',
		endpoint: 'stockBatch',
		older: { resource: 'stock', operation: 'updateBatch', ...asJson({ sku: 'S0', estoque: 1 }) },
		newer: { resource: 'stock', operation: 'updateBatch', ...asJson({ sku: 'S0', estoque: 2 }) },
		held: (hub) => hub.state.findSku('S0')?.product.estoque,
		wanted: 2,
	},
	{
		name: 'prices',
		endpoint: 'priceBatch',
		older: {
			resource: 'price',
			operation: 'updateBatch',
			...asJson({ sku: 'S0', precoDe: 20, precoPor: 1 }),
		},
		newer: {
			resource: 'price',
			operation: 'updateBatch',
			...asJson({ sku: 'S0', precoDe: 20, precoPor: 2 }),
		},
		held: (hub) => hub.state.findSku('S0')?.product.precoPor,
		wanted: 2,
	},
	{
		name: 'security stock',
		endpoint: 'securityStockSet',
		older: { resource: 'securityStock', operation: 'set', ...channelAndSku, estoqueSeguranca: 1 },
		newer: { resource: 'securityStock', operation: 'set', ...channelAndSku, estoqueSeguranca: 2 },
		held: (hub) => [...hub.state.securityStock.values()].at(-1)?.estoqueSeguranca,
		wanted: 2,
	},
	{
		name: 'customized prices',
		endpoint: 'customizedPriceSet',
		older: { resource: 'customizedPrice', operation: 'set', ...asJson(price(1)) },
		newer: { resource: 'customizedPrice', operation: 'set', ...asJson(price(2)) },
		held: (hub) => hub.state.customizedPrices.get('11|S0')?.precoPor,
		wanted: 2,
	},
	{
		name: 'a customized price that is deleted, then set',
		endpoint: 'customizedPriceDelete',
		older: { resource: 'customizedPrice', operation: 'delete', ...channelAndSku },
		newer: { resource: 'customizedPrice', operation: 'set', ...asJson(price(2)) },
		held: (hub) => hub.state.customizedPrices.get('11|S0')?.precoPor,
		wanted: 2,
	},
	{
		name: 'a customized price that is set, then deleted',
		endpoint: 'customizedPriceSet',
		older: { resource: 'customizedPrice', operation: 'set', ...asJson(price(1)) },
		newer: { resource: 'customizedPrice', operation: 'delete', ...channelAndSku },
		held: (hub) => hub.state.customizedPrices.get('11|S0')?.precoPor,
		wanted: undefined,
	},
	{
		name: 'listing prices',
		endpoint: 'listingPriceSet',
		older: { resource: 'listingPrice', operation: 'set', ...asJson(listing(1)) },
		newer: { resource: 'listingPrice', operation: 'set', ...asJson(listing(2)) },
		held: (hub) => hub.state.listings.get('11|CLA|S0')?.preco?.precoPor,
		wanted: 2,
	},
	{
		name: 'a listing price that is deleted, then set',
		endpoint: 'listingPriceDelete',
		older: {
			resource: 'listingPrice',
			operation: 'delete',
			prefixoCanalIntegracao: 'CLA',
			...channelAndSku,
		},
		newer: { resource: 'listingPrice', operation: 'set', ...asJson(listing(2)) },
		held: (hub) => hub.state.listings.get('11|CLA|S0')?.preco?.precoPor,
		wanted: 2,
	},
	{
		name: 'a product that is changed twice',
		endpoint: 'productUpdate',
		older: { resource: 'product', operation: 'update', sku: bySku('S0'), ...asJson({ nome: 'A' }) },
		newer: { resource: 'product', operation: 'update', sku: bySku('S0'), ...asJson({ nome: 'B' }) },
		held: (hub) => hub.state.products.get('S0')?.nome,
		wanted: 'B',
	},
	{
		name: 'a product whose price is changed by Product: Update, then in a batch',
		endpoint: 'productUpdate',
		older: {
			resource: 'product',
			operation: 'update',
			sku: bySku('S0'),
			...asJson({ precoDe: 20, precoPor: 1 }),
		},
		newer: {
			resource: 'price',
			operation: 'updateBatch',
			...asJson({ sku: 'S0', precoDe: 20, precoPor: 2 }),
		},
		held: (hub) => hub.state.findSku('S0')?.product.precoPor,
		wanted: 2,
	},
	{
		name: 'a product that is deleted, then registered anew',
		endpoint: 'productDelete',
		older: { resource: 'product', operation: 'delete', sku: bySku('S0') },
		newer: {
			resource: 'product',
			operation: 'create',
			...asJson(productFields({ skuProduto: 'S0', nome: 'B' })),
		},
		held: (hub) => hub.state.products.get('S0')?.nome,
		wanted: 'B',
	},
];

describe.each(pairs)('$name', ({ endpoint, older, newer, held, wanted }) => {
	test.each(['resetBefore', 'resetAfter'] as const)(
		'%s: a write that comes while an older one is repeated waits its turn',
		async (kind) => {
			const { hub, n8n, other } = await prepared();
			hub.faults.add({ kind, endpoint });
			const first = n8n.run(older);
			await waitFor(() => hub.count({ endpoint }) > 0, { what: 'the first try', every: 2 });
			const second = other.run(newer);
			await Promise.all([first, second]);
			expect(shown((await second).nodeError)).toBe('nothing was thrown');
			hub.clock.advance(60_000);
			expect(held(hub)).toBe(wanted);
		},
	);

	test('a write that comes while nobody knows yet whether an older one is lost waits, too', async () => {
		const { hub, n8n, other } = await prepared({ requestTimeout: 250 });
		// the older one is carried out at once, but its answer comes too late
		hub.faults.add({ kind: 'slow', delay: 600, endpoint });
		const first = n8n.run(older);
		await waitFor(() => hub.count({ endpoint }) > 0, { what: 'the first try', every: 2 });
		await Promise.all([first, other.run(newer)]);
		hub.clock.advance(60_000);
		expect(held(hub)).toBe(wanted);
	});
});

describe('who does not wait', () => {
	const [stock] = pairs;

	test('writes of other things, reads, and other accounts', async () => {
		const { hub, n8n, other } = await prepared();
		const elsewhere = await startHub({ timeScale: 100, seed: { products: 1 } });
		try {
			addSkus(elsewhere, 1);
			hub.faults.add({ kind: 'resetBefore', endpoint: 'stockBatch', times: 3 });
			let ended = false;
			const first = n8n.run(stock!.older).then(() => {
				ended = true;
			});
			await waitFor(() => hub.count({ endpoint: 'stockBatch' }) > 0, { what: 'it', every: 2 });
			const someone = await startN8n(elsewhere, { apiKey: 'another-key-not-a-secret' });
			const runs = await Promise.all([
				other.run(pairs[1]!.newer),
				other.run({ resource: 'product', operation: 'get', sku: bySku('S0') }),
				someone.run(stock!.newer),
			]);
			expect(ended, 'while the stock batch is still being repeated').toBe(false);
			expect(runs.slice(0, 2).map(({ status }) => status)).toEqual(['success', 'success']);
			await first;
		} finally {
			await elsewhere.stop();
		}
	});

	test.each([1, 2])(
		'a run that is stopped while it waits ends at once, and those behind it keep their order: %i lost',
		async (lost) => {
			const { hub, n8n, other } = await prepared({ backoff: (4 * pause) / lost });
			hub.faults.add({ kind: 'resetBefore', endpoint: 'stockBatch', times: lost });
			const first = n8n.run(stock!.older);
			await waitFor(() => hub.count({ endpoint: 'stockBatch' }) > 0, { what: 'it', every: 2 });
			const stop = new AbortController();
			const stopped = other.run(stock!.older, [{}], { signal: stop.signal });
			const last = other.run(stock!.newer);
			await new Promise((resolve) => setTimeout(resolve, pause / 2));
			const passed = stopwatch();
			stop.abort();
			expect((await stopped).status).toBe('canceled');
			expect(passed()).toBeLessThan(pause);
			await Promise.all([first, last]);
			hub.clock.advance(60_000);
			expect(stock!.held(hub)).toBe(2);
			expect(hub.count({ endpoint: 'stockBatch' })).toBe(lost + 2);
		},
	);

	test('a write that is given up lets the next one go', async () => {
		const { hub, n8n, other } = await prepared({ backoff: 20 });
		hub.faults.add({ kind: 'resetBefore', endpoint: 'stockBatch', times: 5 });
		const first = n8n.run(stock!.older);
		await waitFor(() => hub.count({ endpoint: 'stockBatch' }) > 0, { what: 'it', every: 2 });
		const second = await other.run(stock!.newer);
		expect((await first).status).toBe('error');
		expect(second.status).toBe('success');
		expect(stock!.held(hub)).toBe(2);
	});
});
