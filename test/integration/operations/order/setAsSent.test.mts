import { expect } from 'vitest';
import { bodies, byId, op, requests, shown } from '../../../support/items.mts';
import { test } from '../../../support/setup.mts';

const setAsSent = (idPedido: number, more = {}) =>
	op('order setAsSent', { idPedido: byId(idPedido), ...more });

test('an order becomes enviado', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'faturado' });
	const { json } = await n8n.done(setAsSent(idPedido));
	expect(json()).toMatchObject([{ idPedido, status: 'enviado', outcome: 'done' }]);
	expect(hub.state.orders.get(idPedido)?.status).toBe('enviado');
	const [sent] = requests(hub, 'orderSent');
	expect(sent).toMatchObject({ method: 'PUT', path: `/v1/orders/${idPedido}/sent`, body: '' });
	expect(sent?.headers['content-type']).toBeUndefined();
});

test('fields that the hub asks for go with it', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'faturado' });
	const bodyFields = { field: [{ name: 'codigoRastreio', value: '123' }] };
	await n8n.done(setAsSent(idPedido, { bodyMode: 'fields', bodyFields }));
	expect(bodies(hub, 'orderSent')).toEqual([{ codigoRastreio: '123' }]);
});

test('an order that is enviado already comes out as unchanged, and nothing is sent', async ({
	hub,
	n8n,
}) => {
	const { idPedido } = hub.createOrder({ status: 'enviado' });
	const { json } = await n8n.done(setAsSent(idPedido));
	expect(json()).toMatchObject([{ status: 'enviado', outcome: 'unchanged' }]);
	expect(requests(hub, 'orderSent')).toEqual([]);
});

test('a cancelled order stays cancelled, and the message says so', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'cancelado' });
	expect(shown((await n8n.run(setAsSent(idPedido))).nodeError)).toContain('is cancelled');
	expect(requests(hub, 'orderSent')).toEqual([]);
});
