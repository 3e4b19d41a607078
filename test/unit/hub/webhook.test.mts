import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serve } from '../../support/otherServer.mts';
import { useHub } from './client.mts';

const good = { idInterno: 1, status: 'novo' };
const received: { body: unknown; headers: IncomingMessage['headers'] }[] = [];
let reply: (response: ServerResponse) => void;
let server: Awaited<ReturnType<typeof serve>>;
let url: string;

const answer =
	(status: number, body: unknown, type = 'application/json') =>
	(response: ServerResponse) => {
		response.writeHead(status, { 'content-type': type });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	};

beforeAll(async () => {
	server = await serve((request, response) => {
		void json(request).then((body) => {
			received.push({ body, headers: request.headers });
			reply(response);
		});
	});
	url = `${server.url}/webhook`;
});
afterAll(async () => await server.stop());

const t = useHub({ limits: false, clock: 'manual' });

beforeEach(() => {
	received.length = 0;
	t.hub.webhook.deliveries.length = 0;
	t.hub.webhook.configure({ url });
	reply = answer(200, good);
});

describe('notifications', () => {
	it('go out for every change, with addresses and an id of their own', async () => {
		const { idPedido } = t.hub.createOrder();
		t.hub.updateOrder(idPedido, { status: 'cancelado' });
		await t.hub.webhook.settled();
		expect(received).toHaveLength(2);
		const notification = received[0]?.body as Record<string, unknown>;
		expect(notification).toEqual({
			id: expect.any(Number) as number,
			dominio: 'pedido',
			urlLeitura: `${t.hub.url}/v1/orders/${idPedido}`,
			urlConfirmacaoLeitura: `${t.hub.url}/v1/orders/queue/${idPedido}`,
			data: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
		});
		expect(notification.id).not.toBe(idPedido);
		expect((received[1]?.body as { id: number }).id).not.toBe(notification.id);
		expect(received[0]?.headers['content-type']).toBe('application/json');
		expect(t.hub.webhook.deliveries[0]).toMatchObject({
			notification,
			status: 200,
			contentType: 'application/json',
			json: good,
			accepted: true,
			at: t.hub.clock.now(),
		});
		expect(t.hub.state.queue.has(idPedido)).toBe(true);
	});
	it('take the order out of the queue when acknowledgement is automatic', async () => {
		t.hub.webhook.configure({ url, automaticAcknowledgement: true });
		const { idPedido } = t.hub.createOrder();
		expect(t.hub.state.queue.has(idPedido)).toBe(false);
		await t.hub.webhook.settled();
		expect(received[0]?.body).toMatchObject({ urlConfirmacaoLeitura: 'confirmacao-automatica' });
	});
});

describe('deactivation of the webhook', () => {
	it.each([
		['status 201', answer(201, good)],
		['status 204', answer(204, '')],
		['status 404', answer(404, good)],
		['status 500', answer(500, good)],
		['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/x' }).end()],
		['no idInterno', answer(200, { status: 'novo' })],
		['no status', answer(200, { idInterno: 1 })],
		['an empty status', answer(200, { idInterno: 1, status: '' })],
		['a null idInterno', answer(200, { idInterno: null, status: 'novo' })],
		['a list', answer(200, [good])],
		['no JSON', answer(200, 'ok', 'text/plain')],
		['an empty body', answer(200, '')],
		['a cut connection', (response: ServerResponse) => response.socket?.destroy()],
	])('follows %s', async (_name, wrong) => {
		reply = wrong;
		t.hub.createOrder();
		await t.hub.webhook.settled();
		expect(t.hub.webhook.deliveries.at(-1)?.accepted).toBe(false);
		expect(t.hub.webhook.active).toBe(false);

		reply = answer(200, good);
		const sent = received.length;
		const { idPedido } = t.hub.createOrder();
		await t.hub.webhook.settled();
		expect(received).toHaveLength(sent);
		expect(t.hub.state.queue.has(idPedido)).toBe(true);

		t.hub.webhook.reactivate();
		expect(t.hub.webhook.active).toBe(true);
		t.hub.createOrder();
		await t.hub.webhook.settled();
		expect(received).toHaveLength(sent + 1);
		expect(t.hub.webhook.active).toBe(true);
	});

	it('does not follow extra fields or text values', async () => {
		reply = answer(200, { idInterno: '123', status: 'qualquer', mais: 1 });
		t.hub.createOrder();
		await t.hub.webhook.settled();
		expect(t.hub.webhook.active).toBe(true);
	});
});
