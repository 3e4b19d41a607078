import { describe, expect, it } from 'vitest';
import { open, expectRefusal, useHub } from './client.mts';

const minute = 60_000;

describe('tokens', () => {
	const t = useHub({ clock: 'manual' });

	it('is valid for 30 minutes', async () => {
		await t.client.login();
		t.hub.clock.advance(30 * minute - 1);
		expect((await t.client.get('/v1/ping')).status).toBe(200);
		t.hub.clock.advance(1);
		expectRefusal(await t.client.get('/v1/ping'), 401);
	});

	it('is revoked at once by a newer one', async () => {
		await t.client.login();
		const older = t.client.token;
		const issued = t.hub.tokens.issued;
		await t.client.login();
		expect(t.hub.tokens.issued).toBe(issued + 1);
		expect(t.hub.tokens.current).toBe(t.client.token);
		const headers = { authorization: `Bearer ${older}` };
		expectRefusal(await t.client.get('/v1/ping', { headers }), 401);
		expect((await t.client.get('/v1/ping')).status).toBe(200);
		t.hub.tokens.expire();
		expectRefusal(await t.client.get('/v1/ping'), 401);
		await t.client.login();
	});

	it('remembers an exchange that carries an Authorization header', async () => {
		const { apiKey, secretKey } = t.hub;
		const answer = await t.client.post('/v1/logistic/auth', { apiKey, secretKey });
		expect(answer.status).toBe(201);
		expect(t.hub.contractViolations).toEqual([expect.stringContaining('Authorization')]);
		t.hub.contractViolations.length = 0;
		await t.client.login();
	});
});

describe('addresses', () => {
	const t = useHub();
	it('records every request', async () => {
		t.hub.clearLog();
		await t.client.get('/v1/products/a%2Fb?x=1%2B2&y=%C3%A7%7C+d');
		expect(t.hub.log).toHaveLength(1);
		expect(t.hub.log[0]).toMatchObject({
			method: 'GET',
			path: '/v1/products/a%2Fb',
			query: { x: '1+2', y: 'ç| d' },
			body: '',
			status: 404,
			endpoint: 'productGet',
		});
		await t.client.put('/v1/products/stock-batch', {
			estoques: [{ sku: 'CANECA-1', estoque: 1, quantidade: 2 }],
			extra: 1,
		});
		expect(t.hub.log[1]?.unknownFields).toEqual(['estoques[0].quantidade', 'extra']);
		expect(t.hub.count({ endpoint: 'productGet' })).toBe(1);
		expect(t.hub.count({ method: 'PUT', path: /^\/v1\/products\/stock-batch/, status: 201 })).toBe(
			1,
		);
		expect(t.hub.count({ status: 500 })).toBe(0);
	});
});

it('production: own App-Token, User-Agent, no sandbox-only endpoints', async () => {
	const client = await open({ environment: 'production' });
	const { hub } = client;
	const agent = { 'user-agent': 'teste/1.0' };
	expect(hub.appToken).not.toBe('homologacao');
	const body = { apiKey: hub.apiKey, secretKey: hub.secretKey };
	const exchange = (headers: Record<string, string>) =>
		client.call('POST', '/v1/logistic/auth', {
			body,
			headers: { authorization: undefined, ...headers },
		});
	expectRefusal(await exchange({}), 400);
	expectRefusal(await exchange({ ...agent, 'app-token': 'homologacao' }), 401);
	const answer = await exchange(agent);
	client.token = (answer.json as { token: string }).token;
	expect((await client.get('/v1/ping', { headers: agent })).status).toBe(200);
	expectRefusal(await client.call('POST', '/v1/orders', { body: {}, headers: agent }), 404);
	const { idPedido } = hub.createOrder();
	expectRefusal(await client.call('PUT', `/v1/orders/${idPedido}/paid`, { headers: agent }), 404);
	expect(
		(await client.call('PUT', `/v1/orders/${idPedido}/invoiced`, { headers: agent })).status,
	).toBe(200);
	expect(hub.contractViolations).toEqual([]);
	await client.end();
});
