import { describe, expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';

const t = useHub({ limits: false });
const ping = () => t.client.get('/v1/ping');
const stock = async () => (await t.client.read<{ nome: string }>('/v1/products/CANECA-1')).nome;
const rename = (nome: string) => t.client.put('/v1/products/CANECA-1', { nome });

describe('faults', () => {
	it('answer with a status, body and headers of choice, once', async () => {
		t.hub.faults.add({ kind: 'status', status: 503 });
		expectRefusal(await ping(), 503);
		expect((await ping()).status).toBe(200);
		const headers = { 'Retry-After': '7' };
		t.hub.faults.add({ kind: 'status', status: 429, body: { error: 'x' }, headers });
		const answer = await ping();
		expect(answer).toMatchObject({ status: 429, json: { error: 'x' } });
		expect(answer.headers['retry-after']).toBe('7');
		expect(t.hub.log.at(-1)?.status).toBe(429);
	});

	it('hit the requests they are meant for, after some that pass, several times', async () => {
		const meant = { endpoint: 'productGet', method: 'GET', after: 1, times: 2 };
		t.hub.faults.add({ kind: 'status', status: 500, ...meant });
		expect((await ping()).status).toBe(200);
		const statuses: number[] = [];
		for (let index = 0; index < 4; index++)
			statuses.push((await t.client.get('/v1/products/CANECA-1')).status);
		expect(statuses).toEqual([200, 500, 500, 200]);
		t.hub.faults.add({ kind: 'status', status: 500, path: /^\/v1\/erp/ });
		t.hub.faults.add({ kind: 'status', status: 501, path: '/v1/erp/channels' });
		expect((await t.client.get('/v1/erp/channels')).status).toBe(500);
		expect((await t.client.get('/v1/erp/channels')).status).toBe(501);
		t.hub.faults.add({ kind: 'status', status: 500, times: 100 });
		t.hub.faults.clear();
		expect((await ping()).status).toBe(200);
	});

	it('status: before the request has an effect, or after with applied', async () => {
		await rename('antes');
		t.hub.faults.add({ kind: 'status', status: 500 });
		expect((await rename('nunca')).status).toBe(500);
		expect(await stock()).toBe('antes');
		t.hub.faults.add({ kind: 'status', status: 503, applied: true });
		const answer = await rename('aplicado');
		expect(answer.status).toBe(503);
		expect(answer.headers['x-ratelimit-limit']).toBe('120');
		expect(await stock()).toBe('aplicado');
	});

	it('resetBefore and resetAfter cut the connection', async () => {
		t.hub.faults.add({ kind: 'resetBefore', method: 'PUT' });
		await expect(rename('nunca')).rejects.toThrow();
		expect(t.hub.log.at(-1)).toMatchObject({ method: 'PUT', status: 0 });
		expect(await stock()).toBe('aplicado');
		t.hub.faults.add({ kind: 'resetAfter', method: 'PUT' });
		await expect(rename('depois')).rejects.toThrow();
		expect(t.hub.log.at(-1)?.status).toBe(0);
		expect(await stock()).toBe('depois');
	});

	it('slow delays the answer', async () => {
		t.hub.faults.add({ kind: 'slow', delay: 80 });
		const before = performance.now();
		expect((await ping()).status).toBe(200);
		expect(performance.now() - before).toBeGreaterThan(75);
	});

	it('truncate announces more than it sends', async () => {
		t.hub.faults.add({ kind: 'truncate' });
		await expect(t.client.get('/v1/products/CANECA-1')).rejects.toThrow();
		t.hub.faults.add({ kind: 'truncate', method: 'PUT' });
		await expect(rename('cortado')).rejects.toThrow();
		expect(await stock()).toBe('cortado');
	});

	it('padded puts spaces behind the answer, to the size asked for', async () => {
		for (const fault of [{}, { isAnnounced: true }, { compression: 'gzip' as const }]) {
			t.hub.faults.add({ kind: 'padded', size: 300_000, ...fault });
			const answer = await fetch(`${t.hub.url}/v1/logistic/auth`, { method: 'POST' });
			expect(answer.headers.get('content-length')).toBe('isAnnounced' in fault ? '300000' : null);
			expect(await answer.text()).toMatch(/^\{"error":.{20,}\} +$/);
			await expect.poll(() => t.hub.log.at(-1)?.bytesSent).toBeGreaterThan(300);
		}
		const sizes = t.hub.log.slice(-3).map(({ bytesSent = 0 }) => bytesSent);
		expect(Math.min(...sizes.slice(0, 2))).toBeGreaterThan(300_000);
		expect(sizes[2]).toBeLessThan(3_000);
	});

	it('malformed, html and empty damage the body', async () => {
		t.hub.faults.add({ kind: 'malformed' });
		const malformed = await t.client.get('/v1/products/CANECA-1');
		expect(malformed).toMatchObject({ status: 200, json: undefined });
		expect(malformed.text).toMatch(/^\{"skuProduto"/);
		t.hub.faults.add({ kind: 'html' });
		const html = await ping();
		expect(html.status).toBe(502);
		expect(html.headers['content-type']).toMatch(/html/);
		t.hub.faults.add({ kind: 'empty' });
		expect(await t.client.get('/v1/products/CANECA-1')).toMatchObject({ status: 200, text: '' });
	});
});
