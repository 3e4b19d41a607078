import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { mapped, op } from '../../support/items.mts';
import { addOrders, afterRead, issuedAt } from '../../support/orderHistory.mts';
import { setup } from '../../support/setup.mts';
import { every } from './arrivals.mts';

test('Reconcile agrees with the hub, whatever the history, the input and the arrivals', async () => {
	const minute = fc.integer({ min: 0, max: 40 });
	const history = fc.record({
		orders: fc.array(
			fc.record({
				minute,
				/** Integrated so many minutes later. */
				late: fc.constantFrom(0, 0, 30),
				input: fc.constantFrom('none', 'same', 'status', 'total'),
			}),
			{ maxLength: 400, size: 'max' },
		),
		newest: fc.boolean(),
		from: minute,
		key: fc.constantFrom('idPedido', 'idPedidoCanal', 'idInterno'),
		arrivals: fc.array(fc.record({ read: fc.integer({ min: 1, max: 8 }), minute }), {
			maxLength: 2,
		}),
	});
	const property = fc.asyncProperty(history, async (given) => {
		const { hub, n8n } = await setup({ seed: { products: 0 } });
		const { orders, newest, from, key, arrivals } = given;
		const made = addOrders(
			hub,
			orders.map((order) => order.minute),
			(index) => ({
				dataIntegracao: issuedAt(orders[index]!.minute + orders[index]!.late),
				idInterno: 50_000 + index,
			}),
		);
		hub.quirks.newestOrdersFirst = newest;
		for (const arrival of arrivals)
			afterRead(
				hub,
				arrival.read,
				() => void addOrders(hub, [arrival.minute], () => ({ idInterno: null })),
			);
		const input = made.flatMap((order, index) => {
			const { input: kind } = orders[index]!;
			const entry = {
				[key]: String(order[key as 'idPedido']),
				status: 'pago',
				total: order.valores.total,
			};
			if (kind === 'status') entry.status = 'novo';
			if (kind === 'total') entry.total += 1;
			return kind === 'none' ? [] : [entry as IDataObject];
		});
		const parameters = { ...mapped, ...every, period: 'issuedAfter', issuedAfter: issuedAt(from) };
		const items = [...input, { [key]: '77' }];
		const result = await n8n.done(op('order reconcile', parameters), items);
		const known = new Set(made.map(({ idPedido }) => idPedido));
		const found = result
			.json()
			.filter(
				(json) =>
					json.idPedido === undefined ||
					known.has(Number(json.idPedido)) ||
					json.result === 'onlyInInput',
			);
		const results = {
			none: 'missing',
			same: 'same',
			status: 'statusDiffers',
			total: 'totalDiffers',
		};
		const expected = made.flatMap((order, index) => {
			const { minute: issued, late, input: kind } = orders[index]!;
			return issued + late >= from ? [`${order.idPedido} ${results[kind]}`] : [];
		});
		expect(
			found
				.filter((json) => json.result !== 'onlyInInput')
				.map((json) => `${String(json.idPedido)} ${String(json.result)}`)
				.sort(),
		).toEqual(expected.sort());
		expect(found.filter((json) => json.result === 'onlyInInput')).toMatchObject([{ [key]: '77' }]);
	});
	await fc.assert(property, { numRuns: 25, endOnFailure: true });
}, 60_000);
