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

describe('results', () => {
	test('a system that has all orders gets no item, and a hint that sums up', async () => {
		const result = await reconcile(hundred().map(stored), { ...sinceDay(0), lookback: '0' });
		expect(result.error).toBeUndefined();
		expect(result.items()).toEqual([]);
		expect(hintsOf(result)).toEqual(['100 orders since 2026-03-01 00:00:00, 1 request.']);
	});

	test('each difference comes with the fields of the order in their usual places', async () => {
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
		["a number with a spreadsheet's decimals", ({ idPedido }) => ({ idPedido: `${idPedido}.0` })],
		['the own number so', ({ idInterno }) => ({ idInterno: `${idInterno},00` })],
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
	])('an order is known by %s', async (_how, entry) => {
		const orders = addOrders(at.hub, range(10), (index) => ({ idInterno: 9_000 + index }));
		const result = await reconcile(orders.map(entry), every);
		expect(result.json().map((json) => json.result)).toEqual(orders.map(() => 'same'));
		expect(result.json().map(({ idPedido }) => idPedido)).toEqual(
			orders.map(({ idPedido }) => idPedido),
		);
	});

	test('no order is known by the own number 0', async () => {
		const [first] = addOrders(at.hub, range(2), () => ({ idInterno: 0 }));
		const result = await reconcile([{ idInterno: '0' }, { idPedido: first!.idPedido }], every);
		const results = result.json().map((json) => json.result);
		expect(results).toEqual(['same', 'missing', 'onlyInInput']);
	});

	test('a row whose order is an object is refused, and shows what it holds', async () => {
		const [order] = addOrders(at.hub, [0]);
		const rows = [{ idPedido: { id: 7 } }, { idPedido: order!.idPedido }] as never[];
		const [refused] = (await reconcile(rows, { ...every }, go)).json();
		expect(refused).toMatchObject({ idPedido: '{"id":7}', error: expect.any(String) as string });
	});

	test.each<unknown>([0, '0', '000', '#N/D', '#REF!', '--', 'null', '(vazio)', '1,00002E+15'])(
		'a row with the hub order ID %j is known by its next number',
		async (nothing) => {
			const [order] = addOrders(at.hub, [0], () => ({ idInterno: 9_000 }));
			const { idPedidoCanal, idInterno } = order!;
			for (const entry of [
				{ idPedido: nothing, idPedidoCanal },
				{ idPedido: nothing, idPedidoCanal: nothing, idInterno },
			]) {
				const result = await reconcile([entry as IDataObject], every);
				expect(result.json().map((json) => json.result)).toEqual(['same']);
			}
		},
	);

	test('a row with the hub order ID 0 and no other number is only in the input, also of a long history', async () => {
		addOrders(at.hub, range(1_500));
		const [order] = addOrders(at.hub, [9 * day]);
		const rows = [{ idPedido: 0 }, { idPedido: order!.idPedido }];
		const result = await reconcile(rows, { ...sinceDay(8), ...every });
		expect(result.json().map((json) => json.result)).toEqual(['same', 'onlyInInput']);
	});

	test('no order is known by a reference that the hub writes as 0', async () => {
		addOrders(at.hub, range(2), () => ({ referenciaPedidoCanal: '0' }));
		const result = await reconcile([{ idPedidoCanal: '0' }], every);
		expect(result.json().map((json) => json.result)).toEqual(['missing', 'missing', 'onlyInInput']);
	});

	test('several items of one order give one result, with the difference', async () => {
		const [order] = addOrders(at.hub, [0]);
		const entry = stored(order!);
		const result = await reconcile([entry, { ...entry, status: 'novo' }, entry]);
		expect(result.json()).toMatchObject([{ result: 'statusDiffers', input: { status: 'novo' } }]);
		expect(result.items()[0]!.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	test('status and total are compared only if they are given', async () => {
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

describe('a total a cent apart', () => {
	test.each([0.01, 0.3, 89.9, 1_234.56, 999_999.99])(
		'from %d is reported, and an equal one is not',
		async (total) => {
			const valores = { subtotal: total, frete: 0, desconto: 0, total };
			const [order] = addOrders(at.hub, [0], () => ({ valores }));
			const { idPedido } = order!;
			const results = async (given: number) =>
				(await reconcile([{ idPedido, total: given }], every)).json().map(({ result }) => result);
			expect(await results(total)).toEqual(['same']);
			for (const cent of [0.01, -0.01])
				expect(await results(Number((total + cent).toFixed(2)))).toEqual(['totalDiffers']);
		},
	);
});

/** Orders with these numbers and references in the marketplace, and what comes of rows that name them. */
const numbered = async (
	numbers: Array<{ number: string; reference?: string; channel?: string }>,
	rows: IDataObject[],
	parameters: INodeParameters = every,
) => {
	const channels = [...at.hub.state.channels.values()];
	const orders = addOrders(at.hub, range(numbers.length), (index) => {
		const { number, reference = '', channel = channels[0]!.nome } = numbers[index]!;
		const { hash } = channels.find(({ nome }) => nome === channel)!;
		const canal = {
			canal: channel.replace(/ - .*/, ''),
			canalIntegracao: channel,
			hashCanal: hash,
		};
		return { idPedidoCanal: number, referenciaPedidoCanal: reference, canal };
	});
	const result = await reconcile(rows, parameters);
	expect(result.error).toBeUndefined();
	return {
		result,
		orders,
		results: result.json().map((json) => String(json.result)),
		told: result.json().map(({ result: told, idPedido }) => {
			const at = orders.findIndex((order) => order.idPedido === idPedido);
			return `${at} ${String(told)}`;
		}),
	};
};

describe('a number that belongs to two orders', () => {
	const channelsOf = () => [...at.hub.state.channels.values()].map(({ nome }) => nome);
	const twice = () => {
		const [one, two] = channelsOf();
		return [
			{ number: 'A-1', channel: one! },
			{ number: 'A-1', channel: two! },
		];
	};

	test.each([[{ results: ['onlyInInput'] }], [{ results: [] }], [every]])(
		'both orders are reported without a channel, whatever is chosen: %j',
		async (parameters) => {
			const { told, result } = await numbered(twice(), [{ idPedidoCanal: 'A-1' }], parameters);
			expect(told).toEqual(['0 ambiguous', '1 ambiguous']);
			expect(hintsOf(result).join()).toContain('2 that may be meant by a row that names another');
		},
	);

	test('the channel decides between them: by name, hash, ID, or as the record of a read', async () => {
		const [one, two] = [...at.hub.state.channels.values()];
		const [, ofTwo] = twice();
		const record = { canalIntegracao: ofTwo!.channel };
		for (const canal of [two!.nome, ` ${two!.nome.toUpperCase()} `, two!.hash, two!.id, record]) {
			const { told } = await numbered(twice(), [{ idPedidoCanal: 'A-1', canal }]);
			expect(told).toEqual(['0 missing', '1 same']);
			at.hub.state.orders.clear();
		}
		const rows = [one!, two!].map(({ nome }) => ({ idPedidoCanal: 'A-1', canal: nome }));
		expect((await numbered(twice(), rows)).told).toEqual(['0 same', '1 same']);
	});

	test('an order is missing if the row names another channel, and the row is only in the input', async () => {
		const [one, two] = channelsOf();
		const { told } = await numbered(
			[
				{ number: 'A-1', channel: one! },
				{ number: 'A-2', channel: two! },
			],
			[{ idPedidoCanal: 'A-1', canal: two! }, { idPedidoCanal: 'A-2' }],
		);
		expect(told).toEqual(['0 missing', '1 same', '-1 onlyInInput']);
	});

	test.each<[string, object]>([
		['null', { canal: null }],
		['with names null', { canal: { canal: null, canalIntegracao: null, hashCanal: null } }],
		['text', { canal: 'Mercado' }],
		['a hash alone', { canal: { hashCanal: 'canal-99' } }],
	])('an order whose channel is %s is not ruled out by that of the row', async (_what, change) => {
		const [order, other] = addOrders(at.hub, [0, 60]);
		at.hub.quirks.damagedOrders.set(order!.idPedido, JSON.stringify({ ...order!, ...change }));
		const { canalIntegracao: canal } = other!.canal;
		const rows = [order!, other!].map(({ idPedidoCanal }) => ({ idPedidoCanal, canal }));
		const results = async () => (await reconcile(rows, every)).json().map(({ result }) => result);
		expect(await results()).toEqual(['same', 'same']);
		// of two with the same number, the row means the one that is known to be in its channel
		other!.idPedidoCanal = order!.idPedidoCanal;
		rows.pop();
		expect(await results()).toEqual(['missing', 'same']);
	});

	test('a channel that the hub does not know does not make an order missing', async () => {
		const { told, result } = await numbered(
			[{ number: 'A-1' }],
			[{ idPedidoCanal: 'A-1', canal: 'ML' }],
		);
		expect(told).toEqual(['0 same']);
		expect(hintsOf(result).join()).toContain('knows no channels with these names: ML');
	});

	test('text matches with its zeros and its case', async () => {
		const numbers = [{ number: '0012' }, { number: '12' }, { number: 'ab' }, { number: 'AB' }];
		const rows = [{ idPedidoCanal: '0012' }, { idPedidoCanal: 'AB' }];
		expect((await numbered(numbers, rows)).told).toEqual([
			'0 same',
			'1 missing',
			'2 missing',
			'3 same',
		]);
	});

	test('a number matches with and without zeros: both orders are reported, unless a row names one of them exactly', async () => {
		const numbers = [{ number: '0012' }, { number: '12' }];
		expect((await numbered(numbers, [{ idPedidoCanal: 12 }])).told).toEqual([
			'0 ambiguous',
			'1 ambiguous',
		]);
		at.hub.state.orders.clear();
		const rows = [{ idPedidoCanal: 12 }, { idPedidoCanal: '0012' }];
		expect((await numbered(numbers, rows)).told).toEqual(['0 same', '1 same']);
		at.hub.state.orders.clear();
		expect((await numbered([{ number: '0012' }], [{ idPedidoCanal: 12 }])).told).toEqual([
			'0 same',
		]);
	});

	test('the number of one order may be the reference of another', async () => {
		const numbers = [{ number: 'N1' }, { number: 'N2', reference: 'N1' }];
		expect((await numbered(numbers, [{ idPedidoCanal: 'N1' }])).told).toEqual([
			'0 ambiguous',
			'1 ambiguous',
		]);
		at.hub.state.orders.clear();
		const rows = [{ idPedidoCanal: 'N1' }, { idPedidoCanal: 'N2' }];
		expect((await numbered(numbers, rows)).told).toEqual(['0 same', '1 same']);
	});

	test('a row answers for the orders of a pack only by their own numbers', async () => {
		const pack = range(3).map((index) => ({ number: `N${index}`, reference: 'PACK' }));
		expect((await numbered(pack, [{ idPedidoCanal: 'PACK' }])).told).toEqual(
			range(3).map((index) => `${index} ambiguous`),
		);
		at.hub.state.orders.clear();
		const rows = [{ idPedidoCanal: 'N0' }, { idPedidoCanal: 'N2' }];
		expect((await numbered(pack, rows)).told).toEqual(['0 same', '1 missing', '2 same']);
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
			[orders[0], orders[2]].map((order) => ({
				result: 'missing',
				isCancelled: false,
				isReturned: false,
				...order,
			})),
		);
		expect(requests(at.hub, 'orderGet').length).toBeLessThanOrEqual(2);
	});
});

describe('the period', () => {
	test('an order that was integrated late is compared, and an older one is not', async () => {
		const [late, , older] = addOrders(at.hub, [2 * day, 5 * day, day], (index) =>
			index === 0 ? { dataIntegracao: issuedAt(4 * day) } : {},
		);
		const ids = async (parameters: INodeParameters, input: IDataObject[] = [{}]) =>
			(await reconcile(input, { ...sinceDay(3), ...parameters })).json();
		expect(await ids({})).toHaveLength(2);
		expect(await ids({ lookback: '0,5' })).toHaveLength(1);
		const another = { ...stored(late!), status: 'entregue' };
		expect(await ids({ lookback: '0' }, [another])).toMatchObject([
			{ result: 'missing' },
			{ result: 'statusDiffers', idPedido: late!.idPedido },
		]);
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
			['1.000', [first, second]],
		] as const) {
			const result = await reconcile([{}], { period: 'lastDays', days, lookback: '0' });
			expect(result.json().map(({ idPedido }) => idPedido)).toEqual(
				expected.map((order) => order!.idPedido),
			);
			expect(hintsOf(result)[0]).toContain(`of ${days.replace('.', '').replace(',', '.')} day`);
		}
	});

	test('rows outside the period are not called only in the input, unless that is certain', async () => {
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
		expect(hintsOf(result)[0]).toContain('not of the period: 2 orders of the input');
		expect(hintsOf(result)[0]).toContain(
			'the hub may not have them: 1 order of the input (idInterno 77777)',
		);
	});

	test('an order that two rows name, with and without its channel, is looked up once and has one result', async () => {
		const [late] = addOrders(at.hub, range(1_500), (index) =>
			index === 0 ? { dataIntegracao: issuedAt(9 * day) } : {},
		);
		const { idPedido, canal } = late!;
		const input = [{ idPedido, canal: canal.canalIntegracao }, { idPedido }];
		const result = await reconcile(input, { ...sinceDay(8), ...every, lookback: '0' });
		expect(result.json()).toMatchObject([{ result: 'same', idPedido }]);
		expect(at.hub.count({ endpoint: 'orderGet' })).toBe(1);
		expect(hintsOf(result)[0]).toMatch(/^1 order since/);
		expect(hintsOf(result).join()).not.toContain('not of the period');
	});
});

describe('orders of the input that are not of the period are counted', () => {
	test('also those of the lookback', async () => {
		const [old, late] = addOrders(at.hub, [0, 2 * day]);
		const input = [old, late].map((order) => ({ idPedido: order!.idPedido, status: 'novo' }));
		const result = await reconcile(input, sinceDay(1));
		expect(hintsOf(result)[0]).toContain('not of the period: 1 order of the input');
	});

	test('once, whatever rows name them by', async () => {
		const [old] = addOrders(at.hub, [0, 9 * day]);
		const { idPedido, idPedidoCanal } = old!;
		const result = await reconcile([{ idPedido }, { idPedidoCanal }], sinceDay(8));
		expect(hintsOf(result)[0]).toContain('not of the period: 1 order of the input');
	});
});

describe('unusable input', () => {
	test.each<[string, IDataObject[]]>([
		['the column is empty', [{ idPedido: '', total: 5 }]],
		['the column has another name', [{ pedido: 1 }]],
		['of all items', [{ idPedido: null }, { idPedido: null }]],
	])('no item names an order, because %s', async (_why, input) => {
		const { nodeError } = await reconcile(input);
		expect(nodeError?.message).toContain('No input item says which order it is about');
		expect(nodeError?.description).toMatch(/Hub Order ID.*Marketplace ID.*Internal ID/);
		// the advice is not what the user has just done
		expect(nodeError?.description).not.toContain('map no field');
		expect(at.hub.log).toEqual([]);
	});

	test('an item without an order ID is left out, and one with a wrong total fails as the only answer for its order', async () => {
		const orders = addOrders(at.hub, range(3));
		const [first, second, third] = orders.map(stored);
		const input = [first!, { total: 7 }, { ...second!, total: 'free' }, third!];
		const result = await reconcile(input, every, go);
		expect(result.json()).toMatchObject([
			{ idPedido: String(second!.idPedido), error: expect.stringContaining('`total`') as string },
			{ result: 'same', idPedido: first!.idPedido },
			{ result: 'same', idPedido: third!.idPedido },
		]);
		expect(hintsOf(result).join(' ')).toContain('name no order: 1 input item');
	});

	test('another item of the same order is compared, and an ID that has lost digits names no order', async () => {
		const [order, other] = addOrders(at.hub, range(2), (index) => ({
			idInterno: index === 0 ? 7 : 900_719_925_474_099_300,
		}));
		const input = [
			{ ...stored(order!), total: 'free' },
			{ ...stored(order!), status: 'novo' },
			{ idInterno: 900_719_925_474_099_300 },
		];
		const result = await reconcile(input, every, go);
		expect(result.json()).toMatchObject([
			{ error: expect.stringContaining('`total`') as string },
			{ error: expect.stringContaining('no longer exact') as string },
			{ result: 'statusDiffers', idPedido: order!.idPedido },
			{ result: 'missing', idPedido: other!.idPedido },
		]);
	});

	test.each([['days'], ['lookback']])('%s that is not a number is refused', async (name) => {
		const { nodeError } = await reconcile([{}], { period: 'lastDays', [name]: 'two' });
		expect(nodeError?.message).toContain(`(\`${name}\`) must be a number from 0`);
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
