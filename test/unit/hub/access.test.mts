import { describe, expect, it } from 'vitest';
import { open, expectRefusal, useHub } from './client.mts';

const minute = 60_000;

describe('tokens', () => {
	const t = useHub({ clock: 'manual' });

	it('needs the App-Token on every request, also on the exchange', async () => {
		for (const headers of [{ 'app-token': undefined }, { 'app-token': 'errado' }]) {
			expectRefusal(await t.client.get('/v1/ping', { headers }), 401);
			const body = { apiKey: t.hub.apiKey, secretKey: t.hub.secretKey };
			const options = { body, headers: { ...headers, authorization: undefined } };
			expectRefusal(await t.client.call('POST', '/v1/logistic/auth', options), 401);
		}
	});

	it('needs the access token', async () => {
		for (const authorization of [undefined, 'Bearer errado', t.client.token]) {
			expectRefusal(await t.client.get('/v1/ping', { headers: { authorization } }), 401);
		}
		const answer = await t.client.get('/v1/ping');
		expect(answer).toMatchObject({ status: 200, text: 'pong' });
		expect(answer.headers['content-type']).toMatch(/^text\/plain/);
	});

	it('refuses wrong keys', async () => {
		const exchange = (body: unknown) =>
			t.client.call('POST', '/v1/logistic/auth', { body, headers: { authorization: undefined } });
		expectRefusal(await exchange({ apiKey: t.hub.apiKey, secretKey: 'errada' }), 401);
		expectRefusal(await exchange({ apiKey: 'errada', secretKey: t.hub.secretKey }), 401);
	});

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

	it.each([
		['GET', '/v1/nada'],
		['GET', '/v1'],
		['GET', '/'],
		['GET', '/v1/orders/'],
		['GET', '/v1/products/'],
		['PATCH', '/v1/products/X'],
		['POST', '/v1/erp/channels'],
		['DELETE', '/v1/orders/1'],
		['GET', '/v1/products/..'],
		['GET', '/v1/products/%2e%2E'],
		['PUT', '/v1/products/.'],
	])('answers %s %s with 404', async (method, path) => {
		expectRefusal(await t.client.call(method, path), 404);
		expect(t.hub.log.at(-1)).toMatchObject({ method, path, endpoint: undefined, status: 404 });
	});

	it('refuses malformed percent-encoding', async () => {
		expectRefusal(await t.client.get('/v1/products/100%'), 400);
		expectRefusal(await t.client.get('/v1/products/%E0%A4%A'), 400);
	});

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
		await t.client.post('/v1/batch/stocks', {
			estoques: [{ sku: 'CANECA-1', estoque: 1, quantidade: 2 }],
			extra: 1,
		});
		expect(t.hub.log[1]?.unknownFields).toEqual(['estoques[0].quantidade', 'extra']);
		expect(t.hub.count({ endpoint: 'productGet' })).toBe(1);
		expect(t.hub.count({ method: 'POST', path: /^\/v1\/batch/, status: 201 })).toBe(1);
		expect(t.hub.count({ status: 500 })).toBe(0);
	});
});

describe('environments', () => {
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

	it('https required: 406 without it', async () => {
		const client = await open({ requireHttps: true });
		expectRefusal(await client.get('/v1/ping'), 406);
		expectRefusal(await client.get('/v1/ping', { headers: { 'x-forwarded-proto': 'http' } }), 406);
		expectRefusal(await client.get('/v1/ping', { headers: { 'x-forwarded-proto': 'https' } }), 401);
		expect(client.hub.contractViolations).toEqual([]);
		await client.end();
	});

	it('prefix and other routes', async () => {
		const client = await open({
			prefix: '/api',
			routes: { acknowledge: 'POST /v1/orders/queue/{id}/done', ping: 'GET /v2/token-test' },
		});
		const { hub } = client;
		expect(hub.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
		expect((await client.get('/v2/token-test')).text).toBe('pong');
		expectRefusal(await client.get('/v1/ping'), 404);
		const { idPedido } = hub.createOrder();
		const body = { idInterno: 5, status: 'novo' };
		expectRefusal(await client.put(`/v1/orders/queue/${idPedido}`, body), 404);
		expect((await client.post(`/v1/orders/queue/${idPedido}/done`, body)).status).toBe(204);
		expect(hub.log.at(-1)).toMatchObject({
			path: `/v1/orders/queue/${idPedido}/done`,
			endpoint: 'acknowledge',
		});
		const list = await client.read<{ pedidos: { links: { GET: string } }[] }>(
			'/v1/orders?offset=0&limit=1',
		);
		expect(list.pedidos[0]?.links.GET).toBe(`${hub.url}/v1/orders/${idPedido}`);
		const outside = new URL('/v1/orders?offset=0&limit=1', hub.url).href;
		expect((await fetch(outside, { headers: { 'app-token': hub.appToken } })).status).toBe(404);
		await client.end();
	});

	it('refuses a route that another operation has', async () => {
		await expect(open({ routes: { ping: 'GET /v1/orders' } })).rejects.toThrow('/v1/orders');
	});

	it('refuses routes it does not know', async () => {
		await expect(open({ routes: { ping: 'v1/ping' } })).rejects.toThrow(/Not a route/);
		await expect(open({ routes: { orderGet: 'GET /x' } as object })).rejects.toThrow(/orderGet/);
	});
});
