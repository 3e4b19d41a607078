import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { webhookUrl } from '../../server/rest.mts';
import { waitFor } from '../../server/wait.mts';
import { signIn, storeCredential, useHub, useOwnServer, waitNode } from '../session.mts';
import {
	allEnded,
	fault,
	notificationOf,
	ordersIn,
	send,
	startedExecutions,
	triggerWorkflow,
	type Reply,
} from '../triggersSupport.mts';

/** Executions that n8n lets run at a time, and the seconds that each of them takes. */
const SLOTS = 2;
const WORK = 2;
/** Notifications of each workflow. */
const NOTIFIED = 20;

const hub = await useHub({ latency: 20 });
const server = await useOwnServer({ N8N_CONCURRENCY_PRODUCTION_LIMIT: String(SLOTS) });

test('the hub is answered while executions wait; an order leaves the queue in its turn, and a kill loses none', async () => {
	const n8n = await signIn(server);
	const credential = await storeCredential(n8n, hub);
	const next = [waitNode(WORK)];
	const publish = async (acknowledgement: string) => {
		const parameters = { acknowledgement };
		const type = 'marketplaceHubTrigger';
		const workflow = await triggerWorkflow(n8n, type, credential, parameters, { next });
		await n8n.publish(workflow);
		return { workflow, url: webhookUrl(server.url, workflow.nodes[0]!) };
	};
	const onReceipt = await publish('onReceipt');
	const inWorkflow = await publish('workflow');
	const notified = { onReceipt: [] as number[], inWorkflow: [] as number[] };
	const notify = async (url: string, known: number[]) => {
		const { idPedido } = hub.createOrder();
		known.push(idPedido);
		return await send(url, JSON.stringify(notificationOf(hub, idPedido)));
	};
	const sending: Array<Promise<Reply>> = [];
	for (let count = 0; count < NOTIFIED; count++) {
		sending.push(notify(onReceipt.url, notified.onReceipt));
		sending.push(notify(inWorkflow.url, notified.inWorkflow));
		await pause(200);
	}
	const replies = await Promise.all(sending);
	expect(replies.flatMap((reply) => fault(reply) ?? [])).toEqual([]);
	expect(Math.max(...replies.map(({ milliseconds }) => milliseconds))).toBeLessThan(10_000);
	const waiting = () => notified.onReceipt.filter((id) => hub.state.queue.has(id));
	expect(waiting().length).toBeGreaterThan(NOTIFIED / 2);

	for (const { workflow } of [onReceipt, inWorkflow]) {
		await waitFor(async () => (await startedExecutions(n8n, workflow)).length === NOTIFIED, {
			what: 'n8n to have stored all executions',
			timeout: 180_000,
		});
	}
	await server.kill();
	await server.start();
	const again = await signIn(server);
	const received = [onReceipt, inWorkflow].map(async ({ workflow }) => {
		const executions = await allEnded(again, workflow, NOTIFIED, 120_000);
		expect(ordersIn(executions)).toHaveLength(NOTIFIED);
		return ordersIn(executions.filter(({ status }) => status === 'success'));
	});
	const [done = []] = await Promise.all(received);
	expect(done.length).toBeGreaterThan(NOTIFIED / 2);
	// of those that ran when n8n was killed, the acknowledgement may have been under way
	await waitFor(() => waiting().filter((id) => done.includes(id)).length <= SLOTS, {
		what: 'the orders of executions that have run to leave the queue',
		timeout: 120_000,
	});
	expect(notified.inWorkflow.filter((id) => !hub.state.queue.has(id))).toEqual([]);
}, 300_000);
