import fc from 'fast-check';
import { expect, test } from 'vitest';
import { op, go } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import { expectBounded, faultsAt, limit, runs } from '../batches/randomFaults.mts';
import { stopwatch } from '../../support/stopwatch.mts';
test(
	'orderQueue getMany with Acknowledge: no order is lost: it comes out, or it is still in the queue',
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
					op('orderQueue getMany', { acknowledge: true, returnAll: true }),
					[{}],
					go,
				);
				expectBounded(hub, orders.length + 2, passed);
				const read = result.json().flatMap(({ idPedido }) => (idPedido ? [Number(idPedido)] : []));
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
