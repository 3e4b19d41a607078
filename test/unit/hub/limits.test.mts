import { describe, expect, it } from 'vitest';
import { expectRefusal, open, useHub } from './client.mts';

describe('per-minute limits', () => {
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

	it('tells limit, rest and request id on POST, PUT and DELETE', async () => {
		const body = { estoques: [{ sku: 'CANECA-1', estoque: 1 }] };
		for (let index = 0; index < 10; index++) {
			const { status, headers } = await t.client.post('/v1/batch/stocks', body);
			expect(status).toBe(201);
			expect(headers).toMatchObject({
				'x-ratelimit-limit': '10',
				'x-ratelimit-remaining': String(9 - index),
			});
			expect(headers['request-id']).toMatch(/./);
		}
		const refused = await t.client.post('/v1/batch/stocks', body);
		expectRefusal(refused, 429);
		expect(refused.headers).toMatchObject({
			'x-ratelimit-limit': '10',
			'x-ratelimit-remaining': '0',
		});
		expect(refused.headers['request-id']).toMatch(/./);
	});

	it('tells them on refusals and for endpoints without a documented limit, which it never enforces', async () => {
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
});

describe('limits: false', () => {
	const t = useHub({ limits: false });

	it('enforces none', async () => {
		const answers = await Promise.all(
			Array.from({ length: 30 }, () => t.client.get('/v1/erp/channels')),
		);
		expect(answers.every(({ status }) => status === 200)).toBe(true);
	});
});

describe('time', () => {
	it('runs faster with timeScale', async () => {
		const { hub, close } = await open({ timeScale: 600 });
		const before = hub.clock.now();
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(hub.clock.now() - before).toBeGreaterThan(50_000);
		expect(hub.clock.now() - before).toBeLessThan(600_000);
		await close();
		await hub.stop();
	});

	it('stands still with a manual clock', async () => {
		const { hub, close } = await open({ clock: 'manual' });
		const before = hub.clock.now();
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(hub.clock.now()).toBe(before);
		hub.clock.advance(5);
		expect(hub.clock.now()).toBe(before + 5);
		await close();
		await hub.stop();
	});

	it('adds latency to every answer', async () => {
		const client = await open({ latency: 60 });
		const before = performance.now();
		await client.get('/v1/ping');
		expect(performance.now() - before).toBeGreaterThan(55);
		await client.end();
	});
});
