import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { hintsOf } from '../../support/hints.mts';
import { getManyOf, ids, longQueue, readsOf, waitingIn } from '../../support/orderQueue.mts';
import { setupEach } from '../../support/setup.mts';
import { op, split } from '../../support/items.mts';
import { respond } from '../../support/answers.mts';

const at = setupEach(longQueue);

const getMany = async (parameters: INodeParameters) => await getManyOf(at, parameters);
const waiting = () => waitingIn(at);
const reads = () => readsOf(at);

/** Refuses one read of the queue. */
const closeQueue = (after: number) =>
	respond(at.hub, 'queueList', 400, { body: { error: 'fila fechada' }, after });

describe('with acknowledging, what goes wrong on the way', () => {
	test('an acknowledgement refused in the middle: what was read comes out, what was not read waits', async () => {
		const before = waiting();
		respond(at.hub, 'acknowledge', 400, { body: { error: 'não agora' }, after: 120 });
		const result = await getMany({ acknowledge: true, returnAll: true });
		expect(result.error).toBeUndefined();
		const read = ids(result.json());
		expect(waiting()).toEqual(before.slice(120));
		expect(read).toEqual(before.slice(0, read.length));
		expect(read.length).toBeGreaterThanOrEqual(120);
		expect(hintsOf(result)[0]).toContain(`Order ${before[120]}`);
		expect(hintsOf(result)[0]).toContain('não agora');
	});

	test('a read that is refused after orders were acknowledged: those come out', async () => {
		const before = waiting();
		closeQueue(1);
		const result = await getMany({ acknowledge: true, returnAll: true });
		expect(ids(result.json())).toEqual(before.slice(0, 10));
		expect(waiting()).toEqual(before.slice(10));
		expect(hintsOf(result)[0]).toContain('fila fechada');
	});

	test('a read refused for a later input item: the orders of the items before come out', async () => {
		const before = waiting();
		const parameters = op('orderQueue getMany', { acknowledge: true, limit: 3 });
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

	test('a later item whose parameter cannot be used stops the run before anything is acknowledged', async () => {
		const before = waiting();
		const parameters = op('orderQueue getMany', { acknowledge: true, limit: '={{ $json.n }}' });
		const items = [{ n: 20 }, { n: '' }];
		const stopping = await at.n8n.run(parameters, items);
		expect(stopping.nodeError?.message).toContain('`limit`');
		expect(stopping.nodeError?.context.itemIndex).toBe(1);
		expect(at.hub.log).toEqual([]);

		const going = await at.n8n.run(parameters, items, split);
		expect(ids(going.json(0))).toEqual(before.slice(0, 20));
		expect(going.json(1)).toMatchObject([{ error: expect.stringContaining('`limit`') as string }]);
	});

	test('a later item that only reads, and is refused: what was acknowledged comes out', async () => {
		const before = waiting();
		closeQueue(1);
		const parameters = op('orderQueue getMany', {
			acknowledge: '={{ $json.acknowledge }}',
			returnAll: false,
			limit: 3,
		});
		const result = await at.n8n.run(parameters, [{ acknowledge: true }, { acknowledge: false }]);
		expect(ids(result.json())).toEqual(before.slice(0, 3));
		expect(hintsOf(result).join()).toContain('fila fechada');
	});

	test('a read refused at the start is told as such', async () => {
		closeQueue(0);
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

	test('a hub that confirms but keeps the orders does not keep the node busy for ever', async () => {
		const before = waiting();
		at.hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 204, times: Infinity });
		const result = await getMany({ acknowledge: true, returnAll: true });
		expect(ids(result.json())).toEqual(before.slice(0, 10));
		expect(reads().length).toBeLessThanOrEqual(2);
	});
});
