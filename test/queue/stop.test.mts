import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import { request } from 'undici';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Hub } from '../hub/index.mts';
import { nodeOf, saveWorkflow, storeCredential, useHub } from '../n8n/session.mts';
import type { Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { addSimple } from '../support/sync.mts';
import { platform } from './platform.mts';
import { stockNode } from './stockNode.mts';

const BATCHES = 5;
const PRODUCTS = BATCHES * 100;

/** Within that a worker that goes on has sent its next batch. */
const LONG_ENOUGH = 3_000;

const { n8n, rest } = await platform();

describe('Stop is pressed while a worker sends batches', () => {
	let hub: Hub;
	let workflow: Workflow;

	afterEach(async () => await rest.deleteWorkflow(workflow));
	afterAll(async () => await n8n.restore());

	/** Saves a workflow that sets the stock of all products. */
	const save = async (type: string, more: Partial<INode> = {}) => {
		const credential = await storeCredential(rest, hub);
		const start = nodeOf('Start', type, { webhookId: randomUUID(), ...more });
		const nodes = [start, stockNode(PRODUCTS, credential)];
		workflow = await saveWorkflow(rest, nodes);
	};
	const starts = {
		'by hand': async () => {
			await save('manualTrigger');
			await rest.startRun(workflow, 'Start');
		},
		'by a schedule': async () => {
			// a second execution must not begin before the workflow is unpublished
			const rule = { interval: [{ field: 'seconds', secondsInterval: 10 }] };
			await save('scheduleTrigger', { typeVersion: 1.2, parameters: { rule } });
			await rest.publish(workflow);
		},
		'by a webhook process': async () => {
			const path = randomUUID();
			await save('webhook', { typeVersion: 2, parameters: { path, httpMethod: 'POST' } });
			await rest.publish(workflow);
			await request(`${n8n.webhook.url}/webhook/${path}`, { method: 'POST' });
		},
	};
	const sent = () => hub.count({ endpoint: 'stockBatch' });

	test.each([
		{ start: 'by hand', stops: true },
		{ start: 'by a schedule', stops: true },
		// n8n looks for the execution in the worker's list of those that the worker itself has started
		{ start: 'by a webhook process', stops: false },
	] as const)(
		'started $start: n8n shows it as canceled; the worker sends no more batches: $stops',
		async ({ start, stops }) => {
			hub = await useHub({ seed: { products: 0 }, batchDuration: 500 }, onTestFinished);
			addSimple(hub, PRODUCTS);
			let release = () => {};
			const until = new Promise<void>((resolve) => (release = resolve));
			hub.faults.add({ endpoint: 'stockBatch', kind: 'slow', until, times: 100 });
			await starts[start]();
			await waitFor(() => sent() > 0, { what: 'a batch', timeout: 30_000 });
			if (start === 'by a schedule') await rest.unpublish(workflow);
			for (const execution of await rest.executions(workflow)) await rest.stop(execution);
			const ended = await n8n.endedExecutions(workflow, 1);
			expect([...new Set(ended.map(({ status }) => status))]).toEqual(['canceled']);
			const before = sent();
			release();
			if (stops) {
				await pause(LONG_ENOUGH);
				expect(sent()).toBe(before);
			} else await waitFor(() => sent() === BATCHES, { what: 'all batches' });
		},
	);
});
