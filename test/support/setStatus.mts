import { expect } from 'vitest';
import { bodies, byId, op, requests, shown } from './items.mts';
import { test } from './setup.mts';

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

/** What each operation that sets an order's status promises. */
export function promisesOfSetStatus({
	operation,
	endpoint,
	address,
	status,
	before,
	field,
}: StatusOperation): void {
	const set = (idPedido: number, more = {}) =>
		op(`order ${operation}`, { idPedido: byId(idPedido), ...more });

	test(`an order becomes ${status}`, async ({ hub, n8n }) => {
		const { idPedido } = hub.createOrder({ status: before });
		const { json } = await n8n.done(set(idPedido));
		expect(json()).toMatchObject([{ idPedido, status, outcome: 'done' }]);
		expect(hub.state.orders.get(idPedido)?.status).toBe(status);
		const [sent] = requests(hub, endpoint);
		const path = `/v1/orders/${idPedido}/${address}`;
		expect(sent).toMatchObject({ method: 'PUT', path, body: '' });
		expect(sent?.headers['content-type']).toBeUndefined();
	});

	test('fields that the hub asks for go with it', async ({ hub, n8n }) => {
		const { idPedido } = hub.createOrder({ status: before });
		const bodyFields = { field: [{ name: field, value: '123' }] };
		await n8n.done(set(idPedido, { bodyMode: 'fields', bodyFields }));
		expect(bodies(hub, endpoint)).toEqual([{ [field]: '123' }]);
	});

	test(`an order that is ${status} already comes out as unchanged, and nothing is sent`, async ({
		hub,
		n8n,
	}) => {
		const { idPedido } = hub.createOrder({ status });
		const { json } = await n8n.done(set(idPedido));
		expect(json()).toMatchObject([{ status, outcome: 'unchanged' }]);
		expect(requests(hub, endpoint)).toEqual([]);
	});

	test('a cancelled order stays cancelled, and the message says so', async ({ hub, n8n }) => {
		const { idPedido } = hub.createOrder({ status: 'cancelado' });
		expect(shown((await n8n.run(set(idPedido))).nodeError)).toContain('is cancelled');
		expect(requests(hub, endpoint)).toEqual([]);
	});
}
