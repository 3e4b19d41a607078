import { afterEach, describe, expect, test, vi } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { waitFor } from '../../server/wait.mts';
import { shown, op } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { setup, type Setup, type SetupOptions } from '../../support/setup.mts';
import { answer } from '../../support/answers.mts';

afterEach(() => vi.useRealTimers());

const order = (idPedido: number) => op('order get', { idPedido: byId(idPedido) });
const ping = op('connection ping');

async function withOrder(options: SetupOptions = {}) {
	const pair = await setup(options);
	return { ...pair, idPedido: pair.hub.createOrder({}).idPedido };
}

const exchanges = ({ hub }: Pick<Setup, 'hub'>) => hub.count({ endpoint: 'auth' });

describe('one token for everything in the process', () => {
	test('a fresh credential: twenty parallel executions, one exchange, all succeed', async () => {
		const run = await withOrder();
		const results = await Promise.all(
			Array.from({ length: 20 }, async () => await run.n8n.run(order(run.idPedido))),
		);
		expect(results.map(({ status }) => status)).toEqual(
			Array.from({ length: 20 }, () => 'success'),
		);
		expect(run.hub.tokens.issued).toBe(1);
		expect(exchanges(run)).toBe(1);
	});

	test('a token that the hub has ended: twenty parallel requests, exactly one exchange, all succeed', async () => {
		const run = await withOrder();
		await run.n8n.run(ping);
		run.hub.tokens.expire();
		run.hub.clearLog();
		const results = await Promise.all(
			Array.from({ length: 20 }, async () => await run.n8n.run(order(run.idPedido))),
		);
		expect(results.map(({ status }) => status)).toEqual(
			Array.from({ length: 20 }, () => 'success'),
		);
		expect(exchanges(run)).toBe(1);
	});

	test('twenty items of one node, one exchange', async () => {
		const run = await withOrder();
		await run.n8n.run(ping);
		run.hub.tokens.expire();
		run.hub.clearLog();
		const result = await run.n8n.run(
			{ ...order(0), idPedido: byId('={{ $json.id }}') },
			Array.from({ length: 20 }, () => ({ id: run.idPedido })),
		);
		expect(result.json()).toHaveLength(20);
		expect(exchanges(run)).toBe(1);
	});

	test("the token's own 30 minutes: renewed before it ends, no 401 is ever seen", async () => {
		vi.useFakeTimers({ toFake: ['Date'] });
		const start = Date.now();
		const run = await withOrder({ timeScale: 1, clock: 'manual' });
		for (let minute = 0; minute < 33; minute += 0.5) {
			vi.setSystemTime(start + minute * 60_000);
			if (minute > 0) run.hub.clock.advance(30_000);
			await Promise.all([run.n8n.run(order(run.idPedido)), run.n8n.run(order(run.idPedido))]);
		}
		expect(run.hub.tokens.issued).toBe(2);
		expect(run.hub.count({ status: 401 })).toBe(0);
	});

	test("two nodes with their own copies of one account do not revoke each other's token", async () => {
		const run = await withOrder();
		const other = await startN8n(run.hub);
		for (let round = 0; round < 3; round++) {
			await Promise.all([run.n8n.run(order(run.idPedido)), other.run(order(run.idPedido))]);
		}
		expect(run.hub.tokens.issued).toBe(1);
		expect(run.hub.count({ status: 401 })).toBe(0);
	});

	test('two accounts are independent', async () => {
		const [one, two] = [await withOrder(), await withOrder()];
		await Promise.all(
			[one, two].flatMap(({ n8n, idPedido }) =>
				Array.from({ length: 5 }, async () => await n8n.run(order(idPedido))),
			),
		);
		expect([one.hub.tokens.issued, two.hub.tokens.issued]).toEqual([1, 1]);
		one.hub.tokens.expire();
		await Promise.all([one, two].map(async ({ n8n, idPedido }) => await n8n.run(order(idPedido))));
		expect([one.hub.tokens.issued, two.hub.tokens.issued]).toEqual([2, 1]);
	});

	test('the new token is stored with its time, for the next execution and other processes', async () => {
		const run = await withOrder();
		await run.n8n.run(ping);
		expect(run.n8n.stored()).toMatchObject({
			accessToken: run.hub.tokens.current,
			accessTokenIssuedAt: expect.any(Number),
		});
		run.hub.tokens.expire();
		await run.n8n.run(ping);
		expect(run.n8n.stored().accessToken).toBe(run.hub.tokens.current);
	});

	test('the exchange carries App-Token and keys, never Authorization; every other request both tokens and a user-agent', async () => {
		const run = await withOrder();
		await run.n8n.run(order(run.idPedido));
		const [auth, request] = run.hub.log;
		expect(auth).toMatchObject({ method: 'POST', path: '/v1/logistic/auth', status: 201 });
		expect(auth!.headers.authorization).toBeUndefined();
		expect(JSON.parse(auth!.body)).toEqual({
			apiKey: run.hub.apiKey,
			secretKey: run.hub.secretKey,
		});
		expect(request!.headers).toMatchObject({
			'app-token': 'homologacao',
			authorization: `Bearer ${run.hub.tokens.current}`,
		});
		for (const { headers } of [auth!, request!])
			expect(headers['user-agent']).toMatch(/^n8n-nodes-marketplace-hub\/\d+\.\d+\.\d+/);
	});
});

describe('a token that somebody else replaced', () => {
	const exchangeElsewhere = async ({ hub }: Setup) => {
		const response = await fetch(`${hub.url}/v1/logistic/auth`, {
			method: 'POST',
			headers: {
				'App-Token': hub.appToken,
				'Content-Type': 'application/json',
				'User-Agent': 'elsewhere',
			},
			body: JSON.stringify({ apiKey: hub.apiKey, secretKey: hub.secretKey }),
		});
		return ((await response.json()) as { token: string }).token;
	};

	test('another program: one new exchange, the request succeeds', async () => {
		const run = await withOrder();
		await run.n8n.run(ping);
		await exchangeElsewhere(run);
		run.hub.clearLog();
		expect((await run.n8n.run(order(run.idPedido))).status).toBe('success');
		expect(exchanges(run)).toBe(1);
	});

	test('another n8n process that has stored its token: that one is used, nothing is exchanged', async () => {
		const run = await withOrder();
		await run.n8n.run(ping);
		const token = await exchangeElsewhere(run);
		Object.assign(run.n8n.stored(), { accessToken: token, accessTokenIssuedAt: Date.now() + 5 });
		run.hub.clearLog();
		expect((await run.n8n.run(order(run.idPedido))).status).toBe('success');
		expect(exchanges(run)).toBe(0);
		expect(run.hub.count({ status: 401 })).toBe(0);
	});

	test('another n8n process that stores its token while a request is under way: nothing is exchanged either', async () => {
		const run = await withOrder();
		await run.n8n.run(ping);
		const token = await exchangeElsewhere(run);
		run.hub.clearLog();
		run.hub.faults.add({ endpoint: 'orderGet', kind: 'slow', delay: 500 });
		const running = run.n8n.run(order(run.idPedido));
		await waitFor(() => run.hub.count({ endpoint: 'orderGet' }) === 1, {
			what: 'the request to arrive',
			every: 5,
		});
		Object.assign(run.n8n.stored(), { accessToken: token, accessTokenIssuedAt: Date.now() + 5 });
		expect((await running).status).toBe('success');
		expect(exchanges(run)).toBe(0);
		expect(run.hub.count({ status: 401 })).toBe(1);
	});

	test('another n8n process that stores its token while ours are refused one after another: that one is used', async () => {
		const run = await withOrder();
		run.hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 401, times: 2, delay: 300 });
		const running = run.n8n.run(order(run.idPedido));
		await waitFor(() => run.hub.count({ endpoint: 'orderGet' }) === 2, {
			what: 'the request with our second token',
			every: 5,
		});
		const token = await exchangeElsewhere(run);
		Object.assign(run.n8n.stored(), { accessToken: token, accessTokenIssuedAt: Date.now() + 5 });
		expect((await running).status).toBe('success');
		expect(run.hub.count({ endpoint: 'orderGet', status: 200 })).toBe(1);
	});

	test('writes that must not be repeated are sent again after a 401: it was not carried out', async () => {
		const run = await withOrder();
		await run.n8n.run(ping);
		await exchangeElsewhere(run);
		const result = await run.n8n.run(op('order setAsSent', { idPedido: byId(run.idPedido) }));
		expect(shown(result.nodeError)).toBe('nothing was thrown');
		expect(run.hub.state.statusUpdates).toHaveLength(1);
	});

	test('the hub answers 401 whatever the token: given up soon, with few exchanges', async () => {
		const run = await withOrder();
		answer(run.hub, 'orderGet', { error: 'Token revogado.' }, 401, 1_000);
		const result = await run.n8n.run(order(run.idPedido));
		expect(shown(result.nodeError)).toMatch(/401: Token revogado[\s\S]*(App Token|keys)/);
		expect(exchanges(run)).toBeLessThanOrEqual(5);
		expect(run.hub.count({ endpoint: 'orderGet' })).toBeLessThanOrEqual(10);
	});
});

describe('the exchange itself', () => {
	test.each(['resetBefore', 'resetAfter', 'truncate'] as const)('%s: tried again', async (kind) => {
		const run = await withOrder();
		run.hub.faults.add({ kind, endpoint: 'auth' });
		expect((await run.n8n.run(order(run.idPedido))).status).toBe('success');
		expect(exchanges(run)).toBe(2);
	});

	test.each([429, 500, 503])('%d: tried again after a while', async (status) => {
		const run = await withOrder();
		run.hub.faults.add({ kind: 'status', status, endpoint: 'auth' });
		expect((await run.n8n.run(order(run.idPedido))).status).toBe('success');
		expect(exchanges(run)).toBe(2);
	});

	test('an exchange that fails for one of twenty fails for all of them once, and the next run tries anew', async () => {
		const run = await withOrder();
		run.hub.faults.add({ kind: 'status', status: 503, endpoint: 'auth', times: 5 });
		const results = await Promise.all(
			Array.from({ length: 20 }, async () => await run.n8n.run(ping)),
		);
		expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['error']));
		expect(exchanges(run)).toBe(5);
		expect((await run.n8n.run(ping)).status).toBe('success');
	});
});
