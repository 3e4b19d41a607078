import type { INodeListSearchResult } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import { hubCredentials, packageName, startN8n } from '../../engine/nodes.mts';
import type { Hub } from '../../hub/index.mts';
import { timing } from '../../support/clock.mts';
import { answer, go, op, shown } from '../../support/items.mts';
import { passTime } from '../../support/passTime.mts';
import { customized, stock } from '../../support/batches.mts';
import { channelPrice } from '../../support/products.mts';
import { addSimple, productSync } from '../../support/sync.mts';
import { eachOrder, eachSent, logins, numbers, pass, quiet, timed } from '../../support/waits.mts';
import { setup, test } from '../../support/setup.mts';
import { pollOnce, triggerWorkflow } from '../../support/triggers.mts';
const list = op('order getMany');
const wrong = { secretKey: 'wrong-secret-key-of-a-user' };
const refuseKeys = (hub: Hub) =>
	answer(hub, 'auth', { error: 'Chave desconhecida.' }, 401, Infinity);

/* A credential that the hub does not accept. */

test.each([
	['reads', eachOrder, (id: number) => ({ id })],
	['batches', stock, (id: number) => ({ sku: `S${id}`, estoque: 1 })],
	['status changes', eachSent, (id: number) => ({ id })],
	['price writes', customized, (id: number) => channelPrice(`S${id}`)],
])(
	'%s, 250 items in executions one after the other and at once: two logins at most, each item says why',
	async (_kind, parameters, item) => {
		const { hub } = await quiet();
		const n8n = await startN8n(hub, wrong);
		const items = Array.from({ length: 250 }, (_, index) => item(index + 1));
		const run = async () => await n8n.run(parameters, items, go);
		for (const result of [
			await run(),
			...(await Promise.all([run(), run(), run()])),
			await run(),
		]) {
			expect(result.json()).toHaveLength(250);
			for (const { error, description } of result.json()) {
				expect(error).toMatch(/did not accept the credential \(401/);
				expect(description).toMatch(/API Key, Secret Key/);
			}
		}
		expect(hub.log.length).toBeLessThanOrEqual(2);
		expect(logins(hub)).toBe(hub.log.length);
	},
);

test('ten first executions at once take two logins at most', async () => {
	const { hub } = await quiet();
	const n8n = await startN8n(hub, wrong);
	await Promise.all(numbers(10).map(async () => await n8n.run(eachOrder, numbers(100), go)));
	expect(hub.log.length).toBeLessThanOrEqual(2);
});

test('the node stops at once, and does not wait for a documented limit', async ({ hub }) => {
	const n8n = await startN8n(hub, wrong);
	const running = n8n.run(op('channel getMany'), numbers(100), go);
	const { result, took } = await timed(running);
	expect(result.json()).toHaveLength(100);
	expect(took).toBeLessThan(5 * timing.minute);
});

test('the hub is asked again after a minute, then after longer and longer pauses', async () => {
	const { hub } = await setup({ timeScale: 1 });
	const n8n = await startN8n(hub, wrong);
	await n8n.run(list);
	for (const asked of [2, 2, 3]) {
		passTime(1.1 * timing.minute);
		await n8n.run(list);
		expect(logins(hub)).toBe(asked);
	}
});

test('the pause grows up to its longest and no further', async () => {
	const { hub } = await setup({ timing: { minute: 100, longestAccountPause: 150 } });
	const n8n = await startN8n(hub, wrong);
	for (let login = 1; login <= 7; login++) {
		await n8n.run(list);
		expect(logins(hub)).toBe(login);
		await pass(timing.longestAccountPause * 1.1);
	}
});

test('the second run says why without asking the hub; other accounts go on, and the corrected credential works', async () => {
	const { hub, n8n: right } = await setup({ timing: { minute: 60_000 } });
	const n8n = await startN8n(hub, wrong);
	await n8n.run(list);
	const { nodeError } = await n8n.run(list);
	expect(logins(hub)).toBe(1);
	expect(shown(nodeError)).toMatch(/did not accept the credential \(401/);
	expect(shown(nodeError)).toMatch(/[Nn]ot sent|[Nn]othing (was|is) sent/);
	expect(shown(nodeError)).toMatch(/\b\d+ seconds|1 minute/);
	await right.done(list);
	Object.assign(n8n.stored(), { secretKey: hub.secretKey });
	await n8n.done(list);
});

test("the dialog's test always asks the hub, and ends the pause when the keys are accepted", async () => {
	const { hub } = await quiet();
	const n8n = await startN8n(hub);
	refuseKeys(hub);
	await n8n.run(list);
	for (let count = 2; count <= 5; count++) {
		const tested = await n8n.testCredential('c1');
		expect(tested).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/did not accept.*API Key, Secret Key/),
		});
		expect(logins(hub)).toBe(count);
	}
	// each test is refused once before n8n asks for a token
	expect(hub.log).toHaveLength(9);
	hub.faults.clear();
	expect((await n8n.run(list)).status).toBe('error');
	expect(await n8n.testCredential('c1')).toMatchObject({ status: 'OK' });
	await n8n.done(list);
});

test("n8n's HTTP Request node does not ask again either", async () => {
	const { hub } = await quiet();
	const n8n = await startN8n(hub, wrong);
	await n8n.run(list);
	const { authenticate, preAuthentication } = n8n.credentials.typeOf('marketplaceHubApi');
	const send = async () => {
		const helpers = { httpRequest: async () => await fetch(hub.url) };
		const data = { ...n8n.stored() };
		await preAuthentication!.call({ helpers } as never, data);
		return await (authenticate as (...given: unknown[]) => Promise<unknown>)(data, {
			url: `${hub.url}/v1/orders`,
		});
	};
	for (let item = 0; item < 20; item++) await expect(send()).rejects.toThrow(/did not accept/);
	expect(hub.log).toHaveLength(1);
});

test('pickers and triggers do not ask again either', async () => {
	const { hub } = await quiet();
	const n8n = await startN8n(hub, wrong);
	await n8n.run(list);
	const node = { type: `${packageName}.marketplaceHub`, credentials: hubCredentials };
	for (const method of ['searchOrders', 'searchProducts', 'searchChannels', 'searchQueue']) {
		const searching = n8n.method('listSearch', method, node) as Promise<INodeListSearchResult>;
		await expect(searching).rejects.toThrow(/did not accept/);
	}
	const workflow = triggerWorkflow(n8n, 'marketplaceHubQueueTrigger');
	await expect(pollOnce(n8n, workflow)).rejects.toThrow(/did not accept/);
	expect(hub.log).toHaveLength(1);
});

describe.each([404, 405])('a token exchange that is answered %i', (status) => {
	const routeOfClients = { customizeRoutes: true, routeAuth: 'POST /v1/auth' };
	const elsewhere = async () =>
		await setup({ routes: { auth: 'POST /v1/auth' }, timing: { minute: 60_000 } });
	const noSuchRoute = (hub: Hub) =>
		hub.faults.add({
			kind: 'status',
			status,
			path: '/v1/logistic/auth',
			body: { error: 'Rota não encontrada' },
			times: Infinity,
		});

	test('is told as a wrong address, by the name of its field, and is not asked again for a while', async () => {
		const { hub, n8n } = await elsewhere();
		noSuchRoute(hub);
		for (let run = 0; run < 3; run++) {
			const said = shown((await n8n.run(list)).nodeError);
			expect(said).toContain(`no token exchange at POST /v1/logistic/auth (${status}`);
			expect(said).toMatch(
				/Base URL[\s\S]*'Token Exchange' under Customize Routes[\s\S]*POST \/v1\/auth/,
			);
		}
		expect(hub.log).toHaveLength(1);
		expect((await n8n.testCredential('c1')).message).toContain("'Token Exchange'");
	});

	test('works at once after the address is corrected', async () => {
		const { hub, n8n } = await elsewhere();
		noSuchRoute(hub);
		await n8n.run(list);
		Object.assign(n8n.stored(), routeOfClients);
		await n8n.done(list);
		expect(hub.count({ endpoint: 'auth', status: 201 })).toBe(1);
	});
});

test.each([
	['a page', 'html', {}],
	['nothing', 'status', { body: '' }],
] as const)(
	'a 404 with %s where keys were never exchanged is a wrong address, too',
	async (_what, kind, more) => {
		const { hub, n8n } = await quiet();
		hub.faults.add({ kind, status: 404, endpoint: 'auth', times: Infinity, ...more });
		for (let run = 0; run < 3; run++)
			expect(shown((await n8n.run(list)).nodeError)).toContain("'Token Exchange'");
		expect(logins(hub)).toBe(1);
	},
);

describe.each<[string, { kind: 'status'; body?: object } | { kind: 'html' }]>([
	['by the hub', { kind: 'status', body: { error: 'Rota não encontrada' } }],
	['with a page of a proxy', { kind: 'html' }],
])('a token exchange that is answered 404 %s says nothing of a record', (_who, fault) => {
	const refuse = (hub: Hub) =>
		hub.faults.add({ ...fault, status: 404, endpoint: 'auth', times: Infinity });

	test.each([
		[
			'an order is not taken for one that was not waiting',
			op('orderQueue acknowledge', { idPedido: '5' }),
		],
		[
			'a batch is not taken for one that the hub does not have',
			op('batch get', { batchId: '5120' }),
		],
	])('%s', async (_what, parameters) => {
		const { hub, n8n } = await quiet();
		refuse(hub);
		const [item] = (await n8n.run(parameters, [{}], go)).json();
		expect(item).toMatchObject({ error: expect.stringContaining('404') });
		expect(item!.error).not.toMatch(/was not waiting|has no batch/);
	});

	test('products of a sync are not taken for missing ones', async () => {
		const { hub, n8n } = await quiet();
		addSimple(hub, 3);
		await n8n.run(list);
		hub.tokens.expire();
		refuse(hub);
		const rows = ['P0', 'P1', 'P2'].map((sku) => ({ skuProduto: sku, nome: 'Novo nome' }));
		const { json } = await n8n.run({ ...productSync, dryRun: true }, rows, go);
		for (const row of json())
			expect(row).toMatchObject({ status: 'notSent', error: expect.stringContaining('404') });
	});
});
