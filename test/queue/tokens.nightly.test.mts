import { setTimeout as pause } from 'node:timers/promises';
import pMap from 'p-map';
import { afterAll, describe, expect, test } from 'vitest';
import { hubNode, storeCredential, useHub } from '../n8n/session.mts';
import {
	fault,
	notificationOf,
	send,
	triggerWorkflow,
	type Reply,
} from '../n8n/triggersSupport.mts';
import { webhookUrl } from '../server/rest.mts';
import { exchangeElsewhere } from '../support/exchange.mts';
import { byId, op } from '../support/items.mts';
import { platform } from './platform.mts';

/** Between two notifications, in ms, and how many come between two events. */
const PACE = 120;
const NOTIFICATIONS = 50;
/** A machine that is too slow for the pace gets the next one later: it would read orders too late. */
const MOST_UNANSWERED = 10;
/** After an event, so many come one at a time: requests that are under way together are refused together. */
const FIRST = { count: 4, pace: 500 };

const hub = await useHub({ latency: 20 });
const { n8n, rest } = await platform();
const credential = await storeCredential(rest, hub);
const get = op('order get', { idPedido: byId('={{ $json.idPedido }}') });
// triggers read orders in main and in the webhook process, this node in the workers
const next = [hubNode('marketplaceHub', get, credential)];
const workflow = await triggerWorkflow(rest, 'marketplaceHubTrigger', credential, {}, { next });
await rest.publish(workflow);
const addresses = [n8n.main, n8n.webhook].map(({ url }) => webhookUrl(url, workflow.nodes[0]!));
afterAll(async () => await rest.deleteWorkflow(workflow));

describe('one token for four processes', () => {
	let sent = 0;

	/** Notifications in a steady stream, to main and to the webhook process in turn. */
	const notify = async (count: number, pace: number): Promise<Reply[]> => {
		const each = async function* () {
			for (let i = 0; i < count; i++) {
				yield addresses[i % 2]!;
				await pause(pace);
			}
		};
		sent += count;
		return await pMap(
			each(),
			async (address) =>
				await send(address, JSON.stringify(notificationOf(hub, hub.createOrder().idPedido))),
			{ concurrency: MOST_UNANSWERED },
		);
	};
	const exchanges = () => hub.count({ endpoint: 'auth', status: 201 });
	const refused = () => hub.count({ status: 401 });

	test('a start, an expiry and a revocation cost few exchanges and few refused requests', async () => {
		const earlier = exchanges();
		const replies: Reply[] = [];
		// at last somebody else uses the same keys: every token of this n8n is worth nothing from then on
		const events = [
			async () => {},
			async () => hub.tokens.expire(),
			async () => await exchangeElsewhere(hub),
		];
		for (const happen of events) {
			const before = refused();
			await happen();
			replies.push(...(await notify(FIRST.count, FIRST.pace)));
			replies.push(...(await notify(NOTIFICATIONS - FIRST.count, PACE)));
			await n8n.endedExecutions(workflow, sent);
			// two for each process where the machine is busy, else one
			expect(refused() - before).toBeLessThanOrEqual(8);
		}
		const executions = await n8n.endedExecutions(workflow, sent);
		expect(replies.map(fault).filter(Boolean)).toEqual([]);
		expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
		// one of them is the other's
		expect(exchanges() - earlier - 1).toBeLessThanOrEqual(6);
		// 1.5 s and less where nothing else runs
		const slowest = Math.max(...replies.map(({ milliseconds }) => milliseconds));
		expect(slowest).toBeLessThan(10_000);
	});
});
