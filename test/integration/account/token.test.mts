import { afterEach, describe, expect, vi } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { waitFor } from '../../server/wait.mts';
import { byId, op } from '../../support/items.mts';
import type { Fault } from '../../hub/index.mts';
import { exchangeElsewhere } from '../../support/exchange.mts';
import { eachOrder, ping } from '../../support/waits.mts';
import { setup, type Setup, type SetupOptions, test } from '../../support/setup.mts';

afterEach(() => vi.useRealTimers());

const order = (idPedido: number) => op('order get', { idPedido: byId(idPedido) });

async function withOrder(options: SetupOptions = {}) {
	const pair = await setup(options);
	return { ...pair, idPedido: pair.hub.createOrder({}).idPedido };
}

const exchanges = ({ hub }: Pick<Setup, 'hub'>) => hub.count({ endpoint: 'auth' });

describe('one token for everything in the process', () => {
	test.each([
		['a fresh credential', false],
		['a token that the hub has ended', true],
	])(
		'%s: twenty executions and twenty items at once make one exchange',
		async (_what, hasToken) => {
			const run = await withOrder();
			if (hasToken) {
				await run.n8n.run(ping);
				run.hub.tokens.expire();
				run.hub.clearLog();
			}
			const items = Array.from({ length: 20 }, () => ({ id: run.idPedido }));
			const results = await Promise.all([
				...items.map(async () => await run.n8n.run(order(run.idPedido))),
				run.n8n.run(eachOrder, items),
			]);
			expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['success']));
			expect(results.flatMap((result) => result.json())).toHaveLength(40);
			expect(exchanges(run)).toBe(1);
		},
	);

	test('the token is renewed before its 30 minutes end, and no request gets a 401', async () => {
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

	test('the exchange carries App-Token and keys but no Authorization; other requests carry both tokens, and all a user-agent', async () => {
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
			expect(headers['user-agent']).toBe('n8n-nodes-marketplace-hub');
	});
});

describe('a token that somebody else replaced', () => {
	test.each([
		['another program: one new exchange, the request succeeds', false],
		['another n8n process that has stored its token: that one is used, nothing exchanged', true],
	])('%s', async (_who, stores) => {
		const run = await withOrder();
		await run.n8n.run(ping);
		const token = await exchangeElsewhere(run.hub);
		if (stores) Object.assign(run.n8n.stored(), token);
		run.hub.clearLog();
		await run.n8n.done(order(run.idPedido));
		expect(exchanges(run)).toBe(stores ? 0 : 1);
		expect(run.hub.count({ status: 401 })).toBe(stores ? 0 : 1);
	});

	test('an older token that is stored again does not take the place of the newer one', async () => {
		const run = await withOrder();
		await run.n8n.run(ping);
		const older = { ...run.n8n.stored() };
		run.hub.tokens.expire();
		await run.n8n.run(ping);
		Object.assign(run.n8n.stored(), older);
		run.hub.clearLog();
		expect((await run.n8n.run(order(run.idPedido))).status).toBe('success');
		expect(run.hub.count({ status: 401 })).toBe(0);
		expect(exchanges(run)).toBe(0);
	});

	test('a token that another n8n process stores during a request is used without an exchange', async () => {
		const run = await withOrder();
		await run.n8n.run(ping);
		const token = await exchangeElsewhere(run.hub);
		run.hub.clearLog();
		run.hub.faults.add({ endpoint: 'orderGet', kind: 'slow', delay: 500 });
		const running = run.n8n.run(order(run.idPedido));
		await waitFor(() => run.hub.count({ endpoint: 'orderGet' }) === 1, {
			what: 'the request to arrive',
			every: 5,
		});
		Object.assign(run.n8n.stored(), token);
		expect((await running).status).toBe('success');
		expect(exchanges(run)).toBe(0);
		expect(run.hub.count({ status: 401 })).toBe(1);
	});

	test('a token that another n8n process stores while ours are refused is used', async () => {
		const run = await withOrder();
		run.hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 401, times: 2, delay: 300 });
		const running = run.n8n.run(order(run.idPedido));
		await waitFor(() => run.hub.count({ endpoint: 'orderGet' }) === 2, {
			what: 'the request with our second token',
			every: 5,
		});
		const token = await exchangeElsewhere(run.hub);
		Object.assign(run.n8n.stored(), token);
		expect((await running).status).toBe('success');
		expect(run.hub.count({ endpoint: 'orderGet', status: 200 })).toBe(1);
	});
});

describe('the exchange itself', () => {
	test.each<Fault>([
		{ kind: 'resetBefore' },
		{ kind: 'resetAfter' },
		{ kind: 'truncate' },
		...[429, 500, 503].map((status): Fault => ({ kind: 'status', status })),
	])('$kind $status: the exchange is repeated', async (fault) => {
		const run = await withOrder();
		run.hub.faults.add({ ...fault, endpoint: 'auth' });
		await run.n8n.done(order(run.idPedido));
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
		await run.n8n.done(ping);
	});
});

test('a stored token is not used with other keys in the same credential', async ({ hub, n8n }) => {
	const read = order(hub.createOrder({}).idPedido);
	await n8n.done(read);
	hub.clearLog();
	// n8n's own dialog would exchange the keys; its public API and external secrets do not
	Object.assign(n8n.stored(), { apiKey: 'the key of another seller' });
	expect((await n8n.run(read)).status).toBe('error');
	expect(hub.count({ endpoint: 'auth' })).toBe(1);
	expect(hub.count({ endpoint: 'orderGet' })).toBe(0);
});
