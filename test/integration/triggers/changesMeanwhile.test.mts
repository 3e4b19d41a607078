import { expect, test } from 'vitest';
import { setupEach } from '../../support/setup.mts';
import { idsOf, pollOnce, queueOf, triggerWorkflow } from '../../support/triggers.mts';

const current = setupEach();
const trigger = (parameters = {}) =>
	triggerWorkflow(current.n8n, 'marketplaceHubQueueTrigger', parameters);
const create = (count: number, status = 'novo') =>
	Array.from({ length: count }, () => current.hub.createOrder({ status }).idPedido);
const said = () =>
	current.hub.state.acknowledgements.map((entry) => [entry.idPedido, entry.status]);
const looks = () => current.hub.count({ endpoint: 'queueList' });

/* What changes while an execution of the queue trigger works on it. */

test('an order that is cancelled meanwhile stays in the queue and comes with the next poll', async () => {
	const { hub, n8n } = current;
	const workflow = trigger();
	const [first = 0, changed = 0, last = 0] = create(3);
	await pollOnce(n8n, workflow, (settle) => {
		hub.updateOrder(changed, { status: 'cancelado' });
		settle();
	});
	await queueOf(hub, changed);
	// several are under way at once, so their order is not given
	expect(said().sort()).toEqual([
		[first, 'novo'],
		[last, 'novo'],
	]);
	expect(looks()).toBe(2);
	expect(await pollOnce(n8n, workflow)).toMatchObject([
		[{ idPedido: changed, status: 'cancelado' }],
	]);
	await queueOf(hub);
	expect(said().at(-1)).toEqual([changed, 'cancelado']);
});

test('one that nobody wanted and that is paid meanwhile comes with the next poll', async () => {
	const { hub, n8n } = current;
	const workflow = trigger({ filters: { status: ['pago'] } });
	const [waiting = 0] = create(1);
	const [paid = 0] = create(1, 'pago');
	await pollOnce(n8n, workflow, (settle) => {
		hub.updateOrder(waiting, { status: 'pago' });
		settle();
	});
	await queueOf(hub, waiting);
	expect(said()).toEqual([[paid, 'pago']]);
	expect(idsOf(await pollOnce(n8n, workflow))).toEqual([waiting]);
	await queueOf(hub);
});

test('of a full page: the same poll goes on, and brings it', async () => {
	const { hub, n8n } = current;
	const ids = create(100);
	let executions = 0;
	const emitted = await pollOnce(n8n, trigger(), (settle) => {
		if (++executions === 1) hub.updateOrder(ids[7] ?? 0, { status: 'pago' });
		settle();
	});
	expect(idsOf(emitted)).toEqual([...ids, ids[7]]);
	expect(emitted[1]).toMatchObject([{ status: 'pago' }]);
	await queueOf(hub);
});

test('the queue is looked at once more only where something was emitted', async () => {
	const { hub, n8n } = current;
	const workflow = trigger({ filters: { status: ['pago'] } });
	expect(await pollOnce(n8n, workflow)).toEqual([]);
	expect(looks()).toBe(1);
	create(3);
	expect(await pollOnce(n8n, workflow)).toEqual([]);
	expect(looks()).toBe(2);
	await queueOf(hub);
});

test('a look that does not get through acknowledges nothing, and nothing is emitted twice', async () => {
	const { hub, n8n } = current;
	const workflow = trigger();
	const ids = create(3);
	hub.faults.add({ endpoint: 'queueList', kind: 'status', status: 400, after: 1 });
	await expect(pollOnce(n8n, workflow)).rejects.toThrow('400');
	await queueOf(hub, ...ids);
	expect(await pollOnce(n8n, workflow)).toEqual([]);
	await queueOf(hub);
});
