import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHub, type Hub } from '../hub/index.mts';
import { hubNode, manualWorkflow, storeCredential } from '../n8n/session.mts';
import { triggerWorkflow } from '../n8n/triggersSupport.mts';
import { heldOrders, notify } from '../queue/notifications.mts';
import { platform } from '../queue/platform.mts';
import type { QueueMode } from '../server/queueMode.mts';
import type { QueueProcess } from '../server/queueProcess.mts';
import { type N8nRest, type Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';

const minutes = Number(process.env.SOAK_MINUTES ?? 10);
const SENDERS = 3;
const LISTED = 1_000;
/** What a process may have gained between the second and the last third: its share, and bytes beside it. */
const GROWTH = 1.1;
const ALLOWANCE = 30e6;

let n8n: QueueMode;
let rest: N8nRest;
let hub: Hub;
let polled: Hub;
let receiver: Workflow;
let poller: Workflow;
let lister: Workflow;

beforeAll(async () => {
	const seed = { orders: LISTED, queued: 0 };
	[hub, polled] = await Promise.all([startHub({ seed }), startHub()]);
	({ n8n, rest } = await platform());
	const credential = await storeCredential(rest, hub);
	const list = { resource: 'order', operation: 'getMany', returnAll: true };
	const own = await storeCredential(rest, polled);
	receiver = await triggerWorkflow(rest, 'marketplaceHubTrigger', credential);
	poller = await triggerWorkflow(rest, 'marketplaceHubQueueTrigger', own);
	lister = await manualWorkflow(rest, hubNode('marketplaceHub', list, credential));
	await rest.publish(receiver);
	await rest.publish(poller);
});
afterAll(async () => {
	await rest.unpublish(receiver);
	await rest.unpublish(poller);
	await n8n.stop();
	await Promise.all([hub.stop(), polled.stop()]);
});

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const megabytes = (bytes: number) => Math.round(bytes / 1e6);

test(`${minutes} minutes of notifications, polls and lists`, async () => {
	const processes: Record<string, QueueProcess> = {
		main: n8n.main,
		'webhook process': n8n.webhook,
		'worker 1': n8n.workers[0]!,
		'worker 2': n8n.workers[1]!,
	};
	const memory = Object.keys(processes).map((name) => ({ name, samples: [] as number[] }));
	const end = Date.now() + minutes * 60_000;
	const untilTheEnd = async (work: () => Promise<unknown>, rest: number) => {
		while (Date.now() < end) {
			await work();
			await pause(rest);
		}
	};
	const orders: number[] = [];
	const refused: number[] = [];
	let lists = 0;
	await Promise.all([
		...Array.from({ length: SENDERS }, async () => {
			await untilTheEnd(async () => {
				const [notified] = notify(hub, n8n.webhook, receiver, 1);
				const taken = await notified!.taken;
				(taken ? orders : refused).push(notified!.idPedido);
			}, 200);
		}),
		untilTheEnd(async () => {
			expect(await rest.run(lister, 'Start')).toMatchObject({ status: 'success' });
			lists++;
		}, 3_000),
		untilTheEnd(async () => polled.createOrder(), 1_000),
		untilTheEnd(async () => {
			for (const { name, samples } of memory) samples.push(processes[name]!.memory());
		}, 1_000),
	]);

	const received = await n8n.endedExecutions(receiver, orders.length, 120_000);
	await waitFor(() => polled.state.queue.size === 0, { what: 'the last poll', timeout: 120_000 });
	const polls = await n8n.endedExecutions(poller, 1);
	const growth = memory.map(({ name, samples }) => {
		const third = Math.floor(samples.length / 3);
		const [before, after] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map(median);
		return { name, before: before!, after: after! };
	});
	console.log(
		[
			`${orders.length} notifications, ${polls.length} polls with orders, ${lists} lists of ${LISTED} orders and more`,
			...growth.map(
				({ name, before, after }) =>
					`${name}: ${megabytes(before)} MB, then ${megabytes(after)} MB`,
			),
		].join('\n'),
	);
	expect(refused).toEqual([]);
	const held = heldOrders(received);
	expect(orders.filter((id) => !held.has(id))).toEqual([]);
	const failed = [...received, ...polls].filter(({ status }) => status !== 'success');
	expect(failed).toEqual([]);
	expect(hub.state.queue.size).toBe(0);
	const grown = growth.filter(({ before, after }) => after > before * GROWTH + ALLOWANCE);
	expect(grown).toEqual([]);
});
