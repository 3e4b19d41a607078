import { afterEach, expect, test, vi } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { idsOf, pollOnce, triggerWorkflow } from '../../support/triggers.mts';
import { setupEach } from '../../support/setup.mts';

const current = setupEach();
const trigger = (parameters = {}, staticData = {}) =>
	triggerWorkflow(current.n8n, 'marketplaceHubQueueTrigger', parameters, staticData);
afterEach(() => vi.useRealTimers());
const inWorkflow = { acknowledgement: 'workflow' };
const create = (count: number) =>
	Array.from({ length: count }, () => current.hub.createOrder().idPedido);

/* Acknowledgement in the workflow. */

test('emits each once and leaves the queue alone; what the workflow acknowledges makes room for others', async () => {
	const { hub, n8n } = current;
	const workflow = trigger(inWorkflow);
	const ids = create(250);
	const acknowledge = async (some: number[]) => {
		for (const id of some) hub.state.queue.delete(id);
	};
	expect(idsOf(await pollOnce(n8n, workflow))).toEqual(ids.slice(0, 100));
	expect(await pollOnce(n8n, workflow)).toEqual([]);
	await acknowledge(ids.slice(0, 100));
	expect(idsOf(await pollOnce(n8n, workflow))).toEqual(ids.slice(100, 200));
	await acknowledge(ids.slice(100, 180));
	expect(idsOf(await pollOnce(n8n, workflow))).toEqual(ids.slice(200));
	expect(hub.count({ endpoint: 'acknowledge' })).toBe(0);
	hub.updateOrder(ids[249]!, { status: 'pago' });
	expect(await pollOnce(n8n, workflow)).toMatchObject([[{ idPedido: ids[249], status: 'pago' }]]);
});

test('the memory outlives a restart', async () => {
	const { hub, n8n } = current;
	const before = trigger(inWorkflow);
	const [id = 0] = create(1);
	expect(idsOf(await pollOnce(n8n, before))).toEqual([id]);
	const stored = JSON.parse(JSON.stringify(before.staticData));
	const restarted = trigger(inWorkflow, stored);
	expect(await pollOnce(await startN8n(hub), restarted)).toEqual([]);
	expect(
		idsOf(await pollOnce(n8n, trigger(inWorkflow, { 'node:Trigger': { emitted: 'damaged' } }))),
	).toEqual([id]);
});

test('the memory is bounded: the oldest are forgotten', async () => {
	const { n8n } = current;
	const before = Array.from({ length: 5_000 }, (_, index) => [
		String(index + 1),
		['0123456789abcdef', Date.now() - 5_000 + index],
	]);
	const workflow = trigger(inWorkflow, {
		'node:Trigger': { emitted: Object.fromEntries(before) },
	});
	const ids = create(100);
	expect(idsOf(await pollOnce(n8n, workflow))).toEqual(ids);
	const { emitted } = (workflow.staticData as unknown as Record<string, { emitted: object }>)[
		'node:Trigger'
	]!;
	expect(Object.keys(emitted).map(Number)).toEqual([
		...before.slice(100).map(([id]) => Number(id)),
		...ids,
	]);
	expect(JSON.stringify(emitted).length).toBeLessThan(300_000);
});

test('a poll that fails remembers nothing', async () => {
	const { hub, n8n } = current;
	const workflow = trigger(inWorkflow);
	const ids = create(2);
	hub.faults.add({ endpoint: 'queueList', kind: 'status', status: 400 });
	await expect(pollOnce(n8n, workflow)).rejects.toThrow('400');
	expect(idsOf(await pollOnce(n8n, workflow))).toEqual(ids);
});

test('filters at the hub, and emits again what waits too long, if asked to', async () => {
	const { hub, n8n } = current;
	const filtered = trigger({ ...inWorkflow, filters: { status: ['pago'] } });
	hub.createOrder();
	const pago = hub.createOrder({ status: 'pago' });
	expect(idsOf(await pollOnce(n8n, filtered))).toEqual([pago.idPedido]);
	expect(hub.log.at(-1)).toMatchObject({ query: { limit: '100', status: 'pago' } });

	const repeating = trigger({ ...inWorkflow, settings: { repeatAfter: 0.001 } });
	expect(idsOf(await pollOnce(n8n, repeating))).toHaveLength(2);
	await new Promise((resolve) => setTimeout(resolve, 80));
	expect(idsOf(await pollOnce(n8n, repeating))).toHaveLength(2);
});
