import pMap from 'p-map';
import { afterAll, describe, expect, test } from 'vitest';
import { storeCredential, useHub } from '../n8n/session.mts';
import { fault, notificationOf, send, triggerWorkflow } from '../n8n/triggersSupport.mts';
import { webhookUrl } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { platform } from './platform.mts';

const hub = await useHub();
const { n8n, rest } = await platform();
const credential = await storeCredential(rest, hub);
const workflow = await triggerWorkflow(rest, 'marketplaceHubTrigger', credential);
await rest.publish(workflow);
afterAll(async () => {
	await n8n.restore();
	await rest.deleteWorkflow(workflow);
});

describe('notifications at the webhook process while no worker runs, On Receipt', () => {
	test('are answered; the orders leave the queue when workers begin the executions', async () => {
		await Promise.all(n8n.workers.map(async (worker) => await worker.stop()));
		const url = webhookUrl(n8n.webhook.url, workflow.nodes[0]!);
		const orders = Array.from({ length: 40 }, () => hub.createOrder().idPedido);
		const replies = await pMap(
			orders,
			async (id) => await send(url, JSON.stringify(notificationOf(hub, id))),
			{ concurrency: 10 },
		);
		expect(replies.flatMap((reply) => fault(reply) ?? [])).toEqual([]);
		expect(Math.max(...replies.map(({ milliseconds }) => milliseconds))).toBeLessThan(10_000);
		await waitFor(async () => (await n8n.executions(workflow)).length === orders.length, {
			what: 'n8n to have stored all executions',
			timeout: 180_000,
		});
		expect([...hub.state.queue.keys()].sort()).toEqual(orders);

		await Promise.all(n8n.workers.map(async (worker) => await worker.start()));
		const executions = await n8n.endedExecutions(workflow, orders.length);
		expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
		await waitFor(() => hub.state.queue.size === 0, { what: 'the queue to be empty' });
	});
});
