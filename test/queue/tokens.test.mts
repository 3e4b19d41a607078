import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialType, packageName } from '../engine/credentialData.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { storeCredential } from '../n8n/session.mts';
import {
	fault,
	notificationOf,
	send,
	triggerWorkflow,
	type Reply,
} from '../n8n/triggersSupport.mts';
import type { QueueMode } from '../server/queueMode.mts';
import { type N8nRest, webhookUrl, type Workflow } from '../server/rest.mts';
import { platform } from './platform.mts';

/** Between two notifications, in ms, and how many come between two events. */
const PACE = 120;
const NOTIFICATIONS = 50;
/** After an event, so many come one at a time: requests that are under way together are refused together. */
const FIRST = { count: 4, pace: 500 };

describe('one token for four processes', () => {
	let n8n: QueueMode;
	let hub: Hub;
	let rest: N8nRest;
	let workflow: Workflow;
	let addresses: string[];
	let sent = 0;

	beforeAll(async () => {
		hub = await startHub({ latency: 20 });
		({ n8n, rest } = await platform());
		const credential = await storeCredential(rest, hub);
		const { id, name } = credential;
		const idPedido = { mode: 'id', value: '={{ $json.idPedido }}', __rl: true };
		// triggers read orders in main and in the webhook process, this node in the workers
		const next = {
			id: randomUUID(),
			type: `${packageName}.marketplaceHub`,
			parameters: { resource: 'order', operation: 'get', idPedido },
			credentials: { [credentialType]: { id, name } },
		};
		workflow = await triggerWorkflow(rest, 'marketplaceHubTrigger', credential, {}, { next });
		await rest.publish(workflow);
		addresses = [n8n.main, n8n.webhook].map(({ url }) => webhookUrl(url, workflow.nodes[0]!));
		hub.clearLog();
	});
	afterAll(async () => {
		await rest.deleteWorkflow(workflow);
		await hub.stop();
	});

	/** Notifications in a steady stream, to main and to the webhook process in turn. */
	const notify = async (count: number, pace: number): Promise<Reply[]> => {
		const replies: Array<Promise<Reply>> = [];
		for (let i = 0; i < count; i++) {
			const body = JSON.stringify(notificationOf(hub, hub.createOrder().idPedido));
			replies.push(send(addresses[i % 2]!, body));
			await pause(pace);
		}
		sent += count;
		return await Promise.all(replies);
	};
	const exchanges = () => hub.count({ endpoint: 'auth', status: 201 });
	const refused = () => hub.count({ status: 401 });

	/** Somebody else uses the same keys: every token of this n8n is worth nothing from then on. */
	const exchangeElsewhere = async () => {
		const { statusCode } = await request(`${hub.url}/v1/logistic/auth`, {
			method: 'POST',
			headers: { 'App-Token': hub.appToken, 'content-type': 'application/json' },
			body: JSON.stringify({ apiKey: hub.apiKey, secretKey: hub.secretKey }),
		});
		expect(statusCode).toBe(201);
	};

	test('a start, an expiry and a revocation by others take few exchanges and few refused requests', async () => {
		const replies: Reply[] = [];
		const events = [async () => {}, async () => hub.tokens.expire(), exchangeElsewhere];
		for (const happen of events) {
			const before = refused();
			await happen();
			replies.push(...(await notify(FIRST.count, FIRST.pace)));
			replies.push(...(await notify(NOTIFICATIONS - FIRST.count, PACE)));
			await n8n.endedExecutions(workflow, sent);
			// one for each process
			expect(refused() - before).toBeLessThanOrEqual(4);
		}
		const executions = await n8n.endedExecutions(workflow, sent);
		expect(replies.map(fault).filter(Boolean)).toEqual([]);
		expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
		// one of them is the other's
		expect(exchanges() - 1).toBeLessThanOrEqual(4);
		// 1.5 s and less where nothing else runs
		const slowest = Math.max(...replies.map(({ milliseconds }) => milliseconds));
		expect(slowest).toBeLessThan(6_000);
	});
});
