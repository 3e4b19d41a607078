import fc from 'fast-check';
import range from 'lodash/range.js';
import sortBy from 'lodash/sortBy.js';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { FullOrder, Hub } from '../../hub/index.mts';
import { hintsOf, op, requests } from '../../support/items.mts';
import { addOrders, afterRead, issuedAt } from '../../support/orderHistory.mts';
import { setup } from '../../support/setup.mts';
import { find, ids, withOrders } from './arrivals.mts';

const day = 24 * 60;

describe('filters that could silently match all orders, or none', () => {
	const refused = async (filters: INodeParameters) => {
		const at = await withOrders(range(5), true);
		const result = await at.n8n.run(op('order getMany', { filters }));
		expect(requests(at.hub, 'orderList')).toEqual([]);
		return result.nodeError?.message;
	};

	test('a period that ends before it begins is refused', async () => {
		const period = { issuedAfter: issuedAt(100), issuedBefore: issuedAt(0) };
		expect(await refused(period)).toContain('The period ends before it begins');
	});

	test("a channel's ID from Channel: Get Many finds its orders", async () => {
		const at = await withOrders(range(6), true);
		const [channel] = [...at.hub.state.channels.values()];
		const { json } = await at.n8n.done(op('channel getMany', { returnAll: true }));
		const { id } = json().find(({ nome }) => nome === channel!.nome)!;
		const orders = [...at.hub.state.orders.values()];
		orders.forEach((order, index) => {
			const canalIntegracao = index < 2 ? channel!.nome : 'another';
			order.canal = { ...order.canal, hashCanal: 'another', canalIntegracao };
		});
		for (const given of [`={{ ${String(id)} }}`, `0${String(id)}`]) {
			const found = await find(at, { filters: { canal: [given] } });
			expect(found.sort()).toEqual(ids(orders.slice(0, 2)).sort());
		}
	});

	test('several marketplace order IDs bring all their orders', async () => {
		const at = await withOrders(range(900), true);
		const orders = at.hub.state.ordersByIssueDate();
		const wanted = [orders.at(-1)!, orders.at(-300)!, orders.at(-870)!];
		const numbers = JSON.stringify(wanted.map(({ idPedidoCanal }) => idPedidoCanal));
		const found = await find(at, { filters: { marketplaceOrderId: `={{ ${numbers} }}` } });
		expect(found).toEqual(ids(wanted));
	});
});

test.each([
	['a number of the marketplace', { marketplaceOrderId: 'none' }, 12],
	// which halving finds
	['a period', { issuedAfter: issuedAt(0), issuedBefore: issuedAt(5_000) }, 120],
])('a hub that always sends the first page is asked for %s a few times', async (...given) => {
	const [, filters, most] = given;
	const at = await withOrders(range(3_000), true);
	Object.assign(at.hub.quirks, { firstPageOnly: true, statedTotal: 100_000 });
	const result = await at.n8n.done(op('order getMany', { returnAll: true, filters }));
	expect(requests(at.hub, 'orderList').length).toBeLessThanOrEqual(most);
	expect(hintsOf(result).join()).toContain('did not settle');
	const first = ids(at.hub.state.ordersByIssueDate().reverse().slice(0, 100));
	const isNumber = 'marketplaceOrderId' in filters;
	expect(result.json().map(({ idPedido }) => Number(idPedido))).toEqual(isNumber ? [] : first);
});

describe('orders that arrive while the list is read', () => {
	test.each([1, 2, 3, 4, 5])(
		'the oldest order is found although two arrive after read %i',
		async (read) => {
			const at = await withOrders(range(299), true);
			const oldest = at.hub.state.ordersByIssueDate().at(-1)!;
			afterRead(at.hub, read, () => void addOrders(at.hub, [3_000, 3_001]));
			const { idPedido, idPedidoCanal } = oldest;
			const filters = { marketplaceOrderId: idPedidoCanal, issuedBefore: issuedAt(1_000) };
			expect(await find(at, { filters })).toEqual([idPedido]);
		},
	);

	test('the oldest order is found although one arrives while the newest are read', async () => {
		const at = await withOrders(range(2_100), true);
		const oldest = at.hub.state.ordersByIssueDate()[0]!;
		afterRead(at.hub, 10, () => void addOrders(at.hub, [3_000]));
		const found = await find(at, { filters: { issuedAfter: issuedAt(0) } });
		expect(found).toContain(oldest.idPedido);
	});

	test('a hint says that orders may be missing if orders leave the list during each read', async () => {
		const at = await withOrders(range(900), false);
		const { state } = at.hub;
		const status = String(state.ordersByIssueDate()[0]?.status);
		const list = state.ordersByIssueDate.bind(state);
		state.ordersByIssueDate = () => {
			const answer = [...list()];
			const leaving = answer.find((order) => order.status === status);
			if (leaving) at.hub.updateOrder(leaving.idPedido, { status: 'enviado' });
			return answer;
		};
		const result = await at.n8n.done(
			op('order getMany', { returnAll: true, filters: { status: [status] } }),
		);
		expect(hintsOf(result).join()).toMatch(/may not have been seen/);
	});
});

describe('100,000 orders of a year', () => {
	const minutes = range(100_000).map((index) => Math.floor((index / 100_000) * 365 * day));
	test.each([false, true])(
		'few requests find the orders asked for (newest: %s)',
		async (newest) => {
			const at = await withOrders(minutes, newest);
			const all = at.hub.state.ordersByIssueDate();
			const asked = async (parameters: INodeParameters) => {
				at.hub.clearLog();
				const found = await find(at, parameters);
				return { found, reads: requests(at.hub, 'orderList').length };
			};

			const last = await asked({ returnAll: false, limit: 50 });
			expect(last.found).toEqual(ids(all.slice(-50)).reverse());
			expect(last.reads).toBeLessThanOrEqual(3);

			const first = await asked({ returnAll: false, limit: 50, sort: 'oldestFirst' });
			expect(first.found).toEqual(ids(all.slice(0, 50)));
			expect(first.reads).toBeLessThanOrEqual(3);

			for (const from of [0, 200, 364]) {
				const [issuedAfter, issuedBefore] = [issuedAt(from * day), issuedAt((from + 1) * day - 1)];
				const ofDay = all.filter(
					({ dataEmissao }) => dataEmissao >= issuedAfter && dataEmissao <= issuedBefore,
				);
				const { found, reads } = await asked({ filters: { issuedAfter, issuedBefore } });
				expect(found).toEqual(ids(ofDay).reverse());
				expect(reads - Math.ceil(ofDay.length / 100)).toBeLessThanOrEqual(20);
			}

			const today = all.at(-260)!;
			for (const marketplaceOrderId of [today.idPedidoCanal, ` ${today.referenciaPedidoCanal} `]) {
				const { found, reads } = await asked({ filters: { marketplaceOrderId } });
				expect(found).toEqual([today.idPedido]);
				expect(reads).toBeLessThanOrEqual(20);
			}
		},
		60_000,
	);
});

test.each([false, true])(
	'the direction of the list is learned once a run (newest: %s)',
	async (newest) => {
		const at = await withOrders(range(0, 10_000, 10), newest);
		const wanted = at.hub.state.ordersByIssueDate().slice(-20);
		const filters = { marketplaceOrderId: '={{ $json.number }}' };
		const parameters = op('order getMany', { returnAll: true, filters });
		const input = wanted.map(({ idPedidoCanal }) => ({ number: idPedidoCanal }));
		const result = await at.n8n.run(parameters, input);
		expect(result.json().map(({ idPedido }) => idPedido)).toEqual(ids(wanted));
		// the first and the last page, then for each number a page beyond the one that holds it
		expect(requests(at.hub, 'orderList').length).toBeLessThanOrEqual(2 + wanted.length);
	},
);

describe('a period', () => {
	const minute = fc.integer({ min: 0, max: 40 });
	const history = fc.record({
		/** Few minutes: many orders have equal dates. */
		minutes: fc.array(minute, { maxLength: 600, size: 'max' }),
		newest: fc.boolean(),
		/** How many places an order may stand from where its date belongs. */
		disorder: fc.constantFrom(0, 0, 80),
		from: fc.option(minute, { nil: undefined }),
		until: fc.option(minute, { nil: undefined }),
		oldestFirst: fc.boolean(),
		arrivals: fc.array(fc.record({ read: fc.integer({ min: 1, max: 12 }), minute }), {
			maxLength: 3,
		}),
	});

	test('holds the orders of the hub, whatever arrives meanwhile', async () => {
		await fc.assert(
			fc.asyncProperty(history, async (given) => {
				const { minutes, newest, disorder, oldestFirst, arrivals } = given;
				const { from } = given;
				const until = given.until === undefined ? undefined : Math.max(given.until, from ?? 0);
				const at = await withOrders(minutes, newest);
				if (disorder > 0)
					place(at.hub, ({ idPedido }, rank) => rank + ((idPedido * 7919) % disorder));
				const wanted = () =>
					[...at.hub.state.orders.values()].filter(
						({ dataEmissao }) =>
							(from === undefined || dataEmissao >= issuedAt(from)) &&
							(until === undefined || dataEmissao <= issuedAt(until)),
					);
				const before = ids(wanted());
				for (const arrival of arrivals)
					afterRead(at.hub, arrival.read, () => void addOrders(at.hub, [arrival.minute]));

				const filters = {
					...(from !== undefined && { issuedAfter: issuedAt(from) }),
					...(until !== undefined && { issuedBefore: issuedAt(until) }),
				};
				const found = await find(at, {
					filters,
					sort: oldestFirst ? 'oldestFirst' : 'newestFirst',
				});

				expect(new Set(found).size).toBe(found.length);
				expect(found).toEqual(expect.arrayContaining(before));
				expect(ids(wanted())).toEqual(expect.arrayContaining(found));
				const dates = found.map((id) => at.hub.state.orders.get(id)!.dataEmissao);
				expect(dates).toEqual(oldestFirst ? [...dates].sort() : [...dates].sort().reverse());
			}),
			{ numRuns: 20, endOnFailure: true },
		);
	}, 60_000);
});

test.each([false, true])(
	'a period is complete even if orders stand a page away from their place (newest first: %s)',
	async (newest) => {
		const at = await withOrders(range(2_000), newest);
		const sorted = at.hub.state.ordersByIssueDate();
		// pages change places in pairs
		place(at.hub, (_order, rank) => rank + (Math.floor(rank / 100) % 2 === 0 ? 100 : -100));
		for (const from of range(50, 1_950, 190)) {
			const filters = { issuedAfter: issuedAt(from), issuedBefore: issuedAt(from + 40) };
			expect(await find(at, { filters })).toEqual(ids(sorted.slice(from, from + 41)).reverse());
		}
	},
	30_000,
);

/** Lets the list show its orders by another place than that of their issue date. */
function place(hub: Hub, placeOf: (order: FullOrder, rank: number) => number): void {
	const list = hub.state.ordersByIssueDate.bind(hub.state);
	hub.state.ordersByIssueDate = () =>
		sortBy(
			list().map((order, rank) => ({ order, at: placeOf(order, rank) })),
			'at',
		).map(({ order }) => order);
}

describe('unreliable dates', () => {
	const ends = [0, ...Array<number>(299).fill(5), 10];
	test.each([
		['a list with hundreds of equal dates', ends, undefined],
		['a list with one order of no date', range(301), '0000-00-00 00:00:00'],
	])(
		'%s: the newest order is found, in either direction of the list',
		async (_which, minutes, dataEmissao) => {
			for (const newest of [false, true]) {
				const at = await withOrders(minutes, newest);
				const orders = at.hub.state.ordersByIssueDate();
				const [last, damaged] = [orders.at(-1)!, newest ? orders.at(-51)! : orders[50]!];
				if (dataEmissao !== undefined) Object.assign(damaged, { dataEmissao });
				const after = { filters: { issuedAfter: last.dataEmissao } };
				expect(await find(at, after)).toEqual([last.idPedido]);
				expect(await find(at, { returnAll: false, limit: 1 })).toEqual([last.idPedido]);
			}
		},
	);

	test.each([
		['a page in the middle', 700, 100],
		['the first page', 0, 100],
		['the last page', 1_400, 100],
		['most of the first page', 0, 60],
		['most of the last page', 1_440, 60],
	])(
		'a period is complete although %s has no dates, in either direction of the list',
		async (_which, from, count) => {
			for (const newest of [false, true]) {
				const at = await withOrders(range(1_500), newest);
				const orders = [...at.hub.state.ordersByIssueDate()];
				const undated = newest ? orders.reverse() : orders;
				for (const order of undated.slice(from, from + count))
					order.dataEmissao = '0000-00-00 00:00:00';
				at.hub.state.ordersByIssueDate = () => (newest ? [...orders].reverse() : orders);
				for (const [start, end] of [
					[687, 1_499],
					[0, 812],
					[400, 500],
				] as const) {
					const filters = { issuedAfter: issuedAt(start), issuedBefore: issuedAt(end) };
					const wanted = orders.filter(
						({ dataEmissao }) => dataEmissao >= issuedAt(start) && dataEmissao <= issuedAt(end),
					);
					expect((await find(at, { filters })).sort()).toEqual(ids(wanted).sort());
				}
			}
		},
	);

	test('a number that two orders of a period share finds both', async () => {
		const at = await setup({ seed: { products: 0 } });
		const orders = addOrders(at.hub, range(300));
		const pack = [orders[0]!, orders.at(-1)!];
		for (const order of pack) order.referenciaPedidoCanal = 'PACK-1';
		const filters = { marketplaceOrderId: 'PACK-1', issuedAfter: issuedAt(0) };
		expect((await find(at, { filters })).sort()).toEqual(ids(pack).sort());
	});
});
