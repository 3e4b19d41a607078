import { expect, test } from 'vitest';
import { idsOf } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';

const { at, trigger, create, poll, queueOf } = setupTrigger('marketplaceHubQueueTrigger');
const said = () => at.hub.state.acknowledgements.map((entry) => [entry.idPedido, entry.status]);
const looks = () => at.hub.count({ endpoint: 'queueList' });

/* What changes while an execution of the queue trigger works on it. */

test('an order that is cancelled meanwhile stays in the queue and comes with the next poll', async () => {
	const workflow = trigger();
	const [first = 0, changed = 0, last = 0] = create(3);
	await poll(workflow, (settle) => {
		at.hub.updateOrder(changed, { status: 'cancelado' });
		settle();
	});
	await queueOf(changed);
	// several are under way at once, so their order is not given
	expect(said().sort()).toEqual([
		[first, 'novo'],
		[last, 'novo'],
	]);
	expect(looks()).toBe(2);
	expect(await poll(workflow)).toMatchObject([[{ idPedido: changed, status: 'cancelado' }]]);
	await queueOf();
	expect(said().at(-1)).toEqual([changed, 'cancelado']);
});

test('an unwanted order that is paid meanwhile comes with the next poll', async () => {
	const workflow = trigger({ filters: { status: ['pago'] } });
	const [waiting = 0] = create(1);
	const [paid = 0] = create(1, 'pago');
	await poll(workflow, (settle) => {
		at.hub.updateOrder(waiting, { status: 'pago' });
		settle();
	});
	await queueOf(waiting);
	expect(said()).toEqual([[paid, 'pago']]);
	expect(idsOf(await poll(workflow))).toEqual([waiting]);
	await queueOf();
});

test('an order of a full page that changes meanwhile comes with the same poll', async () => {
	const ids = create(100);
	let executions = 0;
	const emitted = await poll(trigger(), (settle) => {
		if (++executions === 1) at.hub.updateOrder(ids[7] ?? 0, { status: 'pago' });
		settle();
	});
	expect(idsOf(emitted)).toEqual([...ids, ids[7]]);
	expect(emitted[1]).toMatchObject([{ status: 'pago' }]);
	await queueOf();
});

test('the queue is read again only if something was emitted', async () => {
	const workflow = trigger({ filters: { status: ['pago'] } });
	expect(await poll(workflow)).toEqual([]);
	expect(looks()).toBe(1);
	create(3);
	expect(await poll(workflow)).toEqual([]);
	expect(looks()).toBe(2);
	await queueOf();
});

test('a failed second read acknowledges nothing, and no order is emitted twice', async () => {
	const workflow = trigger();
	const ids = create(3);
	at.hub.faults.add({ endpoint: 'queueList', kind: 'status', status: 400, after: 1 });
	await expect(poll(workflow)).rejects.toThrow('400');
	await queueOf(...ids);
	expect(await poll(workflow)).toEqual([]);
	await queueOf();
});
