import { afterAll, expect, test } from 'vitest';
import { queueIsEmpty, storeCredential, useHub } from '../n8n/session.mts';
import { fault, notificationOf, send, triggerWorkflow } from '../n8n/triggersSupport.mts';
import { webhookUrl } from '../server/rest.mts';
import { platform } from './platform.mts';

const hub = await useHub();
const { n8n, rest } = await platform();
const workflow = await triggerWorkflow(
	rest,
	'marketplaceHubTrigger',
	await storeCredential(rest, hub),
);
await rest.publish(workflow);
afterAll(async () => await rest.deleteWorkflow(workflow));

test('an order comes after a forged call with automatic acknowledgement and after the real one, and then leaves the queue', async () => {
	const url = webhookUrl(n8n.webhook.url, workflow.nodes[0]!);
	const notify = async (idPedido: number, changes = {}) => {
		const reply = await send(url, JSON.stringify(notificationOf(hub, idPedido, changes)));
		expect(fault(reply)).toBeUndefined();
	};
	const { idPedido } = hub.createOrder();
	await notify(idPedido, { urlConfirmacaoLeitura: 'confirmacao-automatica' });
	await n8n.endedExecutions(workflow, 1);
	expect([...hub.state.queue.keys()]).toEqual([idPedido]);

	await notify(idPedido);
	await n8n.endedExecutions(workflow, 2);
	await queueIsEmpty(hub);

	await notify(idPedido);
	const sentinel = hub.createOrder().idPedido;
	await notify(sentinel);
	const executions = await n8n.endedExecutions(workflow, 3);
	await queueIsEmpty(hub);
	expect(executions.map(({ outputs }) => outputs.Trigger?.[0]?.idPedido)).toEqual([
		idPedido,
		idPedido,
		sentinel,
	]);
});
