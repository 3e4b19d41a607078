import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { INode, INodeParameters, IWorkflowSettings } from 'n8n-workflow';
import {
	nodeOf,
	queueIsEmpty,
	stopNode,
	storeCredential,
	useHub,
	waitNode,
} from '../n8n/session.mts';
import { triggerWorkflow } from '../n8n/triggersSupport.mts';
import type { Workflow } from '../server/rest.mts';
import type { StoredExecution } from '../server/storedExecutions.mts';
import { waitFor } from '../server/wait.mts';
import { platform } from './platform.mts';

/** How long the workflow works on its orders when a worker is to be killed meanwhile, in seconds. */
const WORK = 4;

const slow = waitNode(WORK);
const failing = stopNode('No stock');
const nothing = nodeOf('Next', 'noOp');
const unsaved: IWorkflowSettings = {
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
};

const hub = await useHub();
const { n8n, rest } = await platform();
const credential = await storeCredential(rest, hub);

describe('the queue trigger drains the queue with executions on workers', () => {
	let workflow: Workflow;

	// one that stays published would take the next test's orders
	afterEach(async () => {
		await n8n.restore();
		await rest.deleteWorkflow(workflow);
		hub.state.queue.clear();
		hub.state.acknowledgements.length = 0;
	});

	/**
	 * Publishes the workflow over so many waiting orders: n8n polls at once, and calls the workflow
	 * published when that poll has ended.
	 */
	const drain = async (
		count: number,
		next: INode,
		settings?: IWorkflowSettings,
		parameters: INodeParameters = {},
	) => {
		const type = 'marketplaceHubQueueTrigger';
		workflow = await triggerWorkflow(rest, type, credential, parameters, {
			next: [next],
			settings,
		});
		const orders = Array.from({ length: count }, () => hub.createOrder().idPedido);
		return { orders, published: rest.publish(workflow) };
	};
	/** Polls without waiting for the minute, and waits until the queue was read once more. */
	const pollAgain = async () => {
		const before = hub.count({ endpoint: 'queueList', status: 200 });
		await rest.unpublish(workflow);
		await rest.publish(workflow);
		await waitFor(() => hub.count({ endpoint: 'queueList', status: 200 }) > before, {
			what: 'a poll',
		});
	};
	/** The same once orders whose execution has failed have rested. */
	const pollAfterPause = async () => {
		await pause(20_000);
		await pollAgain();
	};
	/** Kills the worker that has begun the workflow's first execution, as soon as one has. */
	const killWorkerAtWork = async () => {
		const first = await waitFor(async () => (await n8n.executions(workflow))[0], {
			what: 'an execution',
			timeout: 180_000,
		});
		const worker = await n8n.workerOf(first);
		await worker.kill();
		return first.id;
	};
	const stallFound = async (execution: string) =>
		await waitFor(() => n8n.main.log().includes(`Problem with execution ${execution}:`), {
			what: 'n8n to find the dead worker',
			timeout: 180_000,
		});
	const begunExecutions = () => n8n.workers.flatMap((worker) => worker.begun()).length;

	test('orders of a worker that dies stay in the queue and come again, and none is lost', async () => {
		const { orders, published } = await drain(300, slow);
		const execution = await killWorkerAtWork();
		await stallFound(execution);
		await published;
		await pollAfterPause();
		await queueIsEmpty(hub, 120_000);
		const held = idsIn(await n8n.endedExecutions(workflow, 3));
		expect(orders.filter((id) => !held.has(id))).toEqual([]);
	});

	test('orders of a worker that dies stay in the queue, even if n8n saves no executions', async () => {
		const { orders, published } = await drain(150, slow, unsaved);
		const execution = await killWorkerAtWork();
		await stallFound(execution);
		await published;
		expect([...hub.state.queue.keys()]).toEqual(orders);
		await pollAfterPause();
		await queueIsEmpty(hub, 120_000);
	});

	test('orders of executions that are not saved are acknowledged, too, and none comes again', async () => {
		const before = begunExecutions();
		const { orders, published } = await drain(250, nothing, unsaved);
		await published;
		await queueIsEmpty(hub, 120_000);
		await pollAgain();
		expect(hub.state.acknowledgements.map(({ idPedido }) => idPedido).sort()).toEqual(orders);
		expect(begunExecutions() - before).toBe(3);
		expect(await n8n.endedExecutions(workflow, 0)).toEqual([]);
	});

	test.each([
		['saved', undefined],
		['not saved', unsaved],
	])(
		'orders of failed executions are acknowledged if the user counts them as done (executions %s)',
		async (_name, settings) => {
			const before = begunExecutions();
			const parameters = { settings: { repeatFailed: false } };
			const { published } = await drain(120, failing, settings, parameters);
			await published;
			await queueIsEmpty(hub, 120_000);
			await pollAgain();
			expect(begunExecutions() - before).toBe(2);
		},
	);

	test('orders of an execution that is deleted before it begins stay in the queue', async () => {
		for (const worker of n8n.workers) await worker.stop();
		const { orders, published } = await drain(5, nothing);
		const [waiting] = await waitFor(
			async () => {
				const all = await n8n.executions(workflow);
				return all.length > 0 && all;
			},
			{ what: 'an execution' },
		);
		await n8n.postgres.query(`DELETE FROM execution_entity WHERE id = ${waiting!.id}`);
		await Promise.all(n8n.workers.map(async (worker) => await worker.start()));
		await waitFor(() => n8n.main.log().includes(`Problem with execution ${waiting!.id}:`), {
			what: 'n8n to miss the execution',
		});
		await published;
		await pollAfterPause();
		await queueIsEmpty(hub, 120_000);
		const held = idsIn(await n8n.endedExecutions(workflow, 1));
		expect(orders.filter((id) => !held.has(id))).toEqual([]);
	});
});

/** The orders that executions really hold. */
const idsIn = (executions: StoredExecution[]) =>
	new Set(
		executions.flatMap(({ outputs }) => (outputs.Trigger ?? []).map(({ idPedido }) => idPedido)),
	);
