import range from 'lodash/range.js';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { FullOrder } from '../../hub/index.mts';
import { hintsOf, mapped, op, requests } from '../../support/items.mts';
import { addOrders, issuedAt } from '../../support/orderHistory.mts';
import { setupEach } from '../../support/setup.mts';

/* Lists of orders that do not settle, however often they are read. */

const at = setupEach({ seed: { products: 0 } });
const everything = { period: 'issuedAfter', issuedAfter: issuedAt(0) };
const every = { results: ['missing', 'statusDiffers', 'totalDiffers', 'onlyInInput', 'same'] };

const history = (count: number, minuteOf = (index: number) => index) =>
	addOrders(at.hub, range(count).map(minuteOf), (index) => ({ idInterno: 5_000 + index }));
const byOwnNumber = (orders: FullOrder[]): IDataObject[] =>
	orders.map(({ idInterno }) => ({ idInterno: String(idInterno) }));

const reconcile = async (input: IDataObject[], parameters: INodeParameters = {}) =>
	await at.n8n.done(op('order reconcile', { ...mapped, ...everything, ...parameters }), input);
const list = async (filters: INodeParameters) =>
	await at.n8n.done(op('order getMany', { returnAll: true, filters }));

/** Lets every answer that begins there lack orders although `total` counts them, for so many answers in all. */
function cutPages(offset: number, shown: number, answers = Infinity): void {
	const { state } = at.hub;
	const read = state.ordersByIssueDate.bind(state);
	let left = answers;
	state.ordersByIssueDate = () => {
		const orders = read();
		const newest = at.hub.quirks.newestOrdersFirst ? [...orders].reverse() : orders;
		const cut = newest.map((order, place) => ({
			order,
			isCut: left > 0 && place >= offset + shown && place < offset + 100,
		}));
		left -= 1;
		at.hub.quirks.damagedOrders.clear();
		cut.forEach(({ order, isCut }) => isCut && at.hub.quirks.damagedOrders.set(order.idPedido, ''));
		return orders;
	};
}

/** Lets orders of one date stand in another order in each answer. */
function shuffleEqualDates(): void {
	const { state } = at.hub;
	const read = state.ordersByIssueDate.bind(state);
	let answer = 0;
	state.ordersByIssueDate = () => {
		answer += 1;
		return [...read()].sort(
			(one, other) =>
				one.dataEmissao.localeCompare(other.dataEmissao) ||
				((one.idPedido * 7919 * answer) % 1009) - ((other.idPedido * 7919 * answer) % 1009),
		);
	};
}

describe.each([
	['short', 60],
	['empty', 0],
])('a page in the middle of the list that comes back %s', (_how, shown) => {
	test('Reconcile finds the missing order, and calls no order of the hidden page absent', async () => {
		const orders = history(500);
		cutPages(200, shown);
		const [missing, hidden] = [orders[20]!, orders[280]!];
		const input = byOwnNumber(orders.filter((order) => order !== missing));
		const result = await reconcile([...input, { idInterno: '77' }]);
		const found = result.json();
		expect(found.filter((json) => json.result === 'missing')).toMatchObject([
			{ idPedido: missing.idPedido },
		]);
		expect(found.filter((json) => json.result === 'onlyInInput')).toEqual([]);
		const unknown = found.filter((json) => json.result === 'unknown');
		expect(unknown.map(({ idInterno }) => idInterno)).toEqual(
			expect.arrayContaining(['77', String(hidden.idInterno)]),
		);
		expect(unknown).toHaveLength(1 + 100 - shown);
		expect(hintsOf(result).join()).toContain('did not settle');
	});

	test('a row with the ID of the hub gets a certain result, because that order is read', async () => {
		const orders = history(500);
		cutPages(200, shown);
		const hidden = orders[290]!;
		const input = [{ idPedido: String(hidden.idPedido) }, { idPedido: '42' }];
		const found = (await reconcile(input, { ...every, results: ['same', 'onlyInInput'] })).json();
		expect(found).toMatchObject([
			{ result: 'same', idPedido: hidden.idPedido },
			{ result: 'onlyInInput', idPedido: '42' },
		]);
	});

	test.each([{}, { issuedAfter: issuedAt(0) }, { status: ['pago'] }])(
		'Get Many gives the others, and a hint: %j',
		async (filters) => {
			const orders = history(500);
			cutPages(200, shown);
			const result = await list(filters);
			expect(new Set(result.json().map(({ idPedido }) => idPedido)).size).toBe(
				orders.length - (100 - shown),
			);
			expect(hintsOf(result).join()).toContain('did not settle');
		},
	);
});

describe('a total that counts orders which do not come', () => {
	const filters = { issuedAfter: issuedAt(0) };

	test.each([
		['in the middle', 200],
		['at the end', 400],
	])('for good, %s: a second walk that shows the same is the last one', async (_where, offset) => {
		const orders = history(500);
		await list(filters);
		const whole = requests(at.hub, 'orderList').length;
		cutPages(offset, 60);
		at.hub.clearLog();
		const result = await list(filters);
		expect(result.json()).toHaveLength(orders.length - 40);
		expect(hintsOf(result).join()).toContain('did not settle');
		// each walk reads the short page once more
		expect(requests(at.hub, 'orderList').length).toBeLessThanOrEqual(2 * (whole + 1));
	});

	test('a page that is whole in the second walk brings all orders, without a hint', async () => {
		const orders = history(500);
		await list(filters);
		cutPages(200, 60, requests(at.hub, 'orderList').length + 1);
		const result = await list(filters);
		expect(result.json()).toHaveLength(orders.length);
		expect(hintsOf(result).join()).not.toContain('did not settle');
	});

	test('an order comes as the last walk has read it', async () => {
		const orders = history(500);
		cutPages(200, 60);
		const first = orders[10]!;
		let answers = 0;
		const read = at.hub.state.ordersByIssueDate.bind(at.hub.state);
		at.hub.state.ordersByIssueDate = () => {
			answers += 1;
			return read().map((order) =>
				order.idPedido === first.idPedido ? { ...order, idInterno: answers } : order,
			);
		};
		const found = (await list(filters)).json();
		const count = requests(at.hub, 'orderList').length;
		const { idInterno } = found.find(({ idPedido }) => idPedido === first.idPedido)!;
		expect(found.filter(({ idPedido }) => idPedido === first.idPedido)).toHaveLength(1);
		expect(Number(idInterno)).toBeGreaterThan(count / 2);
	});
});

test('what a first walk has found comes, too, if the list has to be read as a whole afterwards', async () => {
	const orders = history(500);
	let walks = 0;
	at.hub.onRequest(({ endpoint, query }) => {
		if (endpoint !== 'orderList' || query.offset !== '0' || walks === 2) return;
		walks += 1;
		// in the first walk a page in the middle lacks orders, from then on the first one
		at.hub.quirks.damagedOrders.clear();
		for (const { idPedido } of walks === 1 ? orders.slice(240, 300) : orders.slice(60, 100))
			at.hub.quirks.damagedOrders.set(idPedido, '');
	});
	const result = await list({ issuedAfter: issuedAt(0) });
	expect(walks).toBe(2);
	expect(result.json()).toHaveLength(orders.length);
	expect(hintsOf(result).join()).toContain('did not settle');
});

describe.each([false, true])('a total that is behind the list (newest first: %s)', (newest) => {
	const behind = (total: number) => {
		const orders = history(230);
		Object.assign(at.hub.quirks, { statedTotal: total, newestOrdersFirst: newest });
		return orders;
	};
	const ids = (orders: FullOrder[]) => orders.map(({ idPedido }) => idPedido);

	test.each([50, 100, 101, 200, 229])(
		'Get Many begins with the newest orders, although the hub counts %i',
		async (total) => {
			const orders = behind(total);
			const result = await at.n8n.done(op('order getMany'));
			expect(result.json().map(({ idPedido }) => idPedido)).toEqual(
				ids(orders.slice(-50).reverse()),
			);
			// the page behind the last one, and where the oldest come first the newest page
			if (total === 229) expect(requests(at.hub, 'orderList').length).toBeLessThanOrEqual(4);
		},
	);

	test.each([50, 100, 101, 200, 229])(
		'Get Many finds a period, and a number, although the hub counts %i',
		async (total) => {
			const orders = behind(total);
			const ofPeriod = await list({ issuedAfter: issuedAt(0) });
			expect(ofPeriod.json().map(({ idPedido }) => idPedido)).toEqual(ids([...orders].reverse()));
			expect(hintsOf(ofPeriod)).toEqual([]);
			for (const order of [orders[0]!, orders[229]!]) {
				const found = await list({ marketplaceOrderId: order.idPedidoCanal });
				expect(found.json().map(({ idPedido }) => idPedido)).toEqual([order.idPedido]);
			}
		},
	);

	test('Reconcile finds every missing order, and calls none absent that the hub has', async () => {
		const orders = behind(200);
		const missing = await reconcile([{ idPedido: orders[0]!.idPedido }], { results: ['missing'] });
		expect(missing.json().map(({ idPedido }) => idPedido)).toEqual(ids(orders.slice(1)));
		const all = await reconcile(byOwnNumber(orders), every);
		expect(all.json().map((json) => json.result)).toEqual(orders.map(() => 'same'));
	});

	test('a hub without `next` whose first page is full is read on', async () => {
		const orders = behind(50);
		at.hub.quirks.withoutNext = true;
		const result = await list({ issuedAfter: issuedAt(0) });
		expect(result.json().map(({ idPedido }) => idPedido)).toEqual(ids([...orders].reverse()));
	});

	test('a hub that sends its first page again and again comes to an end', async () => {
		behind(150);
		at.hub.quirks.firstPageOnly = true;
		const result = await list({ issuedAfter: issuedAt(0) });
		expect(result.json()).toHaveLength(100);
		expect(requests(at.hub, 'orderList').length).toBeLessThanOrEqual(20);
	});
});

describe('orders with equal dates in another sequence in each answer', () => {
	test.each([{}, { issuedAfter: issuedAt(0) }, { status: ['pago'] }])(
		'Get Many loses no order without a hint: %j',
		async (filters) => {
			const orders = history(450, () => 5);
			shuffleEqualDates();
			const result = await list(filters);
			const ids = result.json().map(({ idPedido }) => idPedido);
			expect(new Set(ids).size).toBe(ids.length);
			if (ids.length < orders.length) expect(hintsOf(result).join()).toContain('did not settle');
			expect(requests(at.hub, 'orderList').length).toBeLessThanOrEqual(60);
		},
	);

	test('Reconcile calls no order absent, and only orders outside the input missing', async () => {
		const orders = history(450, () => 5);
		shuffleEqualDates();
		const half = orders.slice(0, 225);
		const found = (await reconcile(byOwnNumber(half), every)).json();
		expect(found.filter((json) => json.result === 'onlyInInput')).toEqual([]);
		const told = new Map(found.map(({ idInterno, result }) => [Number(idInterno), result]));
		for (const { idInterno } of half)
			expect(['same', 'unknown']).toContain(told.get(Number(idInterno)));
		for (const { idInterno } of orders.slice(225))
			expect(['missing', undefined]).toContain(told.get(Number(idInterno)));
	});
});
