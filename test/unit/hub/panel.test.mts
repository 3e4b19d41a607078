import { request } from 'undici';
import { expect, it } from 'vitest';
import { resources } from '../../../nodes/MarketplaceHub/actions/resources.ts';
import type { ShownEmail, ShownExample } from '../../hub/types.mts';
import { expectRefusal, open, useHub } from './client.mts';

const emails: ShownEmail[] = [];
const examples: ShownExample[] = [];
const t = useHub({ panel: true, prefix: '/api', clock: 'manual', emails, examples });

/** A request to the hub's own address, past the prefix of the API. */
const raw = async (
	method: string,
	path: string,
	headers: Record<string, string> = {},
	body?: string,
) => {
	const answer = await request(new URL(path, t.hub.url), {
		method: method as 'GET',
		headers: { ...(body !== undefined && { 'content-type': formType }), ...headers },
		...(body !== undefined && { body }),
	});
	const text = await answer.body.text();
	const isJson = String(answer.headers['content-type']).includes('json');
	const json: unknown = isJson ? JSON.parse(text) : undefined;
	return { status: answer.statusCode, headers: answer.headers, text, json };
};
const formType = 'application/x-www-form-urlencoded';
const orders = () => t.hub.state.orders.size;

it('is a page at the root that needs no tokens and is not logged', async () => {
	t.hub.clearLog();
	const answer = await raw('GET', '/');
	expect(answer.status).toBe(200);
	expect(answer.headers['content-type']).toContain('text/html');
	expect(answer.text).toContain('<h1>Local hub</h1>');
	expect(t.hub.log).toEqual([]);
});

it('writes money and dates as people in Brazil do', async () => {
	t.hub.createOrder({
		dataEmissao: '2026-11-28 10:00:00',
		valores: { total: 1719.5 },
	});
	const { text } = await raw('GET', '/');
	expect(text).toContain('R$ 1719,50');
	expect(text).toContain('28/11/2026 10:00<');
	expect((await raw('GET', '/_panel/products')).text).toMatch(/>R\$ \d+,\d\d</);
});

it('shows the emails of the mailbox, the newest first, whatever they hold', async () => {
	expect((await raw('GET', '/_panel/mailbox')).text).toContain('No email yet');
	emails.push(
		{ subject: 'First', to: [{ address: 'team@example.com' }], text: 'one\n' },
		{ subject: '<b>Second</b>', to: [{ address: 'boss@example.com' }], text: '<script>' },
		{},
	);
	const { text } = await raw('GET', '/_panel/mailbox');
	expect(text).toContain('to team@example.com');
	expect(text).toContain('&lt;b&gt;Second&lt;/b&gt;');
	expect(text).toContain('<pre>&lt;script&gt;</pre>');
	expect(text).toContain('(no subject)');
	expect(text.indexOf('boss@example.com')).toBeLessThan(text.indexOf('team@example.com'));
});

it('opens the examples by journey, each with what it does and what comes before it', async () => {
	expect((await raw('GET', '/_panel/examples')).text).toContain('None yet');
	const tab = 'href="/_panel/examples"';
	expect((await raw('GET', '/')).text).not.toContain(tab);
	examples.push({
		group: 'Orders ship',
		title: '<b>Ship</b>',
		does: 'sends orders',
		url: 'http://127.0.0.1:1/workflow/a',
		before: 'Run first',
	});
	const { text } = await raw('GET', '/_panel/examples');
	expect(text).toContain('href="http://127.0.0.1:1/workflow/a"');
	expect(text).toContain('&lt;b&gt;Ship&lt;/b&gt;');
	expect(text).toContain('<h2>Orders ship</h2>');
	expect(text).toContain('<td>sends orders</td>');
	expect(text).toContain('<td>Run first</td>');
	expect((await raw('GET', '/')).text).toContain(tab);
});

it('names requests as the nodes name the operation that sends them', async () => {
	const { text } = await raw('GET', '/_panel/trouble');
	const options = [...text.matchAll(/<option value="(\w+)"[^>]*>\s*([^<]+?)\s*</g)].map(
		([, id = '', name = '']) => [id, name] as const,
	);
	const sentBy = (endpoint: string) =>
		resources.flatMap(({ option, operations }) =>
			operations
				.filter(({ endpoints = [] }) => (endpoints as readonly string[]).includes(endpoint))
				.map((operation) => `${option.name}: ${operation.option.name}`),
		);
	expect(options.length).toBeGreaterThan(25);
	expect(options.filter(([id, name]) => id !== 'auth' && !sentBy(id).includes(name))).toEqual([]);
	expect(text).toContain('<code class="note">GET /v1/erp/channels</code>');
	const chosen = 'kind=503&times=2&endpoint=orderList';
	const answer = await raw('POST', '/_panel/trouble', { accept: 'application/json' }, chosen);
	expect(answer.json).toEqual({ message: 'Answer 503: 2 × Order: Get Many.' });
	t.hub.faults.clear();
});

it('exists only if it is switched on', async () => {
	const client = await open();
	expectRefusal(await client.get('/'), 404);
	expectRefusal(await client.get('/_panel/webhook'), 404);
	await client.end();
});

it('does not change the API', async () => {
	expectRefusal(await t.client.get('/v1/orders/nada'), 400);
	expectRefusal(await t.client.get('/v1/orders', { headers: { authorization: 'x' } }), 401);
	const outside = await raw('GET', '/v1/orders', { 'app-token': t.hub.appToken });
	expectRefusal(outside, 404);
	expectRefusal(await raw('POST', '/', { 'app-token': t.hub.appToken }), 404);
});

it.each([
	['a form of another page', { origin: 'https://example.com' }],
	['a page on another port of this machine', { origin: 'http://127.0.0.1:5678' }],
	['a page without an origin', { origin: 'null' }],
	['another site, told by the browser', { 'sec-fetch-site': 'cross-site' }],
	['another port, told by the browser', { 'sec-fetch-site': 'same-site' }],
	['a foreign name for this address', { host: 'example.com' }],
])('refuses %s', async (_who, headers) => {
	const before = orders();
	for (const path of ['/_panel/orders', '/_hub/orders']) {
		const answer = await raw('POST', path, headers as unknown as Record<string, string>, '{}');
		expect([path, answer.status]).toEqual([path, 403]);
	}
	expect(orders()).toBe(before);
});

it('accepts its own form, and a program that is not a browser', async () => {
	const { host, origin } = new URL(t.hub.url);
	const before = orders();
	const own = { host, origin, 'sec-fetch-site': 'same-origin', accept: 'application/json' };
	expect((await raw('POST', '/_panel/orders', own, '')).json).toEqual({
		message: expect.stringMatching(/^Order \d+ of /) as string,
	});
	expect((await raw('POST', '/_panel/orders', { accept: 'application/json' }, '')).status).toBe(
		200,
	);
	expect(orders()).toBe(before + 2);
});

it('opens from a link, but not under a foreign name', async () => {
	expect((await raw('GET', '/', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
	expect((await raw('GET', '/', { host: 'hub.example.com' })).status).toBe(403);
	expect((await raw('GET', '/_hub', { host: 'hub.example.com' })).status).toBe(403);
});

it('changes nothing on GET', async () => {
	const before = orders();
	for (const path of ['/_panel/orders', '/_panel/token/revoke', '/_panel/trouble']) {
		await raw('GET', path);
	}
	expect(orders()).toBe(before);
	expect((await t.client.get('/v1/ping')).text).toBe('pong');
});

it('allows only its own script and no frames', async () => {
	const { headers } = await raw('GET', '/_panel/requests');
	const policy = String(headers['content-security-policy']);
	expect(policy).toContain("default-src 'none'");
	expect(policy).toContain("script-src 'self';");
	expect(policy).toContain("frame-ancestors 'none'");
	expect(headers['x-content-type-options']).toBe('nosniff');
});

it.each([
	['/_panel/webhook', 'url=javascript:alert(1)', /http/],
	['/_panel/trouble', 'kind=nada&times=1', /kind/],
	['/_panel/trouble', 'kind=503&times=0', /1 to 1000/],
	['/_panel/trouble', 'kind=503&times=1&endpoint=nada', /endpoint/],
	['/_panel/orders/1/pay', '', /no order 1/],
	['/_panel/orders/ID/status', 'status=perdido', /six statuses/],
	['/_panel/orders/ID/pay', '', /new order/],
])('says why %s with %s is not possible', async (path, form, message) => {
	const { idPedido } = t.hub.createOrder({ status: 'pago' });
	const answer = await raw('POST', path.replace('ID', String(idPedido)), {}, form);
	expect(answer.status).toBe(409);
	expect((answer.json as { message: string }).message).toMatch(message);
	expect(t.hub.state.orders.get(idPedido)?.status).toBe('pago');
});

it('escapes foreign texts in content and attributes', async () => {
	const nasty = `"><script>alert(1)</script>'&`;
	t.hub.createOrder({ cliente: { nome: nasty }, canal: { canal: nasty }, status: nasty });
	t.hub.webhook.configure({ url: `http://127.0.0.1:1/?${nasty}` });
	await t.client.get(`/v1/products/${encodeURIComponent(nasty)}`);
	await t.client.call('PUT', '/v1/products/x', { raw: nasty });
	for (const path of ['/', '/_panel/webhook', '/_panel/requests', '/_panel/labels']) {
		const { status, text } = await raw('GET', path);
		expect(status).toBe(200);
		expect(text, path).not.toContain('<script>alert');
		expect(text.match(/<script/g)).toHaveLength(1);
	}
});
