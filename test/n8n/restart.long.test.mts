import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importExample, triggerOf } from '../server/examples.mts';
import { installPackage, packPackage } from '../server/pack.mts';
import { N8nRest, webhookUrl, type Workflow } from '../server/rest.mts';
import { N8nServer } from '../server/server.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { storeCredential } from './session.mts';

describe('an n8n that is killed and comes back', () => {
	const server = new N8nServer();
	let hub: Hub;
	let workflow: Workflow;

	beforeAll(async () => {
		hub = await startHub();
		await installPackage(server.home, await packPackage(server.home));
		await server.start();
		const n8n = new N8nRest(server.url);
		await n8n.signIn();
		workflow = await importExample(n8n, 'receive-orders', await storeCredential(n8n, hub));
		await n8n.publish(workflow);
		hub.webhook.configure({ url: webhookUrl(server.url, triggerOf(workflow)) });
	});

	afterAll(async () => {
		await server.remove();
		await hub.stop();
	});

	const emptyQueue = async () =>
		await expect.poll(() => hub.state.queue.size, { timeout: 10_000 }).toBe(0);

	test('answers the hub again without being published again, with the token it had stored', async () => {
		hub.createOrder();
		await hub.webhook.settled();
		expect(hub.webhook.deliveries.at(-1)).toMatchObject({ accepted: true });

		await emptyQueue();
		await server.kill();
		await server.start();
		const order = hub.createOrder();
		await hub.webhook.settled();
		expect(hub.webhook.deliveries.at(-1)).toMatchObject({
			accepted: true,
			json: { idInterno: order.idPedido },
		});
		await emptyQueue();
		expect(hub.tokens.issued).toBe(1);
	});
});
