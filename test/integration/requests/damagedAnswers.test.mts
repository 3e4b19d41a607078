import { beforeEach, describe, expect, test } from 'vitest';
import type { FaultKind } from '../../hub/index.mts';
import { timing } from '../../support/clock.mts';
import { setup, type Setup } from '../../support/setup.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: { orders: 150 } });
});

const readAll = async () =>
	await at.n8n.run({ resource: 'order', operation: 'getMany', returnAll: true });
const expected = () => at.hub.state.ordersByIssueDate().map(({ idPedido }) => idPedido);

const passing: FaultKind[] = [
	'resetBefore',
	'resetAfter',
	'truncate',
	'malformed',
	'html',
	'empty',
];

describe.each(passing)('an answer damaged by %s', (kind) => {
	test('once: read again, nothing is missing', async () => {
		at.hub.faults.add({ endpoint: 'orderList', kind, after: 1 });
		const result = await readAll();
		expect(result.error).toBeUndefined();
		expect(result.json().map(({ idPedido }) => idPedido)).toEqual(expected());
	});

	test('always: the message says what came and what to check', async () => {
		at.hub.faults.add({ endpoint: 'orderList', kind, times: Infinity });
		const { nodeError, items } = await readAll();
		expect(items()).toEqual([]);
		expect(nodeError?.message).toMatch(/^The hub/);
		expect(nodeError?.description).toMatch(/Base URL|Try again later/);
		expect(`${nodeError?.message} ${nodeError?.description}`).toContain('GET /v1/orders');
		expect(at.hub.count({ endpoint: 'orderList' })).toBeLessThanOrEqual(5);
	});
});

test('a web page with status 200 is not taken for an answer', async () => {
	at.hub.faults.add({ endpoint: 'orderList', kind: 'html', status: 200, times: Infinity });
	const { nodeError } = await readAll();
	expect(nodeError?.message).toContain('text/html');
});

test('JSON of another form says which field is missing', async () => {
	at.hub.faults.add({
		endpoint: 'orderList',
		kind: 'status',
		status: 200,
		body: { data: [] },
		times: Infinity,
	});
	const { nodeError } = await readAll();
	expect(nodeError?.message).toContain('does not have the documented form (GET /v1/orders)');
	expect(nodeError?.description).toContain('pedidos: Required');
	expect(at.hub.count({ endpoint: 'orderList' })).toBe(1);
});

test.each([500, 503])('%i passes: read again', async (status) => {
	at.hub.faults.add({ endpoint: 'orderList', kind: 'status', status, times: 3 });
	const result = await readAll();
	expect(result.json().map(({ idPedido }) => idPedido)).toEqual(expected());
});

test("500 that stays: the hub's words, its details and what to do", async () => {
	const body = { error: 'Falha interna', details: ['banco fora do ar'] };
	at.hub.faults.add({
		endpoint: 'orderList',
		kind: 'status',
		status: 500,
		body,
		headers: { 'Request-Id': 'r-77' },
		times: Infinity,
	});
	const { nodeError } = await readAll();
	expect(nodeError?.message).toBe('The hub answered 500: Falha interna [item 0]');
	expect(nodeError?.description).toContain('banco fora do ar');
	expect(nodeError?.description).toContain('r-77');
	expect(nodeError).toMatchObject({ httpCode: '500' });
	expect(at.hub.count({ endpoint: 'orderList' })).toBe(5);
});

test('429 is waited out as long as Retry-After says', async () => {
	at.hub.faults.add({
		endpoint: 'orderList',
		kind: 'status',
		status: 429,
		headers: { 'Retry-After': '1' },
	});
	const result = await readAll();
	expect(result.json()).toHaveLength(150);
	const [first, second] = at.hub.log.filter(({ endpoint }) => endpoint === 'orderList');
	expect(second!.at - first!.at).toBeGreaterThanOrEqual(950);
});

test('400 and 404 are not repeated', async () => {
	for (const status of [400, 404]) {
		at.hub.clearLog();
		at.hub.faults.add({ endpoint: 'orderList', kind: 'status', status, body: { error: 'não' } });
		const { nodeError } = await readAll();
		expect(nodeError?.message).toContain(`${status}: não`);
		expect(at.hub.count({ endpoint: 'orderList' })).toBe(1);
	}
});

test('a slow answer within the time limit is waited for', async () => {
	timing.requestTimeout = 5_000;
	at.hub.faults.add({ endpoint: 'orderList', kind: 'slow', delay: 300 });
	expect((await readAll()).json()).toHaveLength(150);
	expect(at.hub.count({ endpoint: 'orderList' })).toBe(2);
});

test('an answer slower than the time limit is asked for again', async () => {
	timing.requestTimeout = 250;
	at.hub.faults.add({ endpoint: 'orderList', kind: 'slow', delay: 2_000 });
	expect((await readAll()).json()).toHaveLength(150);
	expect(at.hub.count({ endpoint: 'orderList' })).toBe(3);
});

test('a hub that never answers in time: the message names the reason', async () => {
	timing.requestTimeout = 100;
	at.hub.faults.add({ endpoint: 'orderList', kind: 'slow', delay: 600, times: Infinity });
	const { nodeError } = await readAll();
	expect(nodeError?.message).toMatch(/no complete answer within/);
	expect(nodeError?.description).toContain('Base URL');
});

test('Stop in the editor ends a wait', async () => {
	timing.backoff = 60_000;
	at.hub.faults.add({ endpoint: 'orderList', kind: 'status', status: 503, times: Infinity });
	const stop = new AbortController();
	const running = at.n8n.run({ resource: 'order', operation: 'getMany' }, [{}], {
		signal: stop.signal,
	});
	await expect.poll(() => at.hub.count({ endpoint: 'orderList' })).toBe(1);
	stop.abort();
	expect((await running).items()).toEqual([]);
	expect(at.hub.count({ endpoint: 'orderList' })).toBe(1);
});
