import isEqual from 'lodash/isEqual.js';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { queueIsEmpty, storeCredential, useHub, waitNode } from '../n8n/session.mts';
import { triggerWorkflow } from '../n8n/triggersSupport.mts';
import type { Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { heldOrders } from './notifications.mts';
import { platform } from './platform.mts';

const ORDERS = 250;

/** In the database n8n then keeps when to poll next, and what a poll has remembered; off unless set. */
const durableScheduler = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** Once a minute, for the first time in so many seconds. */
const everyMinuteFrom = (seconds: number) => {
	const second = new Date(Date.now() + seconds * 1000).getSeconds();
	return { mode: 'custom', cronExpression: `${second} * * * * *` };
};

const hub = await useHub();
const { n8n, rest } = await platform();

/** n8n lets two mains run side by side with a licence only; without one, the second follows the first. */
describe('main is killed while it drains the queue, and another one takes over', () => {
	let workflow: Workflow;

	/** Both mains have these settings from now on. */
	const startWith = async (settings: NodeJS.ProcessEnv) => {
		if (isEqual(n8n.main.settings, settings)) return;
		await n8n.main.stop();
		for (const main of [n8n.main, n8n.otherMain]) main.settings = settings;
		await n8n.main.start();
	};
	afterEach(async () => {
		await n8n.restore();
		await rest.deleteWorkflow(workflow);
		hub.state.queue.clear();
		hub.state.acknowledgements.length = 0;
	});
	afterAll(async () => await startWith({}));

	test.each([
		['n8n as it is', {}, 0],
		["n8n's durable scheduler", durableScheduler, 1],
	])(
		'with %s every order comes, and none is acknowledged before an execution has it',
		async (_with, settings, storedPolls) => {
			await startWith(settings);
			const credential = await storeCredential(rest, hub);
			const next = [waitNode(3)];
			const pollTimes = { item: [everyMinuteFrom(15)] };
			const type = 'marketplaceHubQueueTrigger';
			workflow = await triggerWorkflow(rest, type, credential, { pollTimes }, { next });
			// while nothing waits: a publication that is under way when main is killed is lost to n8n
			await rest.publish(workflow);
			const scheduled = await n8n.postgres.query(
				`SELECT id FROM scheduled_job WHERE "ownerId" = '${workflow.id}'`,
			);
			expect(scheduled).toHaveLength(storedPolls);
			const orders = Array.from({ length: ORDERS }, () => hub.createOrder().idPedido);
			const first = await waitFor(async () => (await n8n.executions(workflow))[0], {
				what: 'an execution',
				timeout: 240_000,
			});
			await n8n.workerOf(first);
			await n8n.main.kill();
			const early = heldOrders(await n8n.executions(workflow));
			expect(hub.state.acknowledgements.filter(({ idPedido }) => !early.has(idPedido))).toEqual([]);

			await n8n.otherMain.start();
			await queueIsEmpty(hub, 150_000);
			const held = heldOrders(await n8n.endedExecutions(workflow, 3));
			expect(orders.filter((id) => !held.has(id))).toEqual([]);
		},
		300_000,
	);
});
