import { expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';

const t = useHub({ limits: false });

it.each([
	['invoiced', 'faturado'],
	['sent', 'enviado'],
	['delivered', 'entregue'],
])(
	'sets an order by %s to %s, with or without a body, and does not enqueue it',
	async (path, status) => {
		const order = t.hub.createOrder();
		t.hub.state.queue.clear();
		const plain = await t.client.put(`/v1/orders/${order.idPedido}/${path}`);
		expect(plain).toMatchObject({ status: 200, json: { idPedido: order.idPedido, status } });
		expect(
			(await t.client.put(`/v1/orders/${order.idPedido}/${path}`, { nfeNumero: '7' })).status,
		).toBe(200);
		expect(t.hub.state.statusUpdates.at(-1)).toMatchObject({ status, body: { nfeNumero: '7' } });
		expect(t.hub.state.queue.size).toBe(0);
		expectRefusal(await t.client.put(`/v1/orders/1/${path}`, {}), 404);
		expectRefusal(await t.client.put(`/v1/orders/${order.idPedido}/${path}`, []), 400);
	},
);
