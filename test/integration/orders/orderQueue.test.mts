import type { INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { setup, type Setup } from '../../support/setup.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: { orders: 260, queued: 250 } });
});

const getMany = async (parameters: INodeParameters) =>
	await at.n8n.run({ resource: 'orderQueue', operation: 'getMany', ...parameters });
const waiting = () => [...at.hub.state.queue.keys()];
const reads = () => at.hub.log.filter(({ endpoint }) => endpoint === 'queueList');
const ids = (json: Array<{ idPedido?: unknown }>) => json.map(({ idPedido }) => idPedido);

describe('without acknowledging', () => {
	test('gives the first of the queue and leaves it as it is', async () => {
		const before = waiting();
		const { error, json } = await getMany({ limit: 30 });
		expect(error).toBeUndefined();
		expect(ids(json())).toEqual(before.slice(0, 30));
		expect(waiting()).toEqual(before);
		expect(reads().map(({ query }) => query)).toEqual([{ limit: '30' }]);
	});

	test('up to 100 in one request', async () => {
		const { json } = await getMany({ limit: 100 });
		expect(ids(json())).toEqual(waiting().slice(0, 100));
		expect(reads()).toHaveLength(1);
	});

	test.each([101, 250, 0, -5, 2.5])(
		'a limit of %d, which the editor does not allow but an expression can give, is refused',
		async (limit) => {
			const { nodeError, items } = await getMany({ limit: `={{ ${limit} }}` });
			expect(items()).toEqual([]);
			expect(nodeError?.message).toContain('`limit`');
			if (limit > 100) {
				expect(nodeError?.message).toContain('100');
				expect(nodeError?.description).toContain('Acknowledge');
			}
			expect(reads()).toEqual([]);
		},
	);

	test('full records when not simplified', async () => {
		const { json } = await getMany({ limit: 1, simplify: false });
		expect(json()).toEqual([at.hub.state.orders.get(waiting()[0]!)]);
	});

	test('filters by status', async () => {
		const { json } = await getMany({
			limit: 100,
			filters: { status: ['pago'], otherStatus: 'cancelado' },
		});
		expect(new Set(json().map(({ status }) => status))).toEqual(new Set(['pago', 'cancelado']));
		expect(reads()[0]!.query).toEqual({ limit: '100', status: 'pago|cancelado' });
	});

	test('an empty queue gives no item', async () => {
		at.hub.state.queue.clear();
		const { error, json } = await getMany({});
		expect(error).toBeUndefined();
		expect(json()).toEqual([]);
	});
});

describe('with acknowledging', () => {
	test("Return All drains all 250, each once, with the order's own ID and status", async () => {
		const before = waiting();
		const { error, json } = await getMany({ acknowledge: true, returnAll: true });
		expect(error).toBeUndefined();
		expect(ids(json())).toEqual(before);
		expect(waiting()).toEqual([]);
		expect(
			at.hub.state.acknowledgements.map(({ idPedido, idInterno, status }) => ({
				idPedido,
				idInterno,
				status,
			})),
		).toEqual(
			before.map((idPedido) => ({
				idPedido,
				idInterno: String(idPedido),
				status: at.hub.state.orders.get(idPedido)!.status,
			})),
		);
	});

	test('Limit 130 takes and acknowledges exactly 130', async () => {
		const before = waiting();
		const { json } = await getMany({ acknowledge: true, limit: 130 });
		expect(ids(json())).toEqual(before.slice(0, 130));
		expect(waiting()).toEqual(before.slice(130));
		expect(reads().map(({ query }) => query.limit)).toEqual(['100', '30']);
	});

	test('only what the filter lets through is acknowledged', async () => {
		await getMany({ acknowledge: true, returnAll: true, filters: { status: ['pago'] } });
		const left = waiting().map((id) => at.hub.state.orders.get(id)!.status);
		expect(left).not.toContain('pago');
		expect(left.length).toBeGreaterThan(150);
	});

	test('a status that cannot be acknowledged with is replaced by the chosen one, the record keeps it', async () => {
		at.hub.state.queue.clear();
		const { idPedido } = at.hub.createOrder({ status: 'em-separacao' });
		const { json } = await getMany({ acknowledge: true, returnAll: true, fallbackStatus: 'novo' });
		expect(json()).toMatchObject([{ idPedido, status: 'em-separacao' }]);
		expect(at.hub.state.acknowledgements).toMatchObject([{ idPedido, status: 'novo' }]);
	});

	test('an acknowledgement refused in the middle: what was read comes out, what was not read waits', async () => {
		const before = waiting();
		at.hub.faults.add({
			endpoint: 'acknowledge',
			kind: 'status',
			status: 400,
			body: { error: 'não agora' },
			after: 120,
		});
		const result = await getMany({ acknowledge: true, returnAll: true });
		expect(result.error).toBeUndefined();
		const read = ids(result.json());
		expect(waiting()).toEqual(before.slice(120));
		expect(read).toEqual(before.slice(0, read.length));
		expect(read.length).toBeGreaterThanOrEqual(120);
		const [task] = result.run.data.resultData.runData.Node!;
		expect(task!.hints?.[0]?.message).toContain(`Order ${before[120]}`);
		expect(task!.hints?.[0]?.message).toContain('não agora');
	});

	test('a read that is refused after orders were acknowledged: those come out', async () => {
		const before = waiting();
		at.hub.faults.add({
			endpoint: 'queueList',
			kind: 'status',
			status: 400,
			body: { error: 'fila fechada' },
			after: 1,
		});
		const result = await getMany({ acknowledge: true, returnAll: true });
		expect(ids(result.json())).toEqual(before.slice(0, 100));
		expect(waiting()).toEqual(before.slice(100));
		expect(result.run.data.resultData.runData.Node![0]!.hints?.[0]?.message).toContain(
			'fila fechada',
		);
	});

	test('a read refused for a later input item: the orders of the items before come out', async () => {
		const before = waiting();
		const refuse = () =>
			at.hub.faults.add({
				endpoint: 'queueList',
				kind: 'status',
				status: 400,
				body: { error: 'fila fechada' },
				after: 1,
			});
		const parameters = {
			resource: 'orderQueue',
			operation: 'getMany',
			acknowledge: true,
			limit: 3,
		};
		refuse();
		const stopping = await at.n8n.run(parameters, [{}, {}]);
		expect(ids(stopping.json())).toEqual(before.slice(0, 3));
		expect(stopping.run.data.resultData.runData.Node![0]!.hints?.[0]?.message).toContain(
			'fila fechada',
		);
		refuse();
		const going = await at.n8n.run(parameters, [{}, {}], { onError: 'continueErrorOutput' });
		expect(ids(going.json(0))).toEqual(before.slice(3, 6));
		expect(going.json(1)).toMatchObject([
			{ error: expect.stringContaining('fila fechada') as string },
		]);
		expect(waiting()).toEqual(before.slice(6));
	});

	test('a read refused at the start is told as such', async () => {
		at.hub.faults.add({
			endpoint: 'queueList',
			kind: 'status',
			status: 400,
			body: { error: 'fila fechada' },
		});
		expect((await getMany({ acknowledge: true, returnAll: true })).nodeError?.message).toContain(
			'400: fila fechada',
		);
	});

	test('a lost answer to an acknowledgement is repeated; that the order is gone by then is success', async () => {
		const before = waiting();
		at.hub.faults.add({ endpoint: 'acknowledge', kind: 'resetAfter', after: 3, times: 2 });
		const { error, json } = await getMany({ acknowledge: true, returnAll: true });
		expect(error).toBeUndefined();
		expect(ids(json())).toEqual(before);
		expect(at.hub.state.acknowledgements).toHaveLength(250);
		expect(at.hub.count({ endpoint: 'acknowledge', status: 404 })).toBeGreaterThan(0);
	});

	test('an order that somebody else acknowledged meanwhile does not stop the reading', async () => {
		const before = waiting();
		const { queue } = at.hub.state;
		const remove = queue.delete.bind(queue);
		queue.delete = (id: number) => {
			if (id === before[10]) remove(before[20]!);
			return remove(id);
		};
		const { error, json } = await getMany({ acknowledge: true, returnAll: true });
		expect(error).toBeUndefined();
		expect(ids(json())).toEqual(before);
		expect(waiting()).toEqual([]);
	});

	test('a hub that confirms but keeps the orders does not keep the node busy for ever', async () => {
		const before = waiting();
		at.hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 204, times: Infinity });
		const result = await getMany({ acknowledge: true, returnAll: true });
		expect(ids(result.json())).toEqual(before.slice(0, 100));
		expect(reads().length).toBeLessThanOrEqual(2);
	});

	test('an order that changes again while the queue is drained comes with both its states', async () => {
		const [first] = waiting();
		let changed = false;
		const { queue } = at.hub.state;
		const remove = queue.delete.bind(queue);
		queue.delete = (id: number) => {
			const removed = remove(id);
			if (id === first && !changed) {
				changed = true;
				at.hub.updateOrder(id, { status: 'cancelado' });
			}
			return removed;
		};
		const { json } = await getMany({ acknowledge: true, returnAll: true });
		expect(json()).toHaveLength(251);
		expect(json()[250]).toMatchObject({ idPedido: first, status: 'cancelado' });
	});
});
