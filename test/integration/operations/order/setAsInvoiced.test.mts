import { expect } from 'vitest';
import { bodies, byId, op, requests, shown } from '../../../support/items.mts';
import { test } from '../../../support/setup.mts';

const setAsInvoiced = (idPedido: number, more = {}) =>
	op('order setAsInvoiced', { idPedido: byId(idPedido), ...more });

test('an order becomes faturado', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'pago' });
	const { json } = await n8n.done(setAsInvoiced(idPedido));
	expect(json()).toMatchObject([{ idPedido, status: 'faturado', outcome: 'done' }]);
	expect(hub.state.orders.get(idPedido)?.status).toBe('faturado');
	const [sent] = requests(hub, 'orderInvoiced');
	expect(sent).toMatchObject({ method: 'PUT', path: `/v1/orders/${idPedido}/invoiced`, body: '' });
	expect(sent?.headers['content-type']).toBeUndefined();
});

test('fields that the hub asks for go with it', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'pago' });
	const bodyFields = { field: [{ name: 'nfeChave', value: '123' }] };
	await n8n.done(setAsInvoiced(idPedido, { bodyMode: 'fields', bodyFields }));
	expect(bodies(hub, 'orderInvoiced')).toEqual([{ nfeChave: '123' }]);
});

test('an order that is faturado already comes out as unchanged, and nothing is sent', async ({
	hub,
	n8n,
}) => {
	const { idPedido } = hub.createOrder({ status: 'faturado' });
	const { json } = await n8n.done(setAsInvoiced(idPedido));
	expect(json()).toMatchObject([{ status: 'faturado', outcome: 'unchanged' }]);
	expect(requests(hub, 'orderInvoiced')).toEqual([]);
});

test('a cancelled order stays cancelled, and the message says so', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'cancelado' });
	expect(shown((await n8n.run(setAsInvoiced(idPedido))).nodeError)).toContain('is cancelled');
	expect(requests(hub, 'orderInvoiced')).toEqual([]);
});
