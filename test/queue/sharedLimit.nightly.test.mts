import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { nodeOf, saveWorkflow, storeCredential, useHub } from '../n8n/session.mts';
import { send } from '../n8n/triggersSupport.mts';
import { addSimple } from '../support/sync.mts';
import { platform } from './platform.mts';
import { stockNode } from './stockNode.mts';

const EXECUTIONS = 4;
const BATCHES = 20;
const PRODUCTS = BATCHES * 100;

const hub = await useHub({ seed: { products: 0 } });
const { n8n, rest } = await platform();
const path = randomUUID();
const start = nodeOf('Start', 'webhook', {
	typeVersion: 2,
	parameters: { path, httpMethod: 'POST' },
	webhookId: path,
});
const credential = await storeCredential(rest, hub);
const workflow = await saveWorkflow(rest, [start, stockNode(PRODUCTS, credential)]);
await rest.publish(workflow);
afterAll(async () => await rest.deleteWorkflow(workflow));

test('80 batches on two workers, ten a minute: all get through, and at most four answers are 429', async () => {
	addSimple(hub, PRODUCTS);
	const call = async () => await send(`${n8n.webhook.url}/webhook/${path}`, '{}');
	for (const reply of await Promise.all(Array.from({ length: EXECUTIONS }, call)))
		expect(reply).toMatchObject({ status: 200 });
	const executions = await n8n.endedExecutions(workflow, EXECUTIONS, 15 * 60_000);
	expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
	expect(n8n.workers.filter((worker) => worker.begun().length === 0)).toEqual([]);
	const refused = hub.count({ endpoint: 'stockBatch', status: 429 });
	expect(hub.count({ endpoint: 'stockBatch' }) - refused).toBe(EXECUTIONS * BATCHES);
	expect(refused).toBeLessThanOrEqual(4);
}, 1_200_000);
