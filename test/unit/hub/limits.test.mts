import { expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';

const t = useHub({ clock: 'manual' });

it('allows ten channel lists in any 60 seconds', async () => {
	for (let index = 0; index < 10; index++) {
		expect((await t.client.get('/v1/erp/channels')).status).toBe(200);
		t.hub.clock.advance(1000);
	}
	const refused = await t.client.get('/v1/erp/channels');
	expectRefusal(refused, 429);
	expect(refused.headers['retry-after']).toBeUndefined();
	t.hub.clock.advance(49_999);
	expectRefusal(await t.client.get('/v1/erp/channels'), 429);
	t.hub.clock.advance(1);
	expect((await t.client.get('/v1/erp/channels')).status).toBe(200);
	expectRefusal(await t.client.get('/v1/erp/channels'), 429);
});

it('counts each endpoint by itself', async () => {
	expect((await t.client.get('/v1/products?offset=0&limit=1')).status).toBe(200);
});

it('names the limit, the remaining requests and the request ID on POST, PUT and DELETE', async () => {
	const body = { estoques: [{ sku: 'CANECA-1', estoque: 1 }] };
	for (let index = 0; index < 10; index++) {
		const { status, headers } = await t.client.put('/v1/products/stock-batch', body);
		expect(status).toBe(201);
		expect(headers).toMatchObject({
			'x-ratelimit-limit': '10',
			'x-ratelimit-remaining': String(9 - index),
		});
		expect(headers['request-id']).toMatch(/./);
	}
	const refused = await t.client.put('/v1/products/stock-batch', body);
	expectRefusal(refused, 429);
	expect(refused.headers).toMatchObject({
		'x-ratelimit-limit': '10',
		'x-ratelimit-remaining': '0',
	});
	expect(refused.headers['request-id']).toMatch(/./);
});

it('names them on refusals and for endpoints without a documented limit, and does not enforce the latter', async () => {
	for (let index = 0; index < 125; index++) {
		const { status, headers } = await t.client.delete('/v1/products/NADA');
		expect(status).toBe(404);
		expect(headers['x-ratelimit-limit']).toBe('120');
		expect(headers['x-ratelimit-remaining']).toBe(String(Math.max(0, 119 - index)));
	}
	const { headers } = await t.client.get('/v1/ping');
	expect(headers['request-id']).toBeUndefined();
	expect(headers['x-ratelimit-limit']).toBeUndefined();
});
