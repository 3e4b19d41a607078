import { describe, expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { timing } from '../../support/clock.mts';
import { addSkus } from '../../support/products.mts';
import { asJson, shown, op, go } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { setup, type Setup } from '../../support/setup.mts';
import { respond } from '../../support/answers.mts';

const list = op('order getMany');
const eachOrder = op('order get', { idPedido: byId('={{ $json.id }}') });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const logins = (hub: Hub) => hub.count({ endpoint: 'auth' });
const pass = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
/** Waits until a pause of this many minutes of hub time is over. */
const passMinutes = async (minutes: number) => await pass(timing.minute * minutes * 1.1);
/** A hub whose minutes are as long as real ones: none passes in a test. */
const quiet = async () => await setup({ timing: { minute: 60_000 } });
const refuseEveryToken = (hub: Hub, endpoint?: string) =>
	respond(hub, endpoint, 401, {
		path: /^\/v1\/(?!logistic\/auth)/,
		times: Infinity,
		body: { error: 'Token revogado.' },
	});

describe('a hub that takes the keys and refuses every token', () => {
	test('20 items: two logins and a few requests, each item says why', async () => {
		const { hub, n8n } = await quiet();
		refuseEveryToken(hub);
		const result = await n8n.run(eachOrder, numbers(20), go);
		expect(result.json()).toHaveLength(20);
		for (const { error, description } of result.json()) {
			expect(error).toMatch(/401: Token revogado/);
			expect(description).toMatch(/App Token|keys/);
		}
		expect(logins(hub)).toBeLessThanOrEqual(2);
		expect(hub.log.length).toBeLessThanOrEqual(15);
	});

	test('100 items in ten executions at once: two logins and a few requests', async () => {
		const { hub, n8n } = await quiet();
		refuseEveryToken(hub);
		const results = await Promise.all(
			numbers(10).map(async () => await n8n.run(eachOrder, numbers(100), go)),
		);
		expect(results.flatMap((result) => result.json())).toHaveLength(1000);
		expect(logins(hub)).toBeLessThanOrEqual(2);
		// five reads of each execution are under way with the first token
		expect(hub.log.length).toBeLessThanOrEqual(60);
	});

	test('a token that was good and is refused for good: two logins', async () => {
		const { hub, n8n } = await quiet();
		await n8n.run(list);
		hub.clearLog();
		refuseEveryToken(hub);
		await n8n.run(eachOrder, numbers(20), go);
		expect(logins(hub)).toBeLessThanOrEqual(2);
		expect(hub.log.length).toBeLessThanOrEqual(20);
	});

	test('one endpoint that answers 401 while others work: no login for each item', async () => {
		const { hub, n8n } = await quiet();
		refuseEveryToken(hub, 'orderGet');
		for (let execution = 1; execution <= 5; execution++) {
			await Promise.all([n8n.run(list), n8n.run(eachOrder, numbers(20), go)]);
		}
		expect(logins(hub)).toBeLessThanOrEqual(3);
		expect(hub.count({ endpoint: 'orderGet' })).toBeLessThanOrEqual(20);
	});

	test('a minute later it is tried again, with one more login at most; then it works', async () => {
		const { hub, n8n } = await setup();
		refuseEveryToken(hub);
		await n8n.run(list);
		const before = logins(hub);
		await passMinutes(1);
		await n8n.run(list);
		expect(logins(hub) - before).toBeLessThanOrEqual(1);
		hub.faults.clear();
		await passMinutes(2);
		expect((await n8n.run(list)).status).toBe('success');
	});
});

describe('a hub that cannot issue a token', () => {
	test.each([500, 503])('%d: 100 items cost a few logins, not one each', async (status) => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'status', status, endpoint: 'auth', times: Infinity });
		const result = await n8n.run(eachOrder, numbers(100), go);
		expect(result.json()).toHaveLength(100);
		for (const { error } of result.json()) expect(error).toContain(String(status));
		expect(hub.log.length).toBeLessThanOrEqual(6);
	});

	test('it gives no answer: 100 writes cost a few logins', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'resetBefore', endpoint: 'auth', times: Infinity });
		const sent = op('order setAsSent', { idPedido: byId('={{ $json.id }}') });
		const result = await n8n.run(sent, numbers(100), go);
		expect(result.json()).toHaveLength(100);
		expect(hub.log.length).toBeLessThanOrEqual(6);
	});
});

describe('what still works', () => {
	const exchangeElsewhere = async ({ hub }: Setup) =>
		await fetch(`${hub.url}/v1/logistic/auth`, {
			method: 'POST',
			headers: { 'App-Token': hub.appToken, 'Content-Type': 'application/json' },
			body: JSON.stringify({ apiKey: hub.apiKey, secretKey: hub.secretKey }),
		});

	test('another program that ends the token again and again: every run succeeds', async () => {
		const pair = await setup();
		addSkus(pair.hub, 1);
		const one = op('stock updateBatch', asJson({ sku: 'S0', estoque: 1 }));
		for (let round = 0; round < 8; round++) {
			const result = await pair.n8n.run(one);
			expect(shown(result.nodeError)).toBe('nothing was thrown');
			await exchangeElsewhere(pair);
		}
	});

	test('a token that is ended right after its exchange: one more exchange, the request succeeds', async () => {
		const pair = await setup();
		pair.hub.faults.add({ kind: 'status', status: 401, endpoint: 'orderList' });
		expect((await pair.n8n.run(list)).status).toBe('success');
		expect(logins(pair.hub)).toBe(2);
	});
});
