import { expect, test } from 'vitest';
import { waitFor } from '../server/wait.mts';
import { useN8n } from './session.mts';
import { allEnded, ordersIn, triggerWorkflow } from './triggersSupport.mts';

const { hub, n8n, credential } = await useN8n();

test('the queue trigger polls by itself every minute', async () => {
	const type = 'marketplaceHubQueueTrigger';
	const workflow = await triggerWorkflow(n8n, type, credential, {});
	await n8n.publish(workflow);
	const { idPedido } = hub.createOrder();
	expect(ordersIn(await allEnded(n8n, workflow, 1, 240_000))).toEqual([idPedido]);
	await waitFor(() => !hub.state.queue.has(idPedido), { what: 'the order to be acknowledged' });
}, 150_000);
