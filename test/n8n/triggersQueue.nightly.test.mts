import { afterEach, describe, expect, test } from 'vitest';
import type { INodeParameters } from 'n8n-workflow';
import { outputOf, type Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { expectAllStored } from './erpDown.mts';
import { queueIsEmpty, useN8n } from './session.mts';
import { allEnded, ordersIn, triggerWorkflow } from './triggersSupport.mts';

const { hub, n8n, credential } = await useN8n();

describe('the queue trigger in a real n8n', () => {
	const workflows: Workflow[] = [];

	// one that stays published would poll the same queue, at a second of its own, and take the next test's orders
	afterEach(async () => {
		for (const workflow of workflows.splice(0)) await n8n.deleteWorkflow(workflow);
	});

	const save = async (parameters: INodeParameters = {}) => {
		const type = 'marketplaceHubQueueTrigger';
		const workflow = await triggerWorkflow(n8n, type, credential, parameters);
		workflows.push(workflow);
		return workflow;
	};
	const create = (count: number) => Array.from({ length: count }, () => hub.createOrder().idPedido);
	/** n8n polls when a workflow is published: a poll without waiting for the minute. */
	const poll = async (workflow: Workflow) => {
		const before = hub.log.length;
		await n8n.unpublish(workflow);
		await n8n.publish(workflow);
		await waitFor(
			() =>
				hub.log
					.slice(before)
					.some(({ endpoint, status }) => endpoint === 'queueList' && status > 0),
			{ what: 'a poll' },
		);
	};

	test('drains 250 orders with one poll, each emitted once and acknowledged; later only changed ones', async () => {
		const workflow = await save();
		const ids = create(250);
		await n8n.publish(workflow);
		await queueIsEmpty(hub, 40_000);
		expect(ordersIn(await allEnded(n8n, workflow, 3))).toEqual(ids);
		expect(hub.state.acknowledgements.map(({ idPedido }) => idPedido).sort()).toEqual(ids);

		hub.updateOrder(ids[7]!, {});
		hub.updateOrder(ids[8]!, { status: 'pago' });
		await poll(workflow);
		await queueIsEmpty(hub);
		const executions = await allEnded(n8n, workflow, 4);
		expect(executions).toHaveLength(4);
		expect(executions[3]!.items).toMatchObject([{ idPedido: ids[8], status: 'pago' }]);
	});

	test('remembers what it emitted when it is published again, with In the Workflow', async () => {
		hub.state.queue.clear();
		const workflow = await save({ acknowledgement: 'workflow' });
		const ids = create(3);
		await n8n.publish(workflow);
		expect(ordersIn(await allEnded(n8n, workflow, 1))).toEqual(ids);
		await poll(workflow);
		await poll(workflow);
		hub.updateOrder(ids[1]!, { status: 'pago' });
		await poll(workflow);
		expect(ordersIn(await allEnded(n8n, workflow, 2))).toEqual([...ids, ids[1]]);
		expect([...hub.state.queue.keys()]).toEqual(ids);
	});

	// with acknowledgement in the workflow: in test/queue
	test('every order is stored once after the ERP was down', async () => {
		hub.state.queue.clear();
		await expectAllStored(hub, n8n, credential, 'afterEmitting');
	}, 240_000);

	test('Fetch Test Event shows orders and leaves them in the queue', async () => {
		hub.state.queue.clear();
		const workflow = await save();
		const ids = create(7);
		const before = hub.count({ endpoint: 'acknowledge' });
		const execution = await n8n.run(workflow, 'Trigger');
		expect(execution).toMatchObject({ status: 'success', mode: 'manual' });
		expect(outputOf(execution, 'Trigger').map(({ idPedido }) => idPedido)).toEqual(ids.slice(0, 5));
		expect(hub.state.queue.size).toBe(7);
		expect(hub.count({ endpoint: 'acknowledge' })).toBe(before);
		hub.state.queue.clear();
		expect((await n8n.run(workflow, 'Trigger')).error?.message).toBe(
			'No order is waiting in the queue',
		);
	});
});
