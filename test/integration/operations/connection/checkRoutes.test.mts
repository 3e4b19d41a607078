import { describe, expect, test } from 'vitest';
import { completeSeed } from '../../../support/everyOperation.mts';
import { op, shown } from '../../../support/items.mts';
import { callAlone } from '../../../support/agent.mts';
import { setup } from '../../../support/setup.mts';
import { expectNoSecret } from '../../../support/secrets.mts';

const check = op('connection checkRoutes');
const held = (hub: Awaited<ReturnType<typeof setup>>['hub']) => {
	const { products, orders, batches, queue, statusUpdates, acknowledgements } = hub.state;
	return JSON.stringify([
		[...products],
		[...orders.keys()],
		[...batches.keys()],
		[...queue.keys()],
		statusUpdates,
		acknowledgements,
	]);
};

describe.each(['seen', 'assumed'] as const)('a hub with the routes called %s', (routes) => {
	test('has every route, and nothing is written', async () => {
		const { hub, n8n } = await setup({ routes, seed: completeSeed });
		const before = held(hub);
		const result = await n8n.done(check);
		const [summary, ...findings] = result.json();
		expect(summary).toMatchObject({ what: 'Summary', verdict: 'works' });
		const rows = findings.filter(({ asked }) => asked !== '');
		expect(rows.filter(({ verdict }) => verdict !== 'works')).toEqual([]);
		expect(rows.filter(({ enter }) => enter !== '')).toEqual([]);
		expect(held(hub)).toBe(before);
		expect(hub.tokens.issued).toBe(1);
		expectNoSecret(hub, n8n, result);
		expect(hub.log.filter(({ method }) => method === 'DELETE')).toEqual([]);
		await n8n.done(op('order getMany'));
	});
});

test('in production only reads go out, and the first item says where the rest can be asked', async () => {
	const { hub, n8n } = await setup({ environment: 'production' });
	const [summary, ...findings] = (await n8n.done(check)).json();
	expect(summary!.answer).toMatch(/sandbox credential/);
	expect(findings).toContainEqual(
		expect.objectContaining({ what: 'Price Batch', verdict: 'notAsked' }),
	);
	expect(hub.log.filter(({ method, endpoint }) => method !== 'GET' && endpoint !== 'auth')).toEqual(
		[],
	);
});

test('it runs once for each account of the input', async () => {
	const { hub, n8n } = await setup();
	const items = (await n8n.done(check, [{}, {}, {}])).items();
	expect(hub.count({ endpoint: 'channels' })).toBe(1);
	expect(items[0]!.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
});

test("as an agent's tool it is refused before any request", async () => {
	const { hub } = await setup();
	const { message } = await callAlone(hub, check);
	expect(message).toMatch(/not for agents/);
	expect(hub.log).toEqual([]);
});

test('refused keys stop it, and the message says what to check', async () => {
	const { n8n } = await setup({}, { secretKey: 'wrong' });
	expect(shown((await n8n.run(check)).nodeError)).toMatch(/401[^]*Secret Key/);
});

test('a token that has ended is renewed at the beginning, and never later', async () => {
	const { hub, n8n } = await setup();
	await n8n.done(op('order getMany'));
	hub.tokens.expire();
	expect((await n8n.done(check)).json()[0]).toMatchObject({ verdict: 'works' });
	expect(hub.tokens.issued).toBe(2);
});

test.each([401, 403, 429])(
	'a %i on the way ends it, costs no token and pauses nothing',
	async (status) => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'status', status, endpoint: 'stockBatch' });
		const items = (await n8n.done(check)).json();
		expect(items[0]).toMatchObject({
			verdict: 'unclear',
			answer: expect.stringContaining(`stock-batch, which the hub answered ${status}`) as unknown,
		});
		expect(items.find(({ what }) => what === 'Order Sent')).toMatchObject({ verdict: 'notAsked' });
		expect(hub.count({ endpoint: 'stockBatch' })).toBe(1);
		await n8n.done(op('order getMany'));
		expect(hub.tokens.issued).toBe(1);
	},
);

test('habits of the hub are told without values of records', async () => {
	const { hub, n8n } = await setup({ strictStrings: true, seed: completeSeed });
	const habits = (await n8n.done(check))
		.json()
		.filter(({ asked, what }) => asked === '' && what !== 'Summary');
	expect(Object.fromEntries(habits.map(({ what, verdict }) => [what, verdict]))).toMatchObject({
		'Lists Give next': 'yes',
		'Numbers as Text': 'yes',
		'Offset Counts Records': 'yes',
		'Order List Begins with the Oldest': 'yes',
		"Clock Agrees with n8n's": 'yes',
	});
	const buyers = [...hub.state.orders.values()].map(({ cliente }) => cliente.nome);
	for (const buyer of buyers) expect(JSON.stringify(habits)).not.toContain(buyer);
});
