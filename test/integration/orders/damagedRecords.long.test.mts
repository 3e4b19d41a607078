import range from 'lodash/range.js';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test, vi } from 'vitest';
import { engineLogger } from '../../engine/engine.mts';
import { hintsOf, mapped, op, requests } from '../../support/items.mts';
import { addOrders, issuedAt } from '../../support/orderHistory.mts';
import { setupEach } from '../../support/setup.mts';
import { idsOf, pollOnce, triggerWorkflow } from '../../support/triggers.mts';

const at = setupEach({ seed: { products: 0 } });

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const deep = (id: number) => `{"idPedido":${id},"status":"novo","itens":${nested(5_000)}}`;
/** Ways in which a hub may show an order that nobody can work on. */
const damages = { null: () => 'null', 'too deep': deep };
const kinds = Object.keys(damages) as Array<keyof typeof damages>;

const damage = (kind: keyof typeof damages, ...ids: number[]) =>
	ids.forEach((id) => at.hub.quirks.damagedOrders.set(id, damages[kind](id)));
const create = (count: number) => range(count).map(() => at.hub.createOrder().idPedido);
const without = (ids: number[], ...left: number[]) => ids.filter((id) => !left.includes(id));
const waiting = () => [...at.hub.state.queue.keys()];
const acknowledged = () => at.hub.state.acknowledgements.map(({ idPedido }) => idPedido);

/** Polls the queue trigger once; what it emitted, and what stands in n8n's log. */
async function poll(mode: 'trigger' | 'manual' = 'trigger') {
	const log = vi.spyOn(engineLogger(), 'warn');
	const workflow = triggerWorkflow(at.n8n, 'marketplaceHubQueueTrigger');
	try {
		const emitted = idsOf(await pollOnce(at.n8n, workflow, 'stored', mode));
		const told = log.mock.calls.map(([message]) => message);
		// the engine's log has the warnings of other tests, too
		return { emitted, told: told.filter((message) => /left out|later orders/i.test(message)) };
	} finally {
		log.mockRestore();
	}
}

describe.each(kinds)('a damaged record in the queue (%s)', (kind) => {
	test('the queue trigger emits and acknowledges the others, and the log says which one stays', async () => {
		const ids = create(120);
		const bad = ids[40]!;
		damage(kind, bad);
		const { emitted, told } = await poll();
		expect(emitted).toEqual(without(ids, bad));
		expect(waiting()).toEqual([bad]);
		expect(told).toHaveLength(1);
		expect(told[0]).toContain("stay in the hub's queue");
		expect(told[0]).toContain(kind === 'too deep' ? `order ${bad}` : 'order without an ID');
	});

	test('Get Many gives the others and a hint', async () => {
		const ids = create(5);
		damage(kind, ids[2]!);
		const result = await at.n8n.done(op('orderQueue getMany', { limit: 5 }));
		expect(idsOf([result.json()])).toEqual(without(ids, ids[2]!));
		expect(hintsOf(result).join()).toContain('n8n cannot work on them');
	});

	test('Get and Acknowledge takes all the others, however many damaged ones are in front', async () => {
		const ids = create(60);
		const bad = [...ids.slice(0, 25), ids[40]!];
		damage(kind, ...bad);
		const limited = await at.n8n.done(op('orderQueue getAndAcknowledge', { limit: 12 }));
		expect(idsOf([limited.json()])).toEqual(without(ids, ...bad).slice(0, 12));
		const result = await at.n8n.done(op('orderQueue getAndAcknowledge', { returnAll: true }));
		expect(idsOf([result.json()])).toEqual(without(ids, ...bad).slice(12));
		expect(waiting()).toEqual(bad);
		expect(acknowledged()).toEqual(without(ids, ...bad));
		expect(hintsOf(result)).toHaveLength(1);
	});

	test('Get Status counts it', async () => {
		damage(kind, create(3)[1]!);
		const { json } = await at.n8n.done(op('orderQueue getStatus'));
		expect(json()).toMatchObject([{ waiting: 3, shown: 3, byStatus: { novo: 2 } }]);
	});

	test('Order: Get Many lists the others and a hint, in few requests', async () => {
		const orders = addOrders(at.hub, range(350)).map(({ idPedido }) => idPedido);
		const bad = [orders[10]!, orders[170]!, orders.at(-1)!];
		damage(kind, ...bad);
		for (const filters of [{}, { issuedAfter: issuedAt(0) }]) {
			at.hub.clearLog();
			const list = op('order getMany', { returnAll: true, sort: 'oldestFirst', filters });
			const result = await at.n8n.done(list);
			expect(idsOf([result.json()])).toEqual(without(orders, ...bad));
			expect(hintsOf(result)).toHaveLength(1);
			expect(hintsOf(result)[0]).toContain('n8n cannot work on them');
			expect(requests(at.hub, 'orderList').length).toBeLessThanOrEqual(7);
		}
	});

	test('Reconcile compares the others, and an order that may be the damaged one is not absent', async () => {
		const orders = addOrders(at.hub, range(150), (index) => ({ idInterno: 1 + index }));
		const [bad, missing] = [orders[70]!, orders[71]!];
		damage(kind, bad.idPedido);
		const input = orders
			.filter((order) => order !== missing)
			.map(({ idInterno }) => ({ idInterno: String(idInterno) }));
		const result = await at.n8n.done(
			op('order reconcile', { ...mapped, period: 'issuedAfter', issuedAfter: issuedAt(0) }),
			input,
		);
		expect(result.json()).toMatchObject([
			{ result: 'missing', idPedido: missing.idPedido },
			{ result: 'unknown', idInterno: String(bad.idInterno) },
		]);
		expect(hintsOf(result).join()).toContain('n8n cannot work on them');
	});
});

describe.each<[string, unknown]>([
	['null', null],
	['empty', ''],
	['left out', undefined],
	['zeros', '0000-00-00 00:00:00'],
	['of month 13', '2026-13-01 10:00:00'],
	['of a year with two digits', '03/03/26'],
])('an order whose issue date is %s', (_how, dataEmissao) => {
	/** One of 120 orders; without `dataIntegracao` it has no date at all. */
	const undate = (changes = {}) => {
		const orders = addOrders(at.hub, range(120));
		const { dataEmissao: _date, ...rest } = orders[50]!;
		const shown = { ...rest, ...(dataEmissao !== undefined && { dataEmissao }), ...changes };
		at.hub.quirks.damagedOrders.set(rest.idPedido, JSON.stringify(shown));
		return { orders, odd: rest };
	};
	const since = { ...mapped, period: 'issuedAfter', issuedAfter: issuedAt(0), lookback: '0' };
	const reconcile = async (rows: IDataObject[], results: string[]) =>
		await at.n8n.done(op('order reconcile', { ...since, results }), rows);

	test('Get Many of a period names it in a hint', async () => {
		const { orders, odd } = undate();
		for (const filters of [
			{ issuedAfter: issuedAt(0) },
			{ issuedBefore: issuedAt(1_000) },
			{ issuedAfter: issuedAt(0), marketplaceOrderId: odd.idPedidoCanal },
		]) {
			const result = await at.n8n.done(op('order getMany', { returnAll: true, filters }));
			const { length } = result.json();
			expect(length).toBe('marketplaceOrderId' in filters ? 0 : orders.length - 1);
			expect(hintsOf(result).join()).toContain(`is no date, so that`);
			expect(hintsOf(result).join()).toContain(`order ${odd.idPedido}`);
		}
	});

	test('Get Many names it neither without a period, nor where other filters leave it out', async () => {
		const { orders, odd } = undate();
		for (const filters of [
			{},
			{ issuedAfter: issuedAt(0), marketplaceOrderId: orders[51]!.idPedidoCanal },
			{ issuedAfter: issuedAt(0), canal: ['another'] },
		]) {
			const result = await at.n8n.done(op('order getMany', { returnAll: true, filters }));
			expect(hintsOf(result).join()).not.toContain(String(odd.idPedido));
		}
	});

	test.each([{}, { dataIntegracao: null }])(
		'Reconcile compares it with the row that names it, and finds it missing without one: %j',
		async (changes) => {
			const { orders, odd } = undate(changes);
			const { idPedido, idPedidoCanal } = odd;
			for (const row of [{ idPedido }, { idPedidoCanal }]) {
				const named = await reconcile([row], ['same', 'onlyInInput']);
				expect(named.json()).toMatchObject([{ result: 'same', idPedido }]);
			}
			const rows = orders.filter((order) => order.idPedido !== idPedido);
			const result = await reconcile(
				rows.map((order) => ({ idPedido: order.idPedido })),
				['missing'],
			);
			expect(result.json()).toMatchObject([{ result: 'missing', idPedido }]);
			expect(hintsOf(result).join()).toContain(`order ${idPedido}`);
		},
	);
});

test.each([false, true])(
	'an order without an issue date at the end of a long list is told of, too (newest first: %s)',
	async (newest) => {
		const [undated, ...orders] = addOrders(at.hub, range(1_001));
		// the hub sorts by the date
		undated!.dataEmissao = '0000-00-00 00:00:00';
		undated!.dataIntegracao = issuedAt(995);
		at.hub.quirks.newestOrdersFirst = newest;
		const filters = { issuedAfter: issuedAt(990) };
		const got = await at.n8n.done(op('order getMany', { returnAll: true, filters }));
		expect(idsOf([got.json()]).sort()).toEqual(orders.slice(-11).map(({ idPedido }) => idPedido));
		expect(hintsOf(got).join()).toContain(`order ${undated!.idPedido}`);
		const rows = orders.slice(-11).map(({ idPedido }) => ({ idPedido }));
		const period = { period: 'issuedAfter', issuedAfter: issuedAt(990), lookback: '0' };
		const missing = await at.n8n.done(op('order reconcile', { ...mapped, ...period }), rows);
		expect(missing.json()).toMatchObject([{ result: 'missing', idPedido: undated!.idPedido }]);
	},
);

test('the queue trigger says that later orders wait behind a hundred damaged records', async () => {
	const ids = create(101);
	damage('null', ...ids.slice(0, 100));
	const { emitted, told } = await poll();
	expect(emitted).toEqual([]);
	expect(told.join()).toContain('later orders');
	expect(waiting()).toEqual(ids);
	const taken = await at.n8n.done(op('orderQueue getAndAcknowledge', { returnAll: true }));
	expect(taken.json()).toEqual([]);
	expect(hintsOf(taken).join()).toContain('later orders');
});

test('Fetch Test Event does not call a queue of damaged records empty', async () => {
	damage('null', ...create(2));
	await expect(poll('manual')).rejects.toThrow('n8n cannot work on the first orders');
});

test.each(['{"status":"novo"}', '{"idPedido":0,"status":"novo"}', '{"idPedido":"P-1"}'])(
	'a record of the queue without a usable ID (%s): Get and Acknowledge takes the others',
	async (record) => {
		const ids = create(15);
		at.hub.quirks.damagedOrders.set(ids[0]!, record);
		const result = await at.n8n.done(op('orderQueue getAndAcknowledge', { returnAll: true }));
		expect(result.json().map(({ idPedido }) => idPedido)).toEqual(without(ids, ids[0]!));
		expect(waiting()).toEqual([ids[0]]);
		expect(hintsOf(result).join()).toContain('Left out');
	},
);
