import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addSkus } from '../../support/products.mts';
import { op, go } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import { expectBounded, faultsAt, limit, runs } from '../batches/randomFaults.mts';
import { stopwatch } from '../../support/stopwatch.mts';

describe('lists', () => {
	test(
		'come whole and in order, or not at all',
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
					const passed = stopwatch();
					const result = await n8n.run(
						op('product getMany', { returnAll: true }),
						Array.from({ length: items }, () => ({})),
						go,
					);
					expectBounded(hub, items * (1 + count / 100), passed);
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

describe('orderQueue getAndAcknowledge', () => {
	test(
		'loses no order: each comes out or stays in the queue',
		async () => {
			const property = fc.asyncProperty(
				fc.array(fc.constantFrom('novo', 'pago', 'em-separacao'), { maxLength: 30 }),
				faultsAt('queueList', 'acknowledge', 'auth'),
				async (statuses, faults) => {
					const { hub, n8n } = await setup();
					const orders = statuses.map((status) => hub.createOrder({ status }).idPedido);
					for (const fault of faults) hub.faults.add(fault);
					const passed = stopwatch();
					const result = await n8n.run(
						op('orderQueue getAndAcknowledge', { returnAll: true }),
						[{}],
						go,
					);
					expectBounded(hub, orders.length + 2, passed);
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
