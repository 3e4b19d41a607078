import { expect, test } from 'vitest';
import type { Fault } from '../../hub/index.mts';
import { answer, op, respond } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach({ seed: { orders: 150 } });

const readAll = async () =>
	await at.n8n.run(op('order getMany', { returnAll: true, sort: 'oldestFirst' }));

test.each<[string, Partial<Fault> & Pick<Fault, 'kind'>]>([
	['cut before it is sent', { kind: 'resetBefore' }],
	['lost', { kind: 'resetAfter' }],
	['cut off', { kind: 'truncate' }],
	['no JSON', { kind: 'malformed' }],
	['a web page', { kind: 'html' }],
	['a web page with 200', { kind: 'html', status: 200 }],
	['without a body', { kind: 'empty' }],
	['a 500', { kind: 'status', status: 500 }],
	['a 503', { kind: 'status', status: 503 }],
])(
	'an answer that is %s is requested again, and a lasting one gets a message',
	async (_what, fault) => {
		at.hub.faults.add({ ...fault, endpoint: 'orderList', after: 1, times: 2 });
		const result = await readAll();
		expect(result.error).toBeUndefined();
		const expected = at.hub.state.ordersByIssueDate().map(({ idPedido }) => idPedido);
		expect(result.json().map(({ idPedido }) => idPedido)).toEqual(expected);

		at.hub.clearLog();
		at.hub.faults.add({ ...fault, endpoint: 'orderList', times: Infinity });
		const { nodeError, items } = await readAll();
		expect(items()).toEqual([]);
		expect(nodeError?.message).toMatch(/^The hub/);
		if (fault.kind === 'html' && fault.status === 200)
			expect(nodeError?.message).toContain('text/html');
		expect(nodeError?.description).toMatch(/Base URL|Try again later/);
		expect(`${nodeError?.message} ${nodeError?.description}`).toContain('GET /v1/orders');
		expect(at.hub.count({ endpoint: 'orderList' })).toBeLessThanOrEqual(5);
	},
);

test('the message about JSON of another form names the missing field', async () => {
	answer(at.hub, 'orderList', { data: [] }, 200, Infinity);
	const { nodeError } = await readAll();
	expect(nodeError?.message).toContain('does not have the documented form (GET /v1/orders)');
	expect(nodeError?.description).toContain('pedidos: Required');
	expect(at.hub.count({ endpoint: 'orderList' })).toBeLessThanOrEqual(1);
});

test("the message of a lasting 500 has the hub's words, its details and what to do", async () => {
	const body = { error: 'Falha interna', details: ['banco fora do ar'] };
	const headers = { 'Request-Id': 'r-77' };
	respond(at.hub, 'orderList', 500, { body, headers, times: Infinity });
	const { nodeError } = await readAll();
	expect(nodeError?.message).toBe('The hub answered 500: Falha interna [item 0]');
	expect(nodeError?.description).toContain('banco fora do ar');
	expect(nodeError?.description).toContain('r-77');
	expect(nodeError).toMatchObject({ httpCode: '500' });
	expect(at.hub.count({ endpoint: 'orderList' })).toBeLessThanOrEqual(5);
});

test.each<[string, object]>([
	['a million records', Array.from({ length: 1_000_000 }, () => ({}))],
	['ten million values', [{ idPedido: 1, itens: Array.from({ length: 10_000_002 }, () => 1) }]],
])('an answer of more than %s is not read, however short they are', async (_what, pedidos) => {
	const body = { pedidos, total: 150 };
	at.hub.faults.add({ endpoint: 'orderList', kind: 'status', status: 200, times: Infinity, body });
	const { nodeError, items } = await readAll();
	expect(items()).toEqual([]);
	expect(nodeError?.message).toContain('gave an answer of more than a million objects and lists');
	expect(nodeError?.description).toMatch(/lower Limit.*filters/);
	expect(at.hub.count({ endpoint: 'orderList' })).toBe(1);
});
