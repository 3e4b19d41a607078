import range from 'lodash/range.js';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { toDateTime } from '../../hub/clock.mts';
import { asJson, go, hintsOf, itemOf, mapped, op, requests } from '../../support/items.mts';
import { addOrders, issuedAt } from '../../support/orderHistory.mts';
import { setupEach } from '../../support/setup.mts';

const day = 24 * 60;
/** From the beginning of the history on. */
const sinceDay = (days: number): INodeParameters => ({
	period: 'issuedAfter',
	issuedAfter: issuedAt(days * day),
});
const every = { results: ['missing', 'statusDiffers', 'totalDiffers', 'onlyInInput', 'same'] };
const at = setupEach({ seed: { products: 0 } });

const reconcile = async (
	input: IDataObject[],
	parameters: INodeParameters = {},
	node: Parameters<typeof at.n8n.run>[2] = {},
) =>
	await at.n8n.run(
		op('order reconcile', { ...mapped, ...sinceDay(0), ...parameters }),
		input,
		node,
	);

/** A hundred orders, one an hour. */
const hundred = () =>
	addOrders(
		at.hub,
		range(100).map((hour) => hour * 60),
	);
/** What a system has that has stored an order. */
const stored = ({ idPedido, status, valores }: ReturnType<typeof addOrders>[number]) => ({
	idPedido,
	status,
	total: valores.total,
});

describe('what comes of an order', () => {
	test('a system that has all of them gets no item, and a hint that sums up', async () => {
		const result = await reconcile(hundred().map(stored), { ...sinceDay(0), lookback: '0' });
		expect(result.error).toBeUndefined();
		expect(result.items()).toEqual([]);
		expect(hintsOf(result)).toEqual(['100 orders since 2026-03-01 00:00:00, 1 request.']);
	});

	test('each difference, with the fields of the order where they always are', async () => {
		const orders = hundred();
		const [missing, status, total, both] = orders.slice(40);
		const input = orders
			.filter((order) => order !== missing)
			.map((order) => ({
				...stored(order),
				...([status, both].includes(order) && { status: 'novo' }),
				...([total, both].includes(order) && { total: '1.000,50' }),
			}));
		const result = await reconcile([...input, { idPedido: 999 } as IDataObject]);
		const found = {
			idPedido: expect.any(Number) as unknown,
			cliente: expect.anything() as unknown,
		};
		const { valores } = total!;
		expect(result.json()).toMatchObject([
			{ ...found, result: 'missing', idPedido: missing!.idPedido, status: 'pago' },
			{ ...found, result: 'statusDiffers', status: 'pago', input: { status: 'novo' } },
			{
				...found,
				result: 'totalDiffers',
				valores: { total: valores.total },
				input: { total: 1000.5 },
			},
			{ ...found, result: 'statusDiffers', idPedido: both!.idPedido },
			{ result: 'onlyInInput', idPedido: '999', input: { idPedido: '999' } },
		]);
		// what is missing has no item of its own and comes with the first
		expect(result.items().map(itemOf)).toEqual([0, 40, 41, 42, 99]);
		expect(hintsOf(result)[0]).toMatch(
			/^100 orders .*, 1 missing, 2 with another status, 1 with another total, 1 only in the input, 1 request\./,
		);
	});

	test.each<[string, (order: ReturnType<typeof addOrders>[number]) => IDataObject]>([
		['a number', ({ idPedido }) => ({ idPedido })],
		['text with zeros and blanks', ({ idPedido }) => ({ IDPedido: ` 000${idPedido} ` })],
		[
			'the number in the marketplace',
			({ idPedidoCanal }) => ({ 'id pedido canal': idPedidoCanal }),
		],
		[
			'the reference in the marketplace',
			({ referenciaPedidoCanal }) => ({ idPedidoCanal: referenciaPedidoCanal }),
		],
		['the own number', ({ idInterno }) => ({ idPedido: ' ', idInterno: String(idInterno) })],
		['a record of the hub', (order) => order as unknown as IDataObject],
	])('it is known by %s', async (_how, entry) => {
		const orders = addOrders(at.hub, range(10), (index) => ({ idInterno: 9_000 + index }));
		const result = await reconcile(orders.map(entry), every);
		expect(result.json().map((json) => json.result)).toEqual(orders.map(() => 'same'));
		expect(result.json().map(({ idPedido }) => idPedido)).toEqual(
			orders.map(({ idPedido }) => idPedido),
		);
	});

	test('several items of one order are one result: the one that differs shows', async () => {
		const [order] = addOrders(at.hub, [0]);
		const entry = stored(order!);
		const result = await reconcile([entry, { ...entry, status: 'novo' }, entry]);
		expect(result.json()).toMatchObject([{ result: 'statusDiffers', input: { status: 'novo' } }]);
		expect(result.items()[0]!.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	test('status and total are compared where they are given', async () => {
		const [order] = addOrders(at.hub, [0]);
		const { idPedido, valores } = order!;
		for (const given of [
			{ status: '', total: null },
			{ status: ' PAGO ' },
			{ total: valores.total },
		])
			expect((await reconcile([{ idPedido, ...given }])).items()).toEqual([]);
	});
});

describe('without input', () => {
	test.each<[string, INodeParameters]>([
		['nothing is mapped', { inputMode: 'fields' }],
		['the item is empty', mapped],
		['JSON without entries', asJson([])],
	])('every order of the period is missing: %s', async (_how, parameters) => {
		const orders = hundred();
		const result = await reconcile([{}], parameters);
		expect(result.json().map(({ idPedido }) => idPedido)).toEqual(
			orders.map(({ idPedido }) => idPedido),
		);
	});

	test('missing orders come as the full record, ready to be stored', async () => {
		const orders = addOrders(at.hub, range(3));
		const result = await reconcile([stored(orders[1]!)], { fullRecord: true });
		expect(result.json()).toEqual(
			[orders[0], orders[2]].map((order) => ({ result: 'missing', ...order })),
		);
		expect(requests(at.hub, 'orderGet')).toHaveLength(2);
	});
});

describe('what the period is', () => {
	test('an order integrated late is compared, one that is older is left alone', async () => {
		const [late, , older] = addOrders(at.hub, [2 * day, 5 * day, day], (index) =>
			index === 0 ? { dataIntegracao: issuedAt(4 * day) } : {},
		);
		const ids = async (parameters: INodeParameters, input: IDataObject[] = [{}]) =>
			(await reconcile(input, { ...sinceDay(3), ...parameters })).json();
		expect(await ids({})).toHaveLength(2);
		expect(await ids({ lookback: '0,5' })).toHaveLength(1);
		// both are in the hub, though not both in the period
		expect(await ids({ lookback: '0' }, [stored(late!), stored(older!)])).toMatchObject([
			{ result: 'missing' },
		]);
	});

	test('the last days end now', async () => {
		const [first, second] = [20, 2].map((hours) =>
			at.hub.createOrder({
				dataEmissao: toDateTime(Date.now() - hours * 3_600_000),
				dataIntegracao: toDateTime(Date.now() - hours * 3_600_000),
			}),
		);
		for (const [days, expected] of [
			['7', [first, second]],
			['0,5', [second]],
		] as const) {
			const result = await reconcile([{}], { period: 'lastDays', days, lookback: '0' });
			expect(result.json().map(({ idPedido }) => idPedido)).toEqual(
				expected.map((order) => order!.idPedido),
			);
			expect(hintsOf(result)[0]).toContain(`of ${days.replace(',', '.')} day`);
		}
	});

	test('what is not in the period is not said to be in the input only, unless that is certain', async () => {
		addOrders(at.hub, range(1_500), (index) => ({ idInterno: 1 + index }));
		addOrders(at.hub, [9 * day], () => ({ idInterno: 9_999 }));
		const input = [
			{ idInterno: '1499' },
			{ idInterno: '1' },
			{ idInterno: '77777' },
			{ idPedido: '42' },
			{ idPedido: [...at.hub.state.orders.keys()][0]! },
		];
		const result = await reconcile(input, { ...sinceDay(8), results: ['onlyInInput'] });
		expect(result.json()).toMatchObject([{ result: 'onlyInInput', idPedido: '42' }]);
		expect(hintsOf(result)[0]).toContain('not of the period: 4 orders of the input');
	});
});

describe('input that cannot be used', () => {
	test.each<[string, IDataObject[]]>([
		['the column is empty', [{ idPedido: '', total: 5 }]],
		['the column has another name', [{ pedido: 1 }]],
		['of all items', [{ idPedido: null }, { idPedido: null }]],
	])('no item names an order, since %s', async (_why, input) => {
		const { nodeError } = await reconcile(input);
		expect(nodeError?.message).toContain('No input item says which order it is about');
		expect(nodeError?.description).toContain('idPedido, idPedidoCanal, idInterno');
		expect(at.hub.log).toEqual([]);
	});

	test('an item without an order ID is left out, one with a wrong total fails by itself', async () => {
		const orders = addOrders(at.hub, range(3));
		const [first, second, third] = orders.map(stored);
		const input = [first!, { total: 7 }, { ...second!, total: 'free' }, third!];
		const result = await reconcile(input, every, go);
		expect(result.json()).toMatchObject([
			{ idPedido: String(second!.idPedido), error: expect.stringContaining('`total`') as string },
			{ result: 'same' },
			{ result: 'same' },
			{ result: 'same' },
		]);
		expect(hintsOf(result).join(' ')).toContain('name no order: 1 input item');
	});

	test.each([['days'], ['lookback']])('%s that is no number', async (name) => {
		const { nodeError } = await reconcile([{}], { period: 'lastDays', [name]: 'two' });
		expect(nodeError?.message).toContain(`\`${name}\` must be a number from 0`);
	});
});

test('a week of 5,000 orders takes few requests', async () => {
	const orders = addOrders(
		at.hub,
		range(5_000).map((index) => index * 20),
	);
	const [first, ...others] = orders.slice(-7 * 72);
	const input = others.map(({ idPedido }) => ({ idPedido }));
	const result = await reconcile(input, { period: 'issuedAfter', issuedAfter: first!.dataEmissao });
	expect(result.json()).toMatchObject([{ result: 'missing', idPedido: first!.idPedido }]);
	// the lookback of three days is read, too
	expect(requests(at.hub, 'orderList').length).toBeLessThanOrEqual(Math.ceil((10 * 72) / 100) + 15);
});
