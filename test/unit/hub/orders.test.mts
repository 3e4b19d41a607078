import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';
import type { FullOrder } from '../../hub/index.mts';

interface Page {
	pedidos: (FullOrder & { links: { GET: string; PUT: Record<string, string> } })[];
	info: Record<string, unknown>;
}

const t = useHub({
	clock: 'manual',
	limits: false,
	seed: { orders: 30, queued: 12, products: 20 },
});

describe('the order list', () => {
	it('shows basic orders by issue date with the addresses of their operations', async () => {
		const { pedidos } = (await t.client.get('/v1/orders?offset=0&limit=100')).json as Page;
		const dates = pedidos.map(({ dataEmissao }) => dataEmissao);
		expect(dates).toEqual([...dates].sort());
		for (const order of pedidos) {
			const address = `${t.hub.url}/v1/orders/${order.idPedido}`;
			expect(order.links).toEqual({
				GET: address,
				PUT: {
					faturado: `${address}/invoiced`,
					enviado: `${address}/sent`,
					entregue: `${address}/delivered`,
				},
			});
			expect(order).not.toHaveProperty('itens');
			expect(order.cliente).not.toHaveProperty('nascimento');
			expect(order.entrega).not.toHaveProperty('freteMapeado');
		}
	});

	it('filters by one or several statuses', async () => {
		const list = '/v1/orders?offset=0&limit=100&status=';
		const count = async (status: string) => (await t.client.read<Page>(list + status)).info.total;
		expect(await count('novo')).toBe(5);
		expect(await count('novo%7Ccancelado')).toBe(10);
		expect(await count('inexistente')).toBe(0);
	});

	it('shows full records by id', async () => {
		const [first] = t.hub.state.orders.values();
		const { json } = await t.client.get(`/v1/orders/${first?.idPedido}`);
		expect(json).toEqual(JSON.parse(JSON.stringify(first)));
		expect(json).not.toHaveProperty('links');
		expectRefusal(await t.client.get('/v1/orders/1'), 404);
		expectRefusal(await t.client.get('/v1/orders/abc'), 400, /id/);
	});
});

describe('status changes', () => {
	it.each([
		['invoiced', 'faturado'],
		['sent', 'enviado'],
		['delivered', 'entregue'],
	])('%s sets %s, with or without a body, and does not enqueue', async (path, status) => {
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
	});
});

describe('the queue', () => {
	beforeEach(() => t.hub.state.queue.clear());
	const read = async (query: string) => await t.client.read<Page>(`/v1/orders/queue?${query}`);

	it('gives full orders with its own envelope, first come first', async () => {
		const ids = [1, 2, 3].map(() => t.hub.createOrder().idPedido);
		const { pedidos, info } = await read('limit=2');
		expect(pedidos.map(({ idPedido }) => idPedido)).toEqual(ids.slice(0, 2));
		expect(pedidos[0]).toHaveProperty('itens');
		expect(info).toEqual({ filtros: {}, limit: 2, exibindo: 2, total: 3 });
	});

	it('filters by status', async () => {
		t.hub.createOrder({ status: 'pago' });
		t.hub.createOrder({ status: 'cancelado' });
		t.hub.createOrder();
		const { pedidos, info } = await read('limit=10&status=pago%7Ccancelado');
		expect(pedidos.map(({ status }) => status)).toEqual(['pago', 'cancelado']);
		expect(info).toMatchObject({ filtros: { status: 'pago|cancelado' }, total: 2 });
	});

	it('keeps an order until it is acknowledged', async () => {
		const { idPedido } = t.hub.createOrder();
		expect((await read('limit=10')).info.total).toBe(1);
		expect((await read('limit=10')).info.total).toBe(1);
		const body = { idInterno: 77, status: 'pago' };
		const done = await t.client.put(`/v1/orders/queue/${idPedido}`, body);
		expect(done).toMatchObject({ status: 204, text: '' });
		expect((await read('limit=10')).info.total).toBe(0);
		expect(((await t.client.get(`/v1/orders/${idPedido}`)).json as FullOrder).idInterno).toBe(77);
		expect(t.hub.state.acknowledgements.at(-1)).toMatchObject({
			idPedido,
			idInterno: '77',
			status: 'pago',
		});
		for (const id of [idPedido, 1])
			expectRefusal(await t.client.put(`/v1/orders/queue/${id}`, body), 404);
	});

	it('takes an order in again when it changes', async () => {
		const { idPedido } = t.hub.createOrder();
		await t.client.put(`/v1/orders/queue/${idPedido}`, { idInterno: 1, status: 'novo' });
		t.hub.updateOrder(idPedido, { status: 'enviado', entrega: { codigoRastreio: 'BR1' } });
		const { pedidos } = await read('limit=10');
		expect(pedidos).toMatchObject([
			{ idPedido, status: 'enviado', entrega: { codigoRastreio: 'BR1' } },
		]);
		expect(() => t.hub.updateOrder(1, {})).toThrow(/no order 1/);
	});
});
