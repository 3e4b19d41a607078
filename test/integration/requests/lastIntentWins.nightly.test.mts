import { type OperationParameters, startN8n } from '../../engine/nodes.mts';
import { describe, expect, test } from 'vitest';
import { startHub, type Hub } from '../../hub/index.mts';
import { waitFor } from '../../server/wait.mts';
import { addListing, addSkus, channelPrice, productFields } from '../../support/products.mts';
import { asJson, byId, bySku, op, shown } from '../../support/items.mts';
import { setup, type SetupOptions } from '../../support/setup.mts';
import { stopwatch } from '../../support/stopwatch.mts';

/** Long enough for the second run to come while the first one waits to repeat. */
const pause = 200;

async function prepared(timing: SetupOptions['timing'] = {}) {
	const { hub, n8n } = await setup({ timing: { backoff: pause, ...timing }, skus: 2 });
	addListing(hub, 'S0');
	return { hub, n8n, other: await startN8n(hub) };
}

const channelAndSku = { idCanalIntegracao: byId(11), sku: bySku('S0') };
const stock = (estoque: number) => op('stock updateBatch', asJson({ sku: 'S0', estoque }));
const price = (precoPor: number) =>
	op('price updateBatch', asJson({ sku: 'S0', precoDe: 20, precoPor }));
const security = (estoqueSeguranca: number) =>
	op('securityStock set', { ...channelAndSku, estoqueSeguranca });
const customized = (precoPor: number) =>
	op('customizedPrice set', asJson(channelPrice('S0', precoPor)));
const customizedAway = op('customizedPrice delete', channelAndSku);
const place = { prefixoCanalIntegracao: 'CLA' };
const listing = (precoPor: number) =>
	op('listingPrice set', asJson({ ...channelPrice('S0', precoPor), ...place }));
const listingAway = op('listingPrice delete', { ...place, ...channelAndSku });
const update = (change: object) => op('product update', { sku: bySku('S0'), ...asJson(change) });
const productAway = op('product delete', { sku: bySku('S0') });
const anew = op('product create', asJson(productFields({ skuProduto: 'S0', nome: 'B' })));

/** What the hub holds of S0. */
const product = ({ state }: Hub) => state.products.get('S0');
const stockOf = (hub: Hub) => product(hub)?.estoque;
const priceOf = (hub: Hub) => product(hub)?.precoPor;
const nameOf = (hub: Hub) => product(hub)?.nome;
const securityOf = ({ state }: Hub) => [...state.securityStock.values()].at(-1)?.estoqueSeguranca;
const customizedOf = ({ state }: Hub) => state.customizedPrices.get('11|S0')?.precoPor;
const listingOf = ({ state }: Hub) => state.listings.get('11|CLA|S0')?.preco?.precoPor;

type Run = OperationParameters;
const pairs: Array<
	[string, string, older: Run, newer: Run, (hub: Hub) => unknown, wanted: unknown]
> = [
	['stock', 'stockBatch', stock(1), stock(2), stockOf, 2],
	['prices', 'priceBatch', price(1), price(2), priceOf, 2],
	['security stock', 'securityStockSet', security(1), security(2), securityOf, 2],
	['customized prices', 'customizedPriceSet', customized(1), customized(2), customizedOf, 2],
	['deleted, then set', 'customizedPriceDelete', customizedAway, customized(2), customizedOf, 2],
	[
		'set, then deleted',
		'customizedPriceSet',
		customized(1),
		customizedAway,
		customizedOf,
		undefined,
	],
	['listing prices', 'listingPriceSet', listing(1), listing(2), listingOf, 2],
	['deleted, then set', 'listingPriceDelete', listingAway, listing(2), listingOf, 2],
	['changed twice', 'productUpdate', update({ nome: 'A' }), update({ nome: 'B' }), nameOf, 'B'],
	['then in a batch', 'productUpdate', update({ precoDe: 20, precoPor: 1 }), price(2), priceOf, 2],
	['deleted, then registered anew', 'productDelete', productAway, anew, nameOf, 'B'],
];

describe.each(pairs)('%s (%s)', (_what, endpoint, older, newer, held, wanted) => {
	test.each([
		['was not carried out', 'resetBefore'],
		['was carried out', 'resetAfter'],
	] as const)('a newer write waits while an older one that %s is repeated', async (_how, kind) => {
		const { hub, n8n, other } = await prepared();
		hub.faults.add({ kind, endpoint });
		const first = n8n.run(older);
		await waitFor(() => hub.count({ endpoint }) > 0, { what: 'the first try', every: 2 });
		const second = other.run(newer);
		await Promise.all([first, second]);
		expect(shown((await second).nodeError)).toBe('nothing was thrown');
		hub.clock.advance(60_000);
		expect(held(hub)).toBe(wanted);
	});

	test('a newer write waits while an older one may be lost', async () => {
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

describe('requests that do not wait', () => {
	test('writes of other things, reads, and other accounts', async () => {
		const { hub, n8n, other } = await prepared();
		const elsewhere = await startHub({ timeScale: 100, seed: { products: 1 } });
		try {
			addSkus(elsewhere, 1);
			hub.faults.add({ kind: 'resetBefore', endpoint: 'stockBatch', times: 3 });
			let ended = false;
			const first = n8n.run(stock(1)).then(() => {
				ended = true;
			});
			await waitFor(() => hub.count({ endpoint: 'stockBatch' }) > 0, { what: 'it', every: 2 });
			const someone = await startN8n(elsewhere, { apiKey: 'another-key-not-a-secret' });
			const runs = await Promise.all([
				other.run(price(2)),
				other.run(op('product get', { sku: bySku('S0') })),
				someone.run(stock(2)),
			]);
			expect(ended, 'while the stock batch is still being repeated').toBe(false);
			expect(runs.slice(0, 2).map(({ status }) => status)).toEqual(['success', 'success']);
			await first;
		} finally {
			await elsewhere.stop();
		}
	});

	test.each([1, 2])(
		'a run stopped while it waits ends at once, and later ones keep their order: %i lost',
		async (lost) => {
			const { hub, n8n, other } = await prepared({ backoff: (4 * pause) / lost });
			hub.faults.add({ kind: 'resetBefore', endpoint: 'stockBatch', times: lost });
			const first = n8n.run(stock(1));
			await waitFor(() => hub.count({ endpoint: 'stockBatch' }) > 0, { what: 'it', every: 2 });
			const stop = new AbortController();
			const stopped = other.run(stock(1), [{}], { signal: stop.signal });
			const last = other.run(stock(2));
			await new Promise((resolve) => setTimeout(resolve, pause / 2));
			const passed = stopwatch();
			stop.abort();
			expect((await stopped).status).toBe('canceled');
			expect(passed()).toBeLessThan(pause);
			await Promise.all([first, last]);
			hub.clock.advance(60_000);
			expect(stockOf(hub)).toBe(2);
			expect(hub.count({ endpoint: 'stockBatch' })).toBe(lost + 2);
		},
	);

	test('a write that is given up releases the next one', async () => {
		const { hub, n8n, other } = await prepared({ backoff: 20 });
		hub.faults.add({ kind: 'resetBefore', endpoint: 'stockBatch', times: 5 });
		const first = n8n.run(stock(1));
		await waitFor(() => hub.count({ endpoint: 'stockBatch' }) > 0, { what: 'it', every: 2 });
		const second = await other.run(stock(2));
		expect((await first).status).toBe('error');
		expect(second.status).toBe('success');
		expect(stockOf(hub)).toBe(2);
	});
});
