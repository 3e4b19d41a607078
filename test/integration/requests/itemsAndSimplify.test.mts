import type { INodeExecutionData } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { parametersOf, completeSeed } from '../../support/everyOperation.mts';
import { byId, bySku } from '../../support/locators.mts';
import { setup, type Setup } from '../../support/setup.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: { ...completeSeed, orders: 40 } });
});
const orderIds = () => at.hub.state.ordersByIssueDate().map(({ idPedido }) => idPedido);
const pairs = (items: INodeExecutionData[]) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

describe('Simplify', () => {
	const paths = (value: unknown, at = ''): string[] =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.entries(value).flatMap(([name, entry]) =>
					paths(entry, at === '' ? name : `${at}.${name}`),
				)
			: [at];
	const valueAt = (record: object, path: string) =>
		path
			.split('.')
			.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], record);

	test.each([
		'order get',
		'order getMany',
		'orderQueue getMany',
		'product get',
		'fiscalDocument get',
		'fiscalDocument getMany',
	])('%s: at most 10 fields, on by default, where they are in the raw record', async (name) => {
		const simple = (await at.n8n.run(parametersOf(name, at.hub))).json();
		const raw = (await at.n8n.run(parametersOf(name, at.hub, { simplify: false }))).json();
		expect(simple.length).toBeGreaterThan(0);
		expect(simple.length).toBe(raw.length);
		simple.forEach((record, index) => {
			const fields = paths(record);
			expect(fields.length).toBeLessThanOrEqual(10);
			expect(fields.length).toBeLessThan(paths(raw[index]).length);
			for (const field of fields)
				expect(valueAt(record, field)).toEqual(valueAt(raw[index]!, field));
		});
	});
});

describe('several input items', () => {
	test("results of different counts are paired with their own item, in the items' order", async () => {
		const statuses = ['pago', 'nenhum', 'novo', 'cancelado'];
		const { items } = await at.n8n.run(
			{
				resource: 'order',
				operation: 'getMany',
				returnAll: true,
				filters: { otherStatus: '={{ $json.status }}' },
			},
			statuses.map((status) => ({ status })),
		);
		const expected = statuses.flatMap((status, item) =>
			at.hub.state
				.ordersByIssueDate()
				.filter((order) => order.status === status)
				.map(({ idPedido }) => [item, idPedido]),
		);
		expect(items().map(({ json }, index) => [pairs(items())[index], json.idPedido])).toEqual(
			expected,
		);
	});

	test('reads run side by side, the output keeps the order', async () => {
		const ids = orderIds();
		let open = 0;
		let most = 0;
		for (const [index, id] of ids.entries()) {
			at.hub.faults.add({
				path: `/v1/orders/${id}`,
				kind: 'slow',
				delay: index % 5 === 0 ? 60 : 5,
			});
		}
		const { orders } = at.hub.state;
		const get = orders.get.bind(orders);
		const delays = ids.map((_, index) => (index % 5 === 0 ? 60 : 5));
		orders.get = (id: number) => {
			open++;
			most = Math.max(most, open);
			setTimeout(() => open--, delays[ids.indexOf(id)]);
			return get(id);
		};
		const { items } = await at.n8n.run(
			{ resource: 'order', operation: 'get', idPedido: byId('={{ $json.id }}') },
			ids.map((id) => ({ id })),
		);
		expect(items().map(({ json }) => json.idPedido)).toEqual(ids);
		expect(pairs(items())).toEqual([...ids.keys()]);
		expect(most).toBeGreaterThan(1);
		expect(most).toBeLessThanOrEqual(12);
	});

	test('every parameter may be an expression of its own item', async () => {
		const ids = orderIds();
		const { json } = await at.n8n.run(
			{
				resource: 'order',
				operation: 'getMany',
				returnAll: '={{ $json.all }}',
				limit: '={{ $json.limit }}',
				simplify: '={{ $json.simple }}',
				filters: {},
			} as never,
			[
				{ all: false, limit: 2, simple: true },
				{ all: false, limit: '1', simple: false },
				{ all: true, limit: 1, simple: true },
			],
		);
		expect(json().map(({ idPedido }) => idPedido)).toEqual([
			...ids.slice(0, 2),
			...ids.slice(0, 1),
			...ids,
		]);
		expect(json().map((record) => 'links' in record)).toEqual([
			false,
			false,
			true,
			...ids.map(() => false),
		]);
	});

	test('no input item, no request', async () => {
		const { items } = await at.n8n.run({ resource: 'order', operation: 'getMany' }, []);
		expect(items()).toEqual([]);
		expect(at.hub.log).toEqual([]);
	});
});

describe('On Error', () => {
	const run = async (onError?: 'continueRegularOutput' | 'continueErrorOutput', last = '') => {
		const [first, second] = orderIds();
		return await at.n8n.run(
			{ resource: 'order', operation: 'get', idPedido: byId('={{ $json.id }}') },
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
			{ error: expect.stringContaining('`id` is empty') as string },
		]);
		expect(pairs(items())).toEqual([0, 1, 2, 3]);
	});

	test('error output: what succeeded on the first output, the rest with its reason and its item on the second', async () => {
		const [first, second] = orderIds();
		const { items } = await run('continueErrorOutput');
		expect(items(0).map(({ json }) => json.idPedido)).toEqual([first, second]);
		expect(pairs(items(0))).toEqual([0, 2]);
		expect(pairs(items(1))).toEqual([1, 3]);
		expect(items(1)[0]!.json.error).toContain('404');
		expect(items(1)[1]!.json.error).toContain('is empty');
	});

	test('what concerns the whole run comes for each item too', async () => {
		const { items, error } = await at.n8n.run(
			{ resource: 'order', operation: '={{ "nothing" }}' },
			[{}, {}],
			{ onError: 'continueRegularOutput' },
		);
		expect(error ?? items()[0]!.json.error).toBeTruthy();
		expect(String(error?.message ?? items()[0]!.json.error)).toMatch(
			/There is no operation '.*nothing.*' of the resource 'order'/,
		);
	});

	test('a record of the hub that has a field `error` is not taken for a failure', async () => {
		const idPedido = orderIds()[0]!;
		at.hub.faults.add({
			endpoint: 'orderGet',
			kind: 'status',
			status: 200,
			body: { idPedido, error: 'texto do marketplace' },
		});
		const { items } = await at.n8n.run(
			{ resource: 'order', operation: 'get', idPedido: byId(idPedido), simplify: false },
			[{}],
			{ onError: 'continueErrorOutput' },
		);
		expect(items(0)).toHaveLength(1);
		expect(items(1)).toEqual([]);
	});
});

test('SKUs with difficult characters reach the hub unchanged, in paths and filters', async () => {
	const skus = [
		'A/B',
		'50%',
		'q?x=1&y',
		'#1',
		'com espaço',
		'ação',
		'😀',
		'.oculto',
		'fim.',
		'...',
		' borda ',
		'+',
		'%2F',
		"d'água;=,",
	];
	const { run } = at.n8n;
	await run(
		{ resource: 'product', operation: 'get', sku: bySku('={{ $json.sku }}') },
		skus.map((sku) => ({ sku })),
		{ onError: 'continueRegularOutput' },
	);
	const paths = at.hub.log
		.filter(({ endpoint }) => endpoint === 'productGet')
		.map(({ path }) => decodeURIComponent(path.slice('/v1/products/'.length)));
	expect(paths.sort()).toEqual([...skus].sort());
	await run(
		{ resource: 'securityStock', operation: 'getMany', filters: { sku: '={{ $json.skus }}' } },
		[{ skus }],
	);
	expect(at.hub.log.at(-1)!.query.sku).toBe(skus.join('|'));
});
