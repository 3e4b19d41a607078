import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { INodeParameters, IWorkflowSettings } from 'n8n-workflow';
import { webhookUrl, type N8nRest, type Workflow } from '../server/rest.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { server as shared, signIn, storeCredential, useOwnServer } from './session.mts';
import {
	allEnded,
	fault,
	notificationOf,
	ordersIn,
	send,
	triggerWorkflow,
	type Reply,
} from './triggersSupport.mts';

/**
 * n8n 2.40 builds two sandboxes for expressions for each call of a webhook, which bounds it to some
 * 20 calls a second here, whatever the node does. With the engine it had before, it takes 60.
 */
const fast = await useOwnServer({ N8N_EXPRESSION_ENGINE: 'legacy' });

let hub: Hub;
let n8n: N8nRest;
let workflow: Workflow;
let url: string;

beforeEach(async () => {
	hub = await startHub({ latency: 20 });
});
afterEach(async () => {
	await n8n.deleteWorkflow(workflow);
	await hub.stop();
});

async function publish(
	server: { url: string; home: string },
	parameters: INodeParameters = {},
	settings?: IWorkflowSettings,
): Promise<void> {
	n8n = await signIn(server);
	workflow = await triggerWorkflow(
		n8n,
		'marketplaceHubTrigger',
		await storeCredential(n8n, hub),
		parameters,
		{ settings },
	);
	await n8n.publish(workflow);
	url = webhookUrl(server.url, workflow.nodes[0]!);
}

/** How long n8n takes to answer something simple, every 100 ms until told to stop. */
function watch(server: { url: string }): () => Promise<number> {
	let slowest = 0;
	let watching = true;
	const watched = (async () => {
		while (watching) {
			const asked = performance.now();
			await (await request(`${server.url}/healthz`)).body.dump();
			slowest = Math.max(slowest, performance.now() - asked);
			await pause(100);
		}
	})();
	return async () => {
		watching = false;
		await watched;
		return slowest;
	};
}

/** So many orders within five seconds; other suites may take most of the machine meanwhile. */
async function flood(count: number, arrive: (idPedido: number) => void): Promise<number[]> {
	const started = performance.now();
	const orders: number[] = [];
	for (let i = 1; i <= count; i++) {
		const { idPedido } = hub.createOrder();
		orders.push(idPedido);
		arrive(idPedido);
		await pause(Math.max(0, started + (i * 5_000) / count - performance.now()));
	}
	return orders;
}

async function nothingLost(orders: number[]): Promise<void> {
	const executions = await allEnded(n8n, workflow, orders.length, 240_000);
	expect(executions.filter(({ items }) => items.length === 0)).toEqual([]);
	expect(ordersIn(executions).sort((a, b) => a - b)).toEqual(orders);
	const unread = executions
		.filter(({ items }) => items[0]?.reason !== undefined)
		.map(({ items }) => Number(items[0]?.idPedido));
	await expect
		.poll(() => [...hub.state.queue.keys()].sort(), { timeout: 30_000 })
		.toEqual(unread.sort());
	expect(hub.count({ endpoint: 'orderGet' })).toBeLessThanOrEqual(orders.length);
	expect(hub.tokens.issued).toBe(1);
}

describe('hundreds of notifications in 5 seconds', () => {
	test('100: all are answered with 200 while the hub still waits, no order is lost, and n8n stays responsive', async () => {
		await publish(fast);
		hub.webhook.configure({ url });
		const stop = watch(fast);
		const orders = await flood(100, () => {});
		await hub.webhook.settled();
		const slowest = await stop();
		const { deliveries } = hub.webhook;
		expect(deliveries.filter(({ accepted }) => !accepted)).toEqual([]);
		expect(deliveries).toHaveLength(100);
		expect(hub.webhook.active).toBe(true);
		expect(slowest).toBeLessThan(10_000);
		await nothingLost(orders);
	}, 500_000);

	test("200, for a hub that waits longer: the same with n8n's default engine", async () => {
		await publish(shared);
		const stop = watch(shared);
		const replies: Array<Promise<Reply>> = [];
		const orders = await flood(
			200,
			(idPedido) => void replies.push(send(url, JSON.stringify(notificationOf(hub, idPedido)))),
		);
		const faults = (await Promise.all(replies)).flatMap((reply) => fault(reply) ?? []);
		expect(await stop()).toBeLessThan(10_000);
		expect(faults).toEqual([]);
		await nothingLost(orders);
	}, 500_000);
});

test('1,000 random bodies get 1,000 replies with 200 and both fields, and the webhook stays on', async () => {
	await publish(
		fast,
		{ settings: { readTimeLimit: 2 } },
		{ saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' },
	);
	const orders = Array.from({ length: 20 }, () => hub.createOrder().idPedido);
	const address = fc.oneof(
		fc.constantFrom(...orders).map((id) => `${hub.url}/v1/orders/${id}`),
		fc.webUrl(),
		fc.string(),
		fc.bigInt().map((id) => `${hub.url}/v1/orders/${id}`),
	);
	const value = fc.oneof(
		{ weight: 3, arbitrary: address },
		fc.integer(),
		fc.constant(null),
		fc.boolean(),
		fc.array(fc.string()),
		fc.double(),
	);
	const shaped = fc.record(
		{
			id: value,
			dominio: value,
			urlLeitura: value,
			urlConfirmacaoLeitura: fc.oneof(value, fc.constant('confirmacao-automatica')),
			data: value,
		},
		{ requiredKeys: [] },
	);
	const body = fc.oneof(
		shaped.map((record) => JSON.stringify(record)),
		fc.json(),
		fc.string({ unit: 'binary' }),
		fc.json().map((text) => text.slice(0, text.length / 2)),
	);
	const type = fc.constantFrom(
		'application/json',
		'application/json',
		'text/plain',
		'application/x-www-form-urlencoded',
		'application/xml',
		'multipart/form-data; boundary=x',
		'',
	);
	const remaining = fc.sample(fc.tuple(body, type), { numRuns: 1_000, seed: 4 }).values();
	const faults: string[] = [];
	let replies = 0;
	let read = 0;
	const worker = async () => {
		for (const [sent, contentType] of remaining) {
			const reply = await send(
				url,
				Buffer.from(sent),
				contentType === '' ? {} : { 'content-type': contentType },
			);
			replies++;
			if (orders.includes(Number(reply.json?.idInterno))) read++;
			const found = fault(reply);
			if (found !== undefined) faults.push(`${found} to ${contentType}: ${sent.slice(0, 200)}`);
		}
	};
	await Promise.all(Array.from({ length: 24 }, worker));
	expect(faults).toEqual([]);
	expect(replies).toBe(1_000);
	expect(read).toBeGreaterThan(10);
	hub.webhook.configure({ url });
	hub.createOrder();
	await hub.webhook.settled();
	expect(hub.webhook.active).toBe(true);
}, 600_000);
