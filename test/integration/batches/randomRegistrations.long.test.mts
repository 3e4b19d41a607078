import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { productFields } from '../../support/products.mts';
import { mapped, op, go } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import {
	carriedOut,
	expectBounded,
	faultsAt,
	limit,
	outcomes,
	runs,
	settle,
} from './randomFaults.mts';
import { stopwatch } from '../../support/stopwatch.mts';

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
					const passed = stopwatch();
					const result = await n8n.run(
						op('product createBatch', { ...mapped, timeLimit: 0.01 }),
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
					const passed = stopwatch();
					const result = await n8n.run(op('product create', mapped), items, go);
					const found = outcomes(result, items.length);
					expectBounded(hub, items.length, passed);
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
