import fc from 'fast-check';
import { expect, test } from 'vitest';
import { go, mapped, op } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';
import { setup } from '../../support/setup.mts';
import { stopwatch } from '../../support/stopwatch.mts';
import {
	carriedOut,
	expectBounded,
	faultsAt,
	limit,
	outcomes,
	runs,
	settle,
} from './randomFaults.mts';

/** Products of few SKUs, with a leader or without one. */
const products = (maxLength: number, most: number) =>
	fc.array(fc.record({ own: fc.nat(most), leader: fc.option(fc.nat(Math.floor(most / 3))) }), {
		minLength: 1,
		maxLength,
	});

test.each([
	{ name: 'createBatch', endpoint: 'productBatch', wanted: products(15, 15), fillers: 95 },
	{ name: 'create', endpoint: 'productCreate', wanted: products(8, 6), fillers: 0 },
])(
	'product $name: no product is registered twice or before its leader, and the results are true',
	async ({ name, endpoint, wanted, fillers }) => {
		const faults = faultsAt(endpoint, 'batchGet', 'productGet', 'auth');
		const property = fc.asyncProperty(
			wanted,
			fc.boolean(),
			faults,
			async (given, isLong, trouble) => {
				const { hub, n8n } = await setup({ batchDuration: 2_000 });
				const items = [
					...Array.from({ length: isLong ? fillers : 0 }, (_, index) => ({
						skuProduto: `F${index}`,
					})),
					...given.map(({ own, leader }) => ({
						...{ skuProduto: `P${own}`, skuProdutoLider: `P${leader ?? own}` },
					})),
				].map((product, index) => productFields({ ...product, nome: `N${index}` }));
				for (const fault of trouble) hub.faults.add(fault);
				const passed = stopwatch();
				const result = await n8n.run(
					op(`product ${name}`, { ...mapped, timeLimit: 0.01 }),
					items,
					go,
				);
				const found = outcomes(result, items.length);
				expectBounded(hub, items.length, passed);
				settle(hub);

				const names = [...hub.state.batches.values()].flatMap(({ items: got }) =>
					got.map(({ value }) => (value as { nome?: string }).nome),
				);
				expect(new Set(names).size, 'no entry was taken twice').toBe(names.length);
				const bodies = carriedOut(hub, endpoint).map(({ body }) => body);
				expect(new Set(bodies).size, 'no request was carried out twice').toBe(bodies.length);
				found.forEach((outcome, index) => {
					const { skuProduto, nome } = items[index]!;
					const isHeld = hub.state.products.get(skuProduto)?.nome === nome;
					if (outcome === 'success') expect(isHeld).toBe(true);
					if (outcome === 'refused') expect(isHeld).toBe(false);
					if (outcome === 'notSent') expect(isHeld || names.includes(nome as string)).toBe(false);
				});
			},
		);
		await fc.assert(property, runs);
	},
	limit,
);
