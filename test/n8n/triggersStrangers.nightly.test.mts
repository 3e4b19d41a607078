import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHub, type Hub } from '../hub/index.mts';
import { webhookUrl, type N8nRest, type Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { queueIsEmpty, signIn, storeCredential, useOwnServer } from './session.mts';
import {
	fault,
	notificationOf,
	ordersIn,
	send,
	startedExecutions,
	triggerWorkflow,
	type Reply,
	type Started,
} from './triggersSupport.mts';

const CALLS = 300;
const minute = 60_000;
/** *Read Limit* and what n8n takes beside it. */
const latestReply = 5_500;

const server = await useOwnServer({ N8N_EXPRESSION_ENGINE: 'legacy' });

let hub: Hub;
let n8n: N8nRest;
let workflow: Workflow;
let url: string;

beforeEach(async () => {
	hub = await startHub({ latency: 20, seed: { orders: 0 } });
	n8n = await signIn(server);
	const credential = await storeCredential(n8n, hub);
	workflow = await triggerWorkflow(n8n, 'marketplaceHubTrigger', credential);
	await n8n.publish(workflow);
	url = webhookUrl(server.url, workflow.nodes[0]!);
});
afterEach(async () => {
	await n8n.deleteWorkflow(workflow);
	await hub.stop();
});

/** What a stranger sends: an order that does not exist or, each third time, the newest one as if it were acknowledged. */
const forged = (call: number, idPedido: number) =>
	call % 3 === 0
		? notificationOf(hub, idPedido, { urlConfirmacaoLeitura: 'confirmacao-automatica' })
		: notificationOf(hub, 900_000_000 + call);

/** Real notifications beside as many forged ones in a minute; the real orders. */
async function minuteOfBoth(automaticAcknowledgement: boolean): Promise<number[]> {
	hub.webhook.configure({ url, automaticAcknowledgement });
	const began = performance.now();
	const orders: number[] = [];
	const replies: Array<Promise<Reply>> = [];
	for (let call = 1; call <= CALLS; call++) {
		const { idPedido } = hub.createOrder();
		orders.push(idPedido);
		replies.push(send(url, JSON.stringify(forged(call, idPedido))));
		await pause(Math.max(0, began + (call * minute) / CALLS - performance.now()));
	}
	await hub.webhook.settled();
	const forgedReplies = await Promise.all(replies);
	expect(hub.log.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(60);
	expect(forgedReplies.flatMap((reply) => fault(reply) ?? [])).toEqual([]);
	expect(hub.webhook.deliveries.filter(({ accepted }) => !accepted)).toEqual([]);
	const times = [...forgedReplies, ...hub.webhook.deliveries].map(
		({ milliseconds }) => milliseconds,
	);
	expect(Math.max(...times)).toBeLessThan(latestReply);
	return orders;
}

/** The executions, once those of all these orders have ended. */
async function executionsOf(orders: number[]): Promise<Started[]> {
	return await waitFor(
		async () => {
			const executions = await startedExecutions(n8n, workflow);
			const started = new Set(ordersIn(executions));
			const ended = executions.every(({ status }) => !['new', 'running'].includes(status));
			return ended && orders.every((id) => started.has(id)) && executions;
		},
		{ what: 'an execution of each order', timeout: 2 * minute, every: 2_000 },
	);
}

test('300 real orders come in full and are acknowledged beside 300 forged notifications', async () => {
	const orders = await minuteOfBoth(false);
	const executions = await executionsOf(orders);
	const full = executions.filter(({ items }) => Array.isArray(items[0]?.itens));
	expect(new Set(ordersIn(full))).toEqual(new Set(orders));
	await queueIsEmpty(hub, minute);
}, 300_000);

test('300 real orders with automatic acknowledgement start the workflow beside 300 forged notifications', async () => {
	const orders = await minuteOfBoth(true);
	expect(ordersIn(await executionsOf(orders))).toEqual(expect.arrayContaining(orders));
}, 300_000);
