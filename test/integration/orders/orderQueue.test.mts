import type { INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MemoryCredentials } from '../../engine/credentials.mts';
import { hintsOf, op, requests, respond, split } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach({ seed: { orders: 260, queued: 250 } });

const getMany = async (parameters: INodeParameters) =>
	await at.n8n.run(op('orderQueue getMany', parameters));
const take = async (parameters: INodeParameters) =>
	await at.n8n.run(op('orderQueue getAndAcknowledge', parameters));
/** IDs of the orders that wait in the queue. */
const waiting = () => [...at.hub.state.queue.keys()];
/** The requests that have read the queue. */
const reads = () => requests(at.hub, 'queueList');
const ids = (json: Array<{ idPedido?: unknown }>) => json.map(({ idPedido }) => idPedido);

describe('Get Many', () => {
	test.each([101, 250, 0, -5, 2.5])(
		'a limit of %d, which the editor does not allow but an expression can give, is refused',
		async (limit) => {
			const { nodeError, items } = await getMany({ limit: `={{ ${limit} }}` });
			expect(items()).toEqual([]);
			expect(nodeError?.message).toContain('`limit`');
			if (limit > 100) {
				expect(nodeError?.message).toContain('100');
				expect(nodeError?.description).toContain('Get and Acknowledge');
			}
			expect(reads()).toEqual([]);
		},
	);
});

describe('Get and Acknowledge', () => {
	test('goes on if somebody else acknowledges an order meanwhile', async () => {
		const before = waiting();
		const { queue } = at.hub.state;
		const remove = queue.delete.bind(queue);
		queue.delete = (id: number) => {
			if (id === before[10]) remove(before[15]!);
			return remove(id);
		};
		const { error, json } = await take({ returnAll: true });
		expect(error).toBeUndefined();
		expect(ids(json())).toEqual(before);
		expect(waiting()).toEqual([]);
	});

	test('gives and acknowledges the newest state of an order that changes before its turn', async () => {
		const late = waiting()[29] ?? 0;
		const { acknowledgements } = at.hub.state;
		const push = acknowledgements.push.bind(acknowledgements);
		acknowledgements.push = (...entries) => {
			if (acknowledgements.length === 4) at.hub.updateOrder(late, { status: 'cancelado' });
			return push(...entries);
		};
		const { json } = await take({ limit: 30 });
		expect(json()[29]).toMatchObject({ idPedido: late, status: 'cancelado' });
		expect(acknowledgements.at(-1)).toMatchObject({ idPedido: late, status: 'cancelado' });
	});

	test('gives both states of an order that changes again meanwhile', async () => {
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
		const { json } = await take({ returnAll: true });
		expect(json()).toHaveLength(251);
		expect(json()[250]).toMatchObject({ idPedido: first, status: 'cancelado' });
	});
});

/** Refuses one read of the queue. */
const closeQueue = (after: number) =>
	respond(at.hub, 'queueList', 400, { body: { error: 'fila fechada' }, after });

/* Get and Acknowledge: what goes wrong on the way. */

test('a refused acknowledgement: its order comes out and stays in the queue, the others go on', async () => {
	const before = waiting();
	respond(at.hub, 'acknowledge', 400, { body: { error: 'não agora' }, after: 120 });
	const result = await take({ returnAll: true });
	expect(result.error).toBeUndefined();
	expect(waiting()).toEqual(before.slice(120, 121));
	expect(ids(result.json())).toEqual(before);
	expect(hintsOf(result)[0]).toContain(`Order ${before[120]}`);
	expect(hintsOf(result)[0]).toContain('não agora');
});

test('acknowledged orders come out even if a later read is refused', async () => {
	const before = waiting();
	closeQueue(1);
	const result = await take({ returnAll: true });
	expect(ids(result.json())).toEqual(before.slice(0, 10));
	expect(waiting()).toEqual(before.slice(10));
	expect(hintsOf(result)[0]).toContain('fila fechada');
});

test('orders of earlier items come out even if the read of a later item is refused', async () => {
	const before = waiting();
	const parameters = op('orderQueue getAndAcknowledge', { limit: 3 });
	closeQueue(1);
	const stopping = await at.n8n.run(parameters, [{}, {}]);
	expect(ids(stopping.json())).toEqual(before.slice(0, 3));
	expect(hintsOf(stopping)[0]).toContain('fila fechada');
	closeQueue(1);
	const going = await at.n8n.run(parameters, [{}, {}], split);
	expect(ids(going.json(0))).toEqual(before.slice(3, 6));
	expect(going.json(1)).toMatchObject([
		{ error: expect.stringContaining('fila fechada') as string },
	]);
	expect(waiting()).toEqual(before.slice(6));
});

test('an unusable parameter of a later item stops the run before anything is acknowledged', async () => {
	const before = waiting();
	const parameters = op('orderQueue getAndAcknowledge', { limit: '={{ $json.n }}' });
	const items = [{ n: 20 }, { n: '' }];
	const stopping = await at.n8n.run(parameters, items);
	expect(stopping.nodeError?.message).toContain('`limit`');
	expect(stopping.nodeError?.context.itemIndex).toBe(1);
	expect(at.hub.log).toEqual([]);

	const going = await at.n8n.run(parameters, items, split);
	expect(ids(going.json(0))).toEqual(before.slice(0, 20));
	expect(going.json(1)).toMatchObject([{ error: expect.stringContaining('`limit`') as string }]);
});

test('a hub that confirms but keeps the orders does not keep the node busy forever', async () => {
	const before = waiting();
	at.hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 204, times: Infinity });
	const result = await take({ returnAll: true });
	expect(ids(result.json())).toEqual(before.slice(0, 10));
	expect(reads().length).toBeLessThanOrEqual(2);
});

describe('a hub with another route for acknowledging, which answers 404', () => {
	beforeEach(() => respond(at.hub, 'acknowledge', 404));

	test.each([[{ limit: 5 }], [{ returnAll: true }]])(
		'orders that were read come out once with %o, and a hint names the routes',
		async (choice) => {
			const before = waiting();
			const result = await take(choice);
			expect(ids(result.json())).toEqual(before.slice(0, result.json().length));
			expect(hintsOf(result)).toEqual([
				expect.stringMatching(
					/Order \d+.* stays in the hub's queue.*404.*Customize Routes/,
				) as string,
			]);
			expect(at.hub.count({ endpoint: 'acknowledge' })).toBe(1);
		},
	);
});

test('acknowledged orders come out whatever ends the run', async () => {
	const before = waiting();
	const reading = vi.spyOn(MemoryCredentials.prototype, 'getDecrypted');
	onTestFinished(() => reading.mockRestore());
	at.hub.onRequest(() => {
		if (at.hub.state.acknowledgements.length === 15)
			reading.mockRejectedValue(new TypeError('the database is gone'));
	});
	const result = await take({ returnAll: true });
	const gone = before.length - waiting().length;
	expect(gone).toBeGreaterThanOrEqual(15);
	expect(ids(result.json()).slice(0, gone)).toEqual(before.slice(0, gone));
	expect(hintsOf(result)[0]).toContain('the database is gone');
});
