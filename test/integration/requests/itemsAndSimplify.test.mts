import get from 'lodash/get.js';
import { describe, expect, test } from 'vitest';
import { parametersOf, completeSeed } from '../../support/everyOperation.mts';
import { eachOrder } from '../../support/waits.mts';
import { setupEach } from '../../support/setup.mts';
import { answer, byId, itemOf, op, split } from '../../support/items.mts';

const at = setupEach({ seed: { ...completeSeed, orders: 40 } });
const orderIds = () => at.hub.state.ordersByIssueDate().map(({ idPedido }) => idPedido);

describe('Simplify', () => {
	const paths = (value: unknown, at = ''): string[] =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.entries(value).flatMap(([name, entry]) =>
					paths(entry, at === '' ? name : `${at}.${name}`),
				)
			: [at];

	test.each([
		'order get',
		'order getMany',
		'orderQueue getMany',
		'product get',
		'fiscalDocument get',
		'fiscalDocument getMany',
	])('%s: at most 10 fields, on by default, in their place in the raw record', async (name) => {
		const simple = (await at.n8n.run(parametersOf(name, at.hub))).json();
		const raw = (await at.n8n.run(parametersOf(name, at.hub, { simplify: false }))).json();
		expect(simple.length).toBeGreaterThan(0);
		expect(simple.length).toBe(raw.length);
		simple.forEach((record, index) => {
			// the total stands in a column of its own, too, which a table shows
			const fields = paths(record).filter((field) => field !== 'total');
			if ('total' in record) expect(record.total).toEqual(get(record, 'valores.total'));
			expect(fields.length).toBeLessThanOrEqual(10);
			expect(fields.length).toBeLessThan(paths(raw[index]).length);
			for (const field of fields) expect(get(record, field)).toEqual(get(raw[index], field));
		});
	});
});

describe('several input items', () => {
	test('results are paired with their own item, in the order of the items', async () => {
		const statuses = ['pago', 'nenhum', 'novo', 'cancelado'];
		const { items } = await at.n8n.run(
			op('order getMany', {
				returnAll: true,
				sort: 'oldestFirst',
				filters: { otherStatus: '={{ $json.status }}' },
			}),
			statuses.map((status) => ({ status })),
		);
		const expected = statuses.flatMap((status, item) =>
			at.hub.state
				.ordersByIssueDate()
				.filter((order) => order.status === status)
				.map(({ idPedido }) => [item, idPedido]),
		);
		expect(items().map((item) => [itemOf(item), item.json.idPedido])).toEqual(expected);
	});

	test('reads that end in another sequence come out in the order of the items', async () => {
		const ids = orderIds();
		for (const [index, id] of ids.entries())
			at.hub.faults.add({
				path: `/v1/orders/${id}`,
				kind: 'slow',
				delay: index % 5 === 0 ? 60 : 5,
			});
		const items = ids.map((id) => ({ id }));
		const result = await at.n8n.run(eachOrder, items);
		expect(result.json().map(({ idPedido }) => idPedido)).toEqual(ids);
		expect(result.items().map(itemOf)).toEqual([...ids.keys()]);
	});

	test('every parameter may be an expression of its own item', async () => {
		const ids = orderIds();
		const { json } = await at.n8n.run(
			op('order getMany', {
				returnAll: '={{ $json.all }}',
				limit: '={{ $json.limit }}',
				simplify: '={{ $json.simple }}',
				sort: 'oldestFirst',
				filters: {},
			}) as never,
			[
				{ all: false, limit: 2, simple: true },
				{ all: false, limit: '1', simple: false },
				{ all: true, limit: 1, simple: true },
			],
		);
		const [first, second] = ids;
		expect(json().map(({ idPedido }) => idPedido)).toEqual([first, second, first, ...ids]);
		const whole = json().flatMap((record, index) => ('links' in record ? [index] : []));
		expect(whole).toEqual([2]);
	});
});

describe('On Error', () => {
	const run = async (onError?: 'continueRegularOutput' | 'continueErrorOutput', last = '') => {
		const [first, second] = orderIds();
		return await at.n8n.run(
			eachOrder,
			[{ id: first }, { id: 1 }, { id: second }, { id: last === '' ? '' : second }],
			onError === undefined ? {} : { onError },
		);
	};

	test('stop: the message names the item', async () => {
		const { nodeError, items } = await run(undefined, 'sound');
		expect(nodeError?.message).toMatch(/404.*\[item 1\]$/);
		expect(nodeError?.context.itemIndex).toBe(1);
		expect(items()).toEqual([]);
	});

	test('continue: each item has its result or its own reason, in order', async () => {
		const [first, second] = orderIds();
		const { items, error } = await run('continueRegularOutput');
		expect(error).toBeUndefined();
		expect(items().map(({ json }) => json)).toMatchObject([
			{ idPedido: first },
			{
				error: expect.stringContaining('404') as string,
				httpStatus: 404,
				description: expect.stringContaining('Check the identifier') as string,
			},
			{ idPedido: second },
			{ error: expect.stringContaining('Order (`id`) is empty') as string },
		]);
		expect(items().map(itemOf)).toEqual([0, 1, 2, 3]);
	});

	test('error output: successes leave by the first output, failures with reason and item by the second', async () => {
		const [first, second] = orderIds();
		const { items } = await run('continueErrorOutput');
		expect(items(0).map(({ json }) => json.idPedido)).toEqual([first, second]);
		expect(items(0).map(itemOf)).toEqual([0, 2]);
		expect(items(1).map(itemOf)).toEqual([1, 3]);
		expect(items(1)[0]!.json.error).toContain('404');
		expect(items(1)[1]!.json.error).toContain('is empty');
	});

	test('a record of the hub with a field `error` is not a failure', async () => {
		const idPedido = orderIds()[0]!;
		answer(at.hub, 'orderGet', { idPedido, error: 'texto do marketplace' }, 200);
		const { items } = await at.n8n.run(
			op('order get', { idPedido: byId(idPedido), simplify: false }),
			[{}],
			split,
		);
		expect(items(0)).toHaveLength(1);
		expect(items(1)).toEqual([]);
	});
});
