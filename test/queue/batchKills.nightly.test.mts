import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Hub } from '../hub/index.mts';
import { manualWorkflow, storeCredential, useHub } from '../n8n/session.mts';
import type { Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { addSimple } from '../support/sync.mts';
import { platform } from './platform.mts';
import { stockNode } from './stockNode.mts';

const PRODUCTS = 250;

/** Longer than any test: what hangs so long is cut off by a kill. */
const HELD = 300_000;

const { n8n, rest } = await platform();

describe('a worker is killed while it sends batches', () => {
	let hub: Hub;
	let workflow: Workflow;

	afterEach(async () => {
		await n8n.restore();
		await rest.deleteWorkflow(workflow);
	});
	afterAll(() => {
		expect(n8n.workers.every(({ runs }) => runs)).toBe(true);
	});

	/** A hub with products, and a workflow that sets the stock of all of them. */
	const prepare = async () => {
		hub = await useHub({ seed: { products: 0 }, batchDuration: 500 }, onTestFinished);
		addSimple(hub, PRODUCTS);
		const credential = await storeCredential(rest, hub);
		workflow = await manualWorkflow(rest, stockNode(PRODUCTS, credential));
	};
	/** Runs the workflow on a worker and kills that one as soon as the hub has got the request. */
	const killAt = async (endpoint: string, count: number) => {
		hub.faults.add({ endpoint, after: count - 1, kind: 'slow', delay: HELD });
		const { executionId = '' } = await rest.startRun(workflow, 'Start');
		await waitFor(() => hub.count({ endpoint }) >= count, { what: `the ${endpoint} request` });
		const worker = await n8n.workerOf({ id: executionId });
		await worker.kill();
		return { executionId, worker };
	};
	/** n8n ends it by one of two checks, whichever comes first. */
	const isReported = (status: string) => status === 'error' || status === 'crashed';
	const endOf = async (executionId: string) =>
		await waitFor(
			async () => {
				const [execution] = await n8n.endedExecutions(workflow, 1);
				return execution?.id === executionId && isReported(execution.status) && execution;
			},
			{ what: 'n8n to report the dead worker', timeout: 240_000 },
		);
	const sent = () =>
		hub.log.filter(({ endpoint }) => endpoint === 'stockBatch').map(({ body }) => body);

	test.each([
		{ moment: 'between two batches', endpoint: 'stockBatch', count: 2, batches: 2 },
		{ moment: 'while it waits for their results', endpoint: 'batchGet', count: 1, batches: 1 },
	])(
		'$moment: no batch is sent twice, the log has the batch IDs, and the next run sets the right stock',
		async ({ endpoint, count, batches }) => {
			await prepare();
			const { executionId, worker } = await killAt(endpoint, count);
			await worker.start();
			expect(await endOf(executionId)).toMatchObject({ outputs: {} });
			expect(new Set(sent()).size).toBe(sent().length);
			expect(sent().length).toBeGreaterThanOrEqual(batches);
			const [known = 0] = hub.state.batches.keys();
			expect(worker.log()).toContain(`The hub took batch ${known}: 100 entries, P0 to P99`);

			hub.faults.clear();
			const again = await rest.run(workflow, 'Start');
			expect(again.status).toBe('success');
			const stock = [...hub.state.products.values()].map(({ estoque }) => estoque);
			expect(new Set(stock)).toEqual(new Set([6]));
		},
	);

	test('during the exchange of the keys: nothing is sent, and the next run has its own token', async () => {
		await prepare();
		const { executionId, worker } = await killAt('auth', 1);
		await worker.start();
		expect(await endOf(executionId)).toMatchObject({ outputs: {} });
		expect(sent()).toEqual([]);
		hub.faults.clear();
		expect(await rest.run(workflow, 'Start')).toMatchObject({ status: 'success' });
		expect(sent()).toHaveLength(3);
	});
});
