import { expect } from 'vitest';
import { bodies, byId, op, requests, shown } from '../../../support/items.mts';
import { test } from '../../../support/setup.mts';

const setAsDelivered = (idPedido: number, more = {}) =>
	op('order setAsDelivered', { idPedido: byId(idPedido), ...more });

test('an order becomes entregue', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'enviado' });
	const { json } = await n8n.done(setAsDelivered(idPedido));
	expect(json()).toMatchObject([{ idPedido, status: 'entregue', outcome: 'done' }]);
	expect(hub.state.orders.get(idPedido)?.status).toBe('entregue');
	const [sent] = requests(hub, 'orderDelivered');
	expect(sent).toMatchObject({ method: 'PUT', path: `/v1/orders/${idPedido}/delivered`, body: '' });
	expect(sent?.headers['content-type']).toBeUndefined();
});

test('fields that the hub asks for go with it', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'enviado' });
	const bodyFields = { field: [{ name: 'data', value: '123' }] };
	await n8n.done(setAsDelivered(idPedido, { bodyMode: 'fields', bodyFields }));
	expect(bodies(hub, 'orderDelivered')).toEqual([{ data: '123' }]);
});

test('an order that is entregue already comes out as unchanged, and nothing is sent', async ({
	hub,
	n8n,
}) => {
	const { idPedido } = hub.createOrder({ status: 'entregue' });
	const { json } = await n8n.done(setAsDelivered(idPedido));
	expect(json()).toMatchObject([{ status: 'entregue', outcome: 'unchanged' }]);
	expect(requests(hub, 'orderDelivered')).toEqual([]);
});

test('a cancelled order stays cancelled, and the message says so', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'cancelado' });
	expect(shown((await n8n.run(setAsDelivered(idPedido))).nodeError)).toContain('is cancelled');
	expect(requests(hub, 'orderDelivered')).toEqual([]);
});
