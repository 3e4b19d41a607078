import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storeCredential, useHub } from '../n8n/session.mts';
import type { Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { notify, publishReceiver } from './notifications.mts';
import { platform } from './platform.mts';

/** How long the workflow works on an order before it acknowledges it, in seconds. */
const WORK = 1;
const SENDERS = 4;

const hub = await useHub();
const { n8n, rest } = await platform();
const credential = await storeCredential(rest, hub);

describe('a server that n8n needs restarts while notifications come, with acknowledgement in the workflow', () => {
	let workflow: Workflow;

	beforeEach(async () => {
		workflow = await publishReceiver(rest, credential, WORK);
	});
	afterEach(async () => {
		await n8n.restore();
		await rest.deleteWorkflow(workflow);
		hub.state.queue.clear();
	});

	/** Callers that send the next notification when the one before is answered, until told to stop. */
	const keepSending = () => {
		const sentAt = new Map<number, number>();
		let taken = 0;
		let sending = true;
		const senders = Array.from({ length: SENDERS }, async () => {
			while (sending) {
				const [notified] = notify(hub, n8n.webhook, workflow, 1);
				sentAt.set(notified!.idPedido, Date.now());
				if (await notified!.taken) taken++;
			}
		});
		return {
			/** When each order's notification was sent. */
			sentAt,
			/** Resolves when so many more have been answered as the hub wants it. */
			answered: async (count: number) => {
				const goal = taken + count;
				await waitFor(() => taken >= goal, { what: `${count} replies`, timeout: 180_000 });
			},
			stop: async () => {
				sending = false;
				await Promise.all(senders);
			},
		};
	};
	/** Orders that left the hub's queue, and how long after their notification, in ms. */
	const acknowledged = (sentAt: Map<number, number>) =>
		hub.state.acknowledgements
			.filter(({ idPedido }) => sentAt.has(idPedido))
			.map(({ idPedido, at }) => ({ idPedido, after: at - sentAt.get(idPedido)! }));

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
		'$server: no order leaves the queue before it was processed, and n8n goes on by itself',
		async ({ restart }) => {
			const calls = keepSending();
			await calls.answered(8);
			await restart();
			const restarted = Date.now();
			const sentSince = () => new Map([...calls.sentAt].filter(([, at]) => at >= restarted));
			try {
				await calls.answered(8);
				await waitFor(() => acknowledged(sentSince()).length >= 8, {
					what: 'orders notified after the restart to be acknowledged',
					timeout: 240_000,
				});
			} finally {
				await calls.stop();
			}
			const early = acknowledged(calls.sentAt).filter(({ after }) => after < WORK * 1000);
			expect(early).toEqual([]);
		},
		500_000,
	);
});
