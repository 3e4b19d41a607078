import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startHub, type Hub } from '../hub/index.mts';
import { storeCredential } from '../n8n/session.mts';
import { triggerWorkflow } from '../n8n/triggersSupport.mts';
import type { QueueMode } from '../server/queueMode.mts';
import { N8nRest, type Credential, type Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { heldOrders, notify } from './notifications.mts';
import { platform } from './platform.mts';

const SENDERS = 4;

describe('a server that n8n needs restarts while notifications come, acknowledged on receipt', () => {
	let n8n: QueueMode;
	let hub: Hub;
	let rest: N8nRest;
	let credential: Credential;
	let workflow: Workflow;

	beforeAll(async () => {
		[hub, n8n] = await Promise.all([startHub(), platform()]);
		rest = new N8nRest(n8n.main.url);
		await rest.signIn();
		credential = await storeCredential(rest, hub);
	});
	beforeEach(async () => {
		const next = { type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount: 1 } };
		workflow = await triggerWorkflow(rest, 'marketplaceHubTrigger', credential, {}, { next });
		await rest.publish(workflow);
	});
	afterEach(async () => {
		await n8n.restore();
		await rest.deleteWorkflow(workflow);
		hub.state.queue.clear();
	});
	afterAll(async () => await hub.stop());

	/** Callers that send the next notification when the one before is answered, until told to stop. */
	const keepSending = () => {
		const orders: number[] = [];
		let taken = 0;
		let sending = true;
		const senders = Array.from({ length: SENDERS }, async () => {
			while (sending) {
				const [notified] = notify(hub, n8n.webhook, workflow, 1);
				orders.push(notified!.idPedido);
				if (await notified!.taken) taken++;
			}
		});
		return {
			orders,
			/** Resolves when so many more have been answered as the hub wants it. */
			answered: async (count: number) => {
				const goal = taken + count;
				await waitFor(() => taken >= goal, { what: `${count} replies`, timeout: 60_000 });
			},
			stop: async () => {
				sending = false;
				await Promise.all(senders);
			},
		};
	};

	test.each([
		{
			server: 'Redis',
			restart: async () => {
				await n8n.redis.kill();
				await n8n.redis.start();
			},
		},
		{
			server: 'PostgreSQL',
			restart: async () => {
				await n8n.postgres.stop();
				await n8n.postgres.start();
			},
		},
	])(
		'$server: what left the queue is in an execution, and n8n goes on by itself',
		async ({ restart }) => {
			const calls = keepSending();
			await calls.answered(8);
			await restart();
			await calls.answered(8);
			await calls.stop();
			const missing = async () => {
				const held = heldOrders(await n8n.executions(workflow));
				return calls.orders.filter((id) => !hub.state.queue.has(id) && !held.has(id));
			};
			expect(await missing()).toEqual([]);
			await n8n.endedExecutions(workflow, 16, 90_000);
			expect(await missing()).toEqual([]);
			expect(hub.state.acknowledgements.length).toBeGreaterThan(0);
		},
		240_000,
	);
});
