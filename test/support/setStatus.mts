import { expect } from 'vitest';
import { bodies, byId, op, requests, shown } from './items.mts';
import type { Setup } from './setup.mts';

interface StatusOperation {
	/** e.g. `setAsSent`, which calls `endpoint` at `/v1/orders/ID/address` */
	operation: string;
	endpoint: string;
	address: string;
	/** The status that it sets, the one before it, and a field that hubs take with it. */
	status: string;
	before: string;
	field: string;
}

/** The promises of an operation that sets an order's status, each as the body of a test. */
export function promisesOfSetStatus({
	operation,
	endpoint,
	address,
	status,
	before,
	field,
}: StatusOperation) {
	const set = (idPedido: number, more = {}) =>
		op(`order ${operation}`, { idPedido: byId(idPedido), ...more });

	return {
		async setsStatus({ hub, n8n }: Setup) {
			const { idPedido } = hub.createOrder({ status: before });
			const { json } = await n8n.done(set(idPedido));
			expect(json()).toMatchObject([{ idPedido, status, outcome: 'done' }]);
			expect(hub.state.orders.get(idPedido)?.status).toBe(status);
			const [sent] = requests(hub, endpoint);
			const path = `/v1/orders/${idPedido}/${address}`;
			expect(sent).toMatchObject({ method: 'PUT', path, body: '' });
			expect(sent?.headers['content-type']).toBeUndefined();
		},

		async sendsFields({ hub, n8n }: Setup) {
			const { idPedido } = hub.createOrder({ status: before });
			const bodyFields = { field: [{ name: field, value: '123' }] };
			await n8n.done(set(idPedido, { bodyMode: 'fields', bodyFields }));
			expect(bodies(hub, endpoint)).toEqual([{ [field]: '123' }]);
		},

		async leavesUnchanged({ hub, n8n }: Setup) {
			const { idPedido } = hub.createOrder({ status });
			const { json } = await n8n.done(set(idPedido));
			expect(json()).toMatchObject([{ status, outcome: 'unchanged' }]);
			expect(requests(hub, endpoint)).toEqual([]);
		},

		async refusesCancelled({ hub, n8n }: Setup) {
			const { idPedido } = hub.createOrder({ status: 'cancelado' });
			expect(shown((await n8n.run(set(idPedido))).nodeError)).toContain('is cancelled');
			expect(requests(hub, endpoint)).toEqual([]);
		},
	};
}
