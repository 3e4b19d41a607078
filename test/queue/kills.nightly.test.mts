import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { storeCredential, useHub } from '../n8n/session.mts';
import { waitFor } from '../server/wait.mts';
import { lost, notify, publishReceiver, type Notified } from './notifications.mts';
import { platform } from './platform.mts';

/** How long the workflow works on an order before it acknowledges it, in seconds. */
const WORK = 3;
const NOTIFICATIONS = 8;

const hub = await useHub();
const { n8n, rest } = await platform();
const workflow = await publishReceiver(rest, await storeCredential(rest, hub), WORK);
afterAll(async () => await rest.deleteWorkflow(workflow));

describe('a process is killed while the workflow works on orders that it acknowledges last', () => {
	afterEach(async () => {
		await n8n.restore();
		hub.state.queue.clear();
	});

	const begun = () => n8n.workers.flatMap((worker) => worker.begun());
	const stalls = () => n8n.webhook.log().split('job stalled').length;
	const moments = {
		'a reply is sent': async (notified: Notified[]) => {
			await Promise.any(notified.map(async ({ taken }) => (await taken) || Promise.reject()));
		},
		'executions have begun': async (notified: Notified[], before: string[]) => {
			await Promise.all(notified.map(async ({ taken }) => await taken));
			await waitFor(() => begun().length > before.length, { what: 'an execution to begin' });
		},
	};
	const victims = {
		main: () => n8n.main,
		'the webhook process': () => n8n.webhook,
		// the one that has begun the newest execution
		'a worker': () =>
			n8n.workers.reduce((busiest, worker) =>
				Number(worker.begun().at(-1) ?? 0) > Number(busiest.begun().at(-1) ?? 0) ? worker : busiest,
			),
	};

	test.each([
		{ who: 'main', when: 'a reply is sent', back: 'at once' },
		{ who: 'main', when: 'executions have begun', back: 'at once' },
		{ who: 'the webhook process', when: 'a reply is sent', back: 'at once' },
		{ who: 'the webhook process', when: 'executions have begun', back: 'at once' },
		{ who: 'a worker', when: 'a reply is sent', back: 'at once' },
		{ who: 'a worker', when: 'executions have begun', back: 'at once' },
		{ who: 'a worker', when: 'executions have begun', back: 'when n8n has found it dead' },
	] as const)(
		'$who, as soon as $when, back $back: each order is in the queue or was processed',
		async ({ who, when, back }) => {
			const before = begun();
			const stallsBefore = stalls();
			const known = (await n8n.executions(workflow)).length;
			const receiver = who === 'main' ? n8n.main : n8n.webhook;
			const notified = notify(hub, receiver, workflow, NOTIFICATIONS);
			await moments[when](notified, before);
			const killed = victims[who]();
			await killed.kill();
			const taken = (await Promise.all(notified.map((each) => each.taken))).filter(Boolean);
			if (back !== 'at once')
				await waitFor(() => stalls() > stallsBefore, { what: 'n8n to find the dead worker' });
			await killed.start();
			// a process may be killed between its reply and the execution: then the order waits in the queue
			const settled = async () => await n8n.endedExecutions(workflow, known, 240_000);
			// an execution that n8n took for dead too early still ends, and is a success then
			await expect
				.poll(async () => lost(hub, notified, await settled()), { timeout: 180_000, interval: 500 })
				.toEqual([]);
			expect(taken.length).toBeGreaterThan(0);
		},
		500_000,
	);
});
