import { describe, expect, it } from 'vitest';
import type { FullOrder } from '../../hub/index.mts';
import { expectRefusal, useHub } from './client.mts';
import { sandboxOrderFields } from '../../support/orders.mts';

const t = useHub({ limits: false });

describe('sandbox order creation', () => {
	it('creates a full record in status novo and puts it into the queue', async () => {
		const answer = await t.client.post('/v1/orders', sandboxOrderFields());
		expect(answer.status).toBe(201);
		const order = answer.json as FullOrder;
		expect(order).toMatchObject({
			...sandboxOrderFields({ canal: expect.anything() as string }),
			status: 'novo',
			idInterno: null,
			canal: {
				canal: 'Mercado Azul',
				canalIntegracao: 'Mercado Azul - Loja Oficial',
				hashCanal: 'canal-11',
			},
		});
		expect(t.hub.state.queue.has(order.idPedido)).toBe(true);
		expect((await t.client.get(`/v1/orders/${order.idPedido}`)).json).toEqual(order);
	});
});

describe('sandbox payment', () => {
	it('moves novo to pago and enqueues, once', async () => {
		const { idPedido } = t.hub.createOrder();
		t.hub.state.queue.delete(idPedido);
		const body = { dataOcorrencia: '2024-05-06 08:00:00' };
		expect(await t.client.put(`/v1/orders/${idPedido}/paid`, body)).toMatchObject({
			status: 204,
			text: '',
		});
		expect(t.hub.state.orders.get(idPedido)?.status).toBe('pago');
		expect(t.hub.state.queue.has(idPedido)).toBe(true);
		expectRefusal(await t.client.put(`/v1/orders/${idPedido}/paid`, body), 400);
	});

	it('needs no body, and an order', async () => {
		const { idPedido } = t.hub.createOrder();
		expect((await t.client.put(`/v1/orders/${idPedido}/paid`)).status).toBe(204);
		expectRefusal(await t.client.put('/v1/orders/1/paid'), 404);
		for (const status of ['pago', 'faturado', 'enviado', 'entregue', 'cancelado']) {
			const other = t.hub.createOrder({ status });
			expectRefusal(await t.client.put(`/v1/orders/${other.idPedido}/paid`), 400);
		}
	});
});
