import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IWebhookResponseData, Workflow } from 'n8n-workflow';
import { expect, onTestFinished, test } from 'vitest';
import type { N8n } from '../../engine/n8n.mts';
import { waitFor } from '../../server/wait.mts';
import { setup } from '../../support/setup.mts';
import { call, notificationOf, queueOf, triggerWorkflow } from '../../support/triggers.mts';

/** What becomes of a call whose caller hangs up as soon as `isRead` says so. */
async function hangUp(
	n8n: N8n,
	workflow: Workflow,
	body: object,
	isRead: () => boolean,
): Promise<IWebhookResponseData> {
	const server = createServer();
	onTestFinished(() => void server.close());
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const caller = request({ port, host: '127.0.0.1', method: 'POST' });
	caller.on('error', () => {});
	caller.end();
	const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
	const rawBody = Buffer.from(JSON.stringify(body));
	const answer = n8n.webhook(workflow, 'Trigger', { rawBody, body: undefined }, response);
	await waitFor(isRead, { what: 'the read of the order', every: 5 });
	caller.destroy();
	await once(response, 'close');
	return await answer;
}

test('a caller that hangs up while the order is read: its workflow starts all the same', async () => {
	const { hub, n8n } = await setup();
	const workflow = triggerWorkflow(n8n, 'marketplaceHubTrigger');
	const { idPedido } = hub.createOrder();
	const notification = notificationOf(hub, idPedido);
	hub.faults.add({ endpoint: 'orderGet', kind: 'slow', delay: 500 });
	const isRead = () => hub.count({ endpoint: 'orderGet' }) > 0;
	const { workflowData } = await hangUp(n8n, workflow, notification, isRead);
	const execution = await n8n.execute(workflow, 'Trigger', workflowData!, { mode: 'webhook' });
	expect(execution.json('Trigger')).toMatchObject([{ idPedido }]);
	await queueOf(hub);
	expect((await call(n8n, workflow, notification)).items).toBeUndefined();
});
