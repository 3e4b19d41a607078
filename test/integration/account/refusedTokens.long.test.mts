import { describe, expect } from 'vitest';
import type { Fault, Hub } from '../../hub/index.mts';
import { go, mapped, op, requests, respond } from '../../support/items.mts';
import { unguardedStockSync } from '../../support/sync.mts';
import { oneStock } from '../../support/batches.mts';
import { exchangeElsewhere } from '../../support/exchange.mts';
import { eachOrder, eachSent, logins, numbers, passMinutes, quiet } from '../../support/waits.mts';
import { setup, test } from '../../support/setup.mts';
const list = op('order getMany');
const refuseEveryToken = (hub: Hub, endpoint?: string) =>
	respond(hub, endpoint, 401, {
		path: /^\/v1\/(?!logistic\/auth)/,
		times: Infinity,
		body: { error: 'Token revogado.' },
	});

describe('a hub that accepts the keys and refuses every token', () => {
	test.each([
		['20 items', 1, 20, false, 15],
		// reads of each execution are under way with the first token
		['100 items in each of ten executions at once', 10, 100, false, 60],
		['20 items, with a token that was good', 1, 20, true, 20],
	])('%s: two logins, few requests, each item says why', async (_what, runs, count, was, most) => {
		const { hub, n8n } = await quiet();
		if (was) await n8n.run(list);
		hub.clearLog();
		refuseEveryToken(hub);
		const results = await Promise.all(
			numbers(runs).map(async () => await n8n.run(eachOrder, numbers(count), go)),
		);
		const items = results.flatMap((result) => result.json());
		expect(items).toHaveLength(runs * count);
		if (runs === 1 && !was)
			for (const { error, description } of items) {
				expect(error).toMatch(/401: Token revogado/);
				expect(description).toMatch(/App Token|keys/);
			}
		expect(logins(hub)).toBeLessThanOrEqual(2);
		expect(hub.log.length).toBeLessThanOrEqual(most);
	});

	test('an item says that it was not sent only if its request did not go out', async ({
		hub,
		n8n,
	}) => {
		respond(hub, 'orderGet', 401, { times: 999 });
		const result = await n8n.run(eachOrder, numbers(8), go);
		const asked = new Set(
			requests(hub, 'orderGet').map(({ path }) => Number(path.split('/').at(-1))),
		);
		const notSent = result
			.json()
			.flatMap(({ error }, index) => (String(error).startsWith('Not sent') ? [index + 1] : []));
		expect(asked.size).toBeGreaterThan(0);
		expect(notSent).toEqual(numbers(8).flatMap(({ id }) => (asked.has(id) ? [] : [id])));
	});

	test.for([
		['Stock: Update in Batch', op('stock updateBatch', mapped), 'stockBatch'],
		['Stock: Sync', unguardedStockSync, 'stockBatch'],
	] as const)('in %s what did not go out has the outcome notSent', async ([, write, endpoint]) => {
		const { hub, n8n } = await setup({ skus: 250 });
		respond(hub, endpoint, 401, { times: Infinity });
		const list = numbers(250).map(({ id }) => ({ sku: `S${id - 1}`, estoque: 77 }));
		const result = await n8n.run(write, list, go);
		const unsent = result.json().filter(({ error }) => String(error).startsWith('Not sent'));
		expect(unsent).toHaveLength(150);
		for (const { outcome, status } of unsent)
			expect([outcome, status]).toEqual([
				'notSent',
				write.operation === 'sync' ? 'notSent' : undefined,
			]);
	});

	test('an endpoint that answers 401 while others work does not cost a login for each item', async () => {
		const { hub, n8n } = await quiet();
		refuseEveryToken(hub, 'orderGet');
		for (let execution = 1; execution <= 5; execution++) {
			await Promise.all([n8n.run(list), n8n.run(eachOrder, numbers(20), go)]);
		}
		expect(logins(hub)).toBeLessThanOrEqual(3);
		expect(hub.count({ endpoint: 'orderGet' })).toBeLessThanOrEqual(20);
	});

	test('the next try comes a minute later with one more login at most, and then it works', async ({
		hub,
		n8n,
	}) => {
		refuseEveryToken(hub);
		await n8n.run(list);
		const before = logins(hub);
		await passMinutes(1);
		await n8n.run(list);
		expect(logins(hub) - before).toBeLessThanOrEqual(1);
		hub.faults.clear();
		await passMinutes(2);
		await n8n.done(list);
	});
});

test.each<Fault>([
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 503 },
	{ kind: 'resetBefore' },
])('a hub that cannot issue a token ($kind $status): 100 items, few logins', async (fault) => {
	for (const parameters of [eachOrder, eachSent]) {
		const { hub, n8n } = await setup();
		hub.faults.add({ ...fault, endpoint: 'auth', times: Infinity });
		const result = await n8n.run(parameters, numbers(100), go);
		expect(result.json()).toHaveLength(100);
		const reason = fault.status === undefined ? 'could not be reached' : String(fault.status);
		for (const { error } of result.json()) expect(error).toContain(reason);
		expect(hub.log.length).toBeLessThanOrEqual(6);
	}
});

test('every run succeeds while another program ends the token again and again', async () => {
	const pair = await setup({ skus: 1 });
	const one = { ...oneStock, waitForResult: true };
	for (let round = 0; round < 8; round++) {
		await pair.n8n.done(one);
		await exchangeElsewhere(pair.hub);
	}
});
