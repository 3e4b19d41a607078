import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { NodeResult } from '../../engine/nodes.mts';
import type { Fault, Hub } from '../../hub/index.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { mapped } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

/*
 * Random faults on random batches, price writes, registrations, lists and the order queue: whatever
 * happens, what the outputs say is what the hub holds. Every entry has a value of its own, by which
 * it is found again in the hub.
 */

const runs = { numRuns: 40, endOnFailure: true };
const limit = 120_000;
const go = { onError: 'continueRegularOutput' as const };

const trouble: fc.Arbitrary<Partial<Fault> & Pick<Fault, 'kind'>> = fc.oneof(
	fc.constantFrom<Fault>(
		{ kind: 'resetBefore' },
		{ kind: 'resetAfter' },
		{ kind: 'truncate' },
		{ kind: 'malformed' },
		{ kind: 'empty' },
		{ kind: 'html', applied: true },
		{ kind: 'html', status: 200, applied: true },
	),
	fc.record({
		kind: fc.constant('status' as const),
		status: fc.constantFrom(500, 503),
		applied: fc.boolean(),
	}),
	fc.record({
		kind: fc.constant('status' as const),
		status: fc.constantFrom(400, 401, 404, 429),
		headers: fc.constant({ 'Retry-After': '0' }),
	}),
);

/** Up to four faults, each at a few requests to one of the endpoints. */
const faultsAt = (...endpoints: string[]): fc.Arbitrary<Fault[]> =>
	fc.array(
		fc
			.record({
				endpoint: fc.constantFrom(...endpoints),
				after: fc.nat(3),
				times: fc.constantFrom(1, 1, 2, 3, 6, 1_000),
			})
			.chain((where) => trouble.map((what) => ({ ...what, ...where }))),
		{ maxLength: 4 },
	);

type Outcome = 'success' | 'refused' | 'unknown' | 'notSent';

const outcomeOf = ({ error, outcome }: IDataObject): Outcome =>
	error === undefined ? 'success' : ((outcome as Outcome | undefined) ?? 'refused');

/** The one outcome of each input item. */
function outcomes(result: NodeResult, count: number): Outcome[] {
	const found: Outcome[][] = Array.from({ length: count }, () => []);
	for (const { json, pairedItem } of result.items()) {
		const pairs = [pairedItem].flat() as Array<{ item: number }>;
		for (const { item } of pairs) found[item]?.push(outcomeOf(json));
	}
	expect(found.map(({ length }) => length)).toEqual(Array.from({ length: count }, () => 1));
	return found.map(([outcome]) => outcome!);
}

/** Requests to an endpoint that the hub may have carried out: all but those that it turned away. */
const carriedOut = (hub: Hub, endpoint: string) =>
	hub.log.filter(
		(request) => request.endpoint === endpoint && ![400, 401, 404, 429].includes(request.status),
	);

/** However much goes wrong, a run asks no more than this, and not for longer. */
function expectBounded(hub: Hub, requests: number, began: number) {
	// 5 tries, 10 waits for a limit, 8 tokens for each
	expect(hub.log.length).toBeLessThan(50 + requests * 25);
	expect(Date.now() - began).toBeLessThan(20_000);
}

const settle = (hub: Hub) => hub.clock.advance(3_600_000);

interface BatchCase {
	resource: string;
	operation: string;
	endpoint: string;
	/** An entry whose value is told by `index`. */
	entry(sku: string, index: number): IDataObject;
	/** The index in an entry that the hub got. */
	indexOf(value: IDataObject): number;
	/** The index that the hub holds for a SKU; undefined for none. */
	held(hub: Hub, sku: string): number | undefined;
}

const cents = (value: unknown) => Math.round(Number(value) * 100) - 1;
const batchCases: BatchCase[] = [
	{
		resource: 'stock',
		operation: 'updateBatch',
		endpoint: 'stockBatch',
		entry: (sku, index) => ({ sku, estoque: 1_000 + index }),
		indexOf: ({ estoque }) => Number(estoque) - 1_000,
		held: (hub, sku) => {
			const stock = hub.state.products.get(sku)?.estoque ?? 0;
			return stock < 1_000 ? undefined : stock - 1_000;
		},
	},
	{
		resource: 'price',
		operation: 'updateBatch',
		endpoint: 'priceBatch',
		entry: (sku, index) => ({ sku, precoDe: 100, precoPor: (index + 1) / 100 }),
		indexOf: ({ precoPor }) => cents(precoPor),
		held: (hub, sku) => {
			const precoPor = hub.state.products.get(sku)?.precoPor;
			return precoPor === undefined || precoPor === 79.9 ? undefined : cents(precoPor);
		},
	},
];

/** SKUs of up to 130 entries: mostly different ones, some twice or more, some that the hub does not know. */
const skuLists = fc.oneof(
	fc.array(
		fc.nat(8).map((n) => `S${n}`),
		{ minLength: 1, maxLength: 20 },
	),
	fc
		.tuple(fc.integer({ min: 90, max: 120 }), fc.array(fc.nat(150), { maxLength: 10 }))
		.map(([count, again]) => [
			...Array.from({ length: count }, (_, index) => `S${index}`),
			...again.map((n) => `S${n}`),
		]),
);

describe.each(batchCases)('$resource $operation', (batch) => {
	test(
		'each item ends as one of success, refused, unknown or not sent, and the hub holds what is said',
		async () => {
			const parameters = { resource: batch.resource, operation: batch.operation, ...mapped };
			const property = fc.asyncProperty(
				skuLists,
				faultsAt(batch.endpoint, 'batchGet', 'auth'),
				async (skus, faults) => {
					const { hub, n8n } = await setup({ batchDuration: 2_000 });
					addSkus(hub, 115);
					const items = skus.map(batch.entry);
					for (const fault of faults) hub.faults.add(fault);
					const began = Date.now();
					const result = await n8n.run({ ...parameters, timeLimit: 0.01 }, items, go);
					const found = outcomes(result, items.length);
					expectBounded(hub, items.length, began);
					settle(hub);

					const received = new Set(
						[...hub.state.batches.values()].flatMap(({ items: got }) =>
							got.map(({ value }) => batch.indexOf(value as unknown as IDataObject)),
						),
					);
					found.forEach((outcome, index) => {
						const known = hub.state.products.has(skus[index]!);
						if (outcome === 'success') expect(known && received.has(index)).toBe(true);
						if (outcome === 'notSent') expect(received.has(index)).toBe(false);
						// refused as a whole, or by a note about a SKU that the hub does not have
						if (outcome === 'refused') expect(!known || !received.has(index)).toBe(true);
					});
					for (const sku of new Set(skus)) {
						const own = [...skus.keys()].filter((index) => skus[index] === sku);
						const sure = own.filter((index) => found[index] === 'success').at(-1);
						const open = own.filter((index) => found[index] === 'unknown' && index > (sure ?? -1));
						const held = batch.held(hub, sku);
						expect([sure, ...open], `${sku} holds ${held}`).toContain(held);
					}
				},
			);
			await fc.assert(property, runs);
		},
		limit,
	);
});

describe('product createBatch', () => {
	test(
		'nothing is registered twice, no child before its leader',
		async () => {
			const products = fc.array(fc.record({ own: fc.nat(15), leader: fc.option(fc.nat(5)) }), {
				minLength: 1,
				maxLength: 15,
			});
			const property = fc.asyncProperty(
				products,
				fc.boolean(),
				faultsAt('productBatch', 'batchGet'),
				async (wanted, isLong, faults) => {
					const { hub, n8n } = await setup({ batchDuration: 2_000 });
					const fillers = Array.from({ length: isLong ? 95 : 0 }, (_, index) =>
						productFields({ skuProduto: `F${index}` }),
					);
					const items = [
						...fillers,
						...wanted.map(({ own, leader }) =>
							productFields({
								skuProduto: `P${own}`,
								skuProdutoLider: `P${leader ?? own}`,
							}),
						),
					].map((product, index) => ({ ...product, nome: `N${index}` }));
					for (const fault of faults) hub.faults.add(fault);
					const began = Date.now();
					const result = await n8n.run(
						{ resource: 'product', operation: 'createBatch', ...mapped, timeLimit: 0.01 },
						items,
						go,
					);
					const found = outcomes(result, items.length);
					expectBounded(hub, items.length, began);
					settle(hub);

					const names = [...hub.state.batches.values()].flatMap(({ items: got }) =>
						got.map(({ value }) => (value as { nome?: string }).nome),
					);
					expect(new Set(names).size, 'no entry was taken twice').toBe(names.length);
					const bodies = carriedOut(hub, 'productBatch').map(({ body }) => body);
					expect(new Set(bodies).size, 'no request was carried out twice').toBe(bodies.length);
					found.forEach((outcome, index) => {
						const { skuProduto, nome } = items[index]!;
						const isHeld = hub.state.products.get(skuProduto)?.nome === nome;
						if (outcome === 'success') expect(isHeld).toBe(true);
						if (outcome === 'refused') expect(isHeld).toBe(false);
						if (outcome === 'notSent') expect(names).not.toContain(nome);
					});
				},
			);
			await fc.assert(property, runs);
		},
		limit,
	);
});

describe('product create', () => {
	test(
		'nothing is registered twice, and what is said of each product is true',
		async () => {
			const products = fc.array(fc.record({ own: fc.nat(6), leader: fc.option(fc.nat(3)) }), {
				minLength: 1,
				maxLength: 8,
			});
			const property = fc.asyncProperty(
				products,
				faultsAt('productCreate', 'productGet', 'auth'),
				async (wanted, faults) => {
					const { hub, n8n } = await setup();
					const items = wanted.map(({ own, leader }, index) =>
						productFields({
							skuProduto: `P${own}`,
							skuProdutoLider: `P${leader ?? own}`,
							nome: `N${index}`,
						}),
					);
					for (const fault of faults) hub.faults.add(fault);
					const began = Date.now();
					const result = await n8n.run(
						{ resource: 'product', operation: 'create', ...mapped },
						items,
						go,
					);
					const found = outcomes(result, items.length);
					expectBounded(hub, items.length, began);
					const bodies = carriedOut(hub, 'productCreate').map(({ body }) => body);
					expect(new Set(bodies).size).toBe(bodies.length);
					found.forEach((outcome, index) => {
						const { skuProduto, nome } = items[index]!;
						const isHeld = hub.state.products.get(skuProduto)?.nome === nome;
						if (outcome === 'success') expect(isHeld).toBe(true);
						if (outcome === 'refused' || outcome === 'notSent') expect(isHeld).toBe(false);
					});
				},
			);
			await fc.assert(property, runs);
		},
		limit,
	);
});

describe('customizedPrice set', () => {
	test(
		'each item ends as one of success, refused, unknown or not sent, and the hub holds what is said',
		async () => {
			const property = fc.asyncProperty(
				skuLists,
				faultsAt('customizedPriceSet', 'auth'),
				async (skus, faults) => {
					const { hub, n8n } = await setup();
					addSkus(hub, 115);
					const items = skus.map((skuProduto, index) => ({
						idCanalIntegracao: 11,
						skuProduto,
						precoDe: 100,
						precoPor: (index + 1) / 100,
					}));
					for (const fault of faults) hub.faults.add(fault);
					const began = Date.now();
					const result = await n8n.run(
						{ resource: 'customizedPrice', operation: 'set', ...mapped },
						items,
						go,
					);
					const found = outcomes(result, items.length);
					expectBounded(hub, items.length, began);
					for (const sku of new Set(skus)) {
						const own = [...skus.keys()].filter((index) => skus[index] === sku);
						const sure = own.filter((index) => found[index] === 'success').at(-1);
						const open = own.filter((index) => found[index] === 'unknown' && index > (sure ?? -1));
						const price = hub.state.customizedPrices.get(`11|${sku}`)?.precoPor;
						const held = price === undefined ? undefined : cents(price);
						expect([sure, ...open], `${sku} holds ${held}`).toContain(held);
					}
				},
			);
			await fc.assert(property, runs);
		},
		limit,
	);
});

describe('lists', () => {
	test(
		'a list comes whole and in order, or not at all',
		async () => {
			const property = fc.asyncProperty(
				fc.nat(450),
				fc.integer({ min: 1, max: 3 }),
				faultsAt('productList', 'auth'),
				async (count, items, faults) => {
					const { hub, n8n } = await setup({ seed: { products: 0 } });
					const skus = addSkus(hub, count);
					const all = [...hub.state.products.keys()];
					for (const fault of faults) hub.faults.add(fault);
					const began = Date.now();
					const result = await n8n.run(
						{ resource: 'product', operation: 'getMany', returnAll: true },
						Array.from({ length: items }, () => ({})),
						go,
					);
					expectBounded(hub, items * (1 + count / 100), began);
					expect(all).toEqual(expect.arrayContaining(skus));
					for (let item = 0; item < items; item++) {
						const own = result
							.items()
							.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item)
							.map(({ json }) => json);
						const failed = own.filter(({ error }) => error !== undefined);
						if (failed.length > 0) expect(own).toHaveLength(1);
						else expect(own.map(({ skuProduto }) => skuProduto)).toEqual(all);
					}
				},
			);
			await fc.assert(property, runs);
		},
		limit,
	);
});

describe('orderQueue getMany with Acknowledge', () => {
	test(
		'no order is lost: it comes out, or it is still in the queue',
		async () => {
			const property = fc.asyncProperty(
				fc.array(fc.constantFrom('novo', 'pago', 'em-separacao'), { maxLength: 30 }),
				faultsAt('queueList', 'acknowledge', 'auth'),
				async (statuses, faults) => {
					const { hub, n8n } = await setup();
					const orders = statuses.map((status) => hub.createOrder({ status }).idPedido);
					for (const fault of faults) hub.faults.add(fault);
					const began = Date.now();
					const result = await n8n.run(
						{ resource: 'orderQueue', operation: 'getMany', acknowledge: true, returnAll: true },
						[{}],
						go,
					);
					expectBounded(hub, orders.length + 2, began);
					const read = result
						.json()
						.flatMap(({ idPedido }) => (idPedido ? [Number(idPedido)] : []));
					const waiting = [...hub.state.queue.keys()];
					expect(new Set([...read, ...waiting])).toEqual(new Set(orders));
					expect(new Set(read).size).toBe(read.length);
					const { acknowledgements } = hub.state;
					for (const { idPedido, status } of acknowledgements)
						expect(status).toBe(hub.state.orders.get(idPedido)?.status);
				},
			);
			await fc.assert(property, runs);
		},
		limit,
	);
});
