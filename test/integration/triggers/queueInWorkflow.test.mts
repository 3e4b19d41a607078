import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { passTime } from '../../support/passTime.mts';
import { idsOf, pollOnce } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';

const { at, trigger, create, poll } = setupTrigger('marketplaceHubQueueTrigger');
const inWorkflow = { acknowledgement: 'workflow' };

/* Acknowledgement in the workflow. */

test('each order is emitted once, and later orders come as the workflow acknowledges earlier ones', async () => {
	const workflow = trigger(inWorkflow);
	const ids = create(250);
	const acknowledge = (some: number[]) => some.forEach((id) => at.hub.state.queue.delete(id));
	expect(idsOf(await poll(workflow))).toEqual(ids.slice(0, 100));
	expect(await poll(workflow)).toEqual([]);
	acknowledge(ids.slice(0, 100));
	expect(idsOf(await poll(workflow))).toEqual(ids.slice(100, 200));
	acknowledge(ids.slice(100, 180));
	expect(idsOf(await poll(workflow))).toEqual(ids.slice(200));
	expect(at.hub.count({ endpoint: 'acknowledge' })).toBe(0);
	at.hub.updateOrder(ids[249]!, { status: 'pago' });
	expect(await poll(workflow)).toMatchObject([[{ idPedido: ids[249], status: 'pago' }]]);
});

test('the memory survives a restart, as n8n stored it when the last execution began', async () => {
	const before = trigger(inWorkflow);
	const stored: IDataObject[] = [];
	const storing = async () =>
		await poll(before, (settle) => {
			stored.push(JSON.parse(JSON.stringify(before.staticData)) as IDataObject);
			settle();
		});
	const [known = 0] = create(1);
	expect(idsOf(await storing())).toEqual([known]);
	const [last = 0] = create(1);
	expect(idsOf(await storing())).toEqual([last]);
	const restarted = trigger(inWorkflow, stored.at(-1));
	const n8n = await startN8n(at.hub);
	expect(await pollOnce(n8n, restarted)).toEqual([]);
	// how the last execution ended is not stored: its order comes again after a pause
	passTime(21_000);
	expect(idsOf(await pollOnce(n8n, restarted))).toEqual([last]);
});

test('damaged memory does not stop a poll', async () => {
	const [id = 0] = create(1);
	const damaged = trigger(inWorkflow, { 'node:Trigger': { emitted: 'damaged' } });
	expect(idsOf(await poll(damaged))).toEqual([id]);
});

test('the memory is bounded: the oldest are forgotten', async () => {
	const before = Array.from({ length: 5_000 }, (_, index) => [
		String(index + 1),
		['0123456789abcdef', Date.now() - 5_000 + index, 0],
	]);
	const workflow = trigger(inWorkflow, {
		'node:Trigger': { emitted: Object.fromEntries(before) },
	});
	const ids = create(100);
	expect(idsOf(await poll(workflow))).toEqual(ids);
	const { emitted } = (workflow.staticData as unknown as Record<string, { emitted: object }>)[
		'node:Trigger'
	]!;
	expect(Object.keys(emitted).map(Number)).toEqual([
		...before.slice(100).map(([id]) => Number(id)),
		...ids,
	]);
	expect(JSON.stringify(emitted).length).toBeLessThan(300_000);
});

test('a failed poll remembers no order', async () => {
	const workflow = trigger(inWorkflow);
	const ids = create(2);
	at.hub.faults.add({ endpoint: 'queueList', kind: 'status', status: 400 });
	await expect(poll(workflow)).rejects.toThrow('400');
	expect(idsOf(await poll(workflow))).toEqual(ids);
});

test('statuses are filtered by the hub, and orders that wait too long are emitted again if the user wants it', async () => {
	const filtered = trigger({ ...inWorkflow, filters: { status: ['pago'] } });
	at.hub.createOrder();
	const pago = at.hub.createOrder({ status: 'pago' });
	expect(idsOf(await poll(filtered))).toEqual([pago.idPedido]);
	expect(at.hub.log.at(-1)).toMatchObject({ query: { limit: '100', status: 'pago' } });

	const repeating = trigger({ ...inWorkflow, settings: { repeatAfter: 0.001 } });
	expect(idsOf(await poll(repeating))).toHaveLength(2);
	passTime(80);
	expect(idsOf(await poll(repeating))).toHaveLength(2);
});

test('1.440 minutes, as a person writes a day, are 1440: the order is not emitted again after two', async () => {
	const repeating = trigger({ ...inWorkflow, settings: { repeatAfter: '1.440' } });
	at.hub.createOrder();
	expect(idsOf(await poll(repeating))).toHaveLength(1);
	passTime(2 * 60_000);
	expect(idsOf(await poll(repeating))).toEqual([]);
	passTime(1439 * 60_000);
	expect(idsOf(await poll(repeating))).toHaveLength(1);
});
