import { describe, expect, test } from 'vitest';
import { timing } from '../../support/clock.mts';
import { collectGarbage } from '../../support/garbage.mts';
import { byId } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import {
	call,
	idsOf,
	notificationOf,
	pollOnce,
	queueOf,
	triggerWorkflow,
} from '../../support/triggers.mts';
import { ping } from '../../support/waits.mts';
import { stopwatch } from '../../support/stopwatch.mts';

/** Never pauses as long as `requestTimeout`, and takes minutes in all. */
const trickle = { kind: 'trickle', delay: 250 } as const;
const deadline = 800;
/** Long after every deadline of these tests, and long before a trickling answer would be complete. */
const soon = 12_000;

const at = setupEach({ seed: { orders: 3 }, timing: { requestTimeout: deadline } });

const order = (operation: string) => ({
	resource: 'order',
	operation,
	idPedido: byId([...at.hub.state.orders.keys()][0]!),
});

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
	const passed = stopwatch();
	const result = await work;
	expect(passed()).toBeLessThan(ms);
	return result;
}

/** The account does its work on a hub that answers again. */
async function expectWorking(): Promise<void> {
	at.hub.faults.clear();
	expect((await within(soon, at.n8n.run(ping))).status).toBe('success');
}

describe('a trickling answer ends at the deadline', () => {
	test('a read is repeated', async () => {
		at.hub.faults.add({ ...trickle, endpoint: 'orderGet' });
		const { status } = await within(soon, at.n8n.run(order('get')));
		expect(status).toBe('success');
		expect(at.hub.count({ endpoint: 'orderGet' })).toBe(2);
	});

	test('a write has its record read', async () => {
		at.hub.faults.add({ ...trickle, endpoint: 'orderSent' });
		const { json } = await within(soon, at.n8n.run(order('setAsSent')));
		expect(json()).toMatchObject([{ outcome: 'done' }]);
		expect(at.hub.count({ endpoint: 'orderSent' })).toBe(1);
		await expectWorking();
	});

	test('a read without a full answer fails, even while memory is freed', async () => {
		at.hub.faults.add({ ...trickle, endpoint: 'orderGet', times: 99 });
		const freeing = setInterval(collectGarbage, 200);
		const reading = within(2 * soon, at.n8n.run(order('get')));
		const { nodeError } = await reading.finally(() => clearInterval(freeing));
		expect(nodeError?.message).toMatch(/gave no complete answer/);
		await expectWorking();
	});

	test('a token exchange is repeated', async () => {
		at.hub.faults.add({ ...trickle, endpoint: 'auth' });
		const { status } = await within(soon, at.n8n.run(ping));
		expect(status).toBe('success');
		expect(at.hub.tokens.issued).toBe(2);
	});

	test('work of the account fails without a token exchange, and succeeds once it answers', async () => {
		at.hub.faults.add({ ...trickle, endpoint: 'auth', times: 99 });
		const runs = Array.from({ length: 5 }, async () => await at.n8n.run(ping));
		for (const { nodeError } of await within(soon, Promise.all(runs)))
			expect(nodeError?.message).toMatch(/gave no complete answer/);
		await expectWorking();
	});
});

describe('triggers go on after a trickling answer', () => {
	test.each([
		['its queue', 'queueList'],
		['a token', 'auth'],
	])(
		'a poll that waits for %s ends, and the next one brings the orders',
		async (_what, endpoint) => {
			Object.assign(timing, { requestTimeout: 30_000, pollDeadline: deadline });
			const { idPedido } = at.hub.createOrder();
			const workflow = triggerWorkflow(at.n8n, 'marketplaceHubQueueTrigger');
			at.hub.faults.add({ ...trickle, endpoint, times: 99 });
			const hanging = pollOnce(at.n8n, workflow).catch((error: Error) => error.message);
			expect(await within(soon, hanging)).toMatch(/time limit/);
			if (endpoint === 'auth') return;
			at.hub.faults.clear();
			expect(idsOf(await within(soon, pollOnce(at.n8n, workflow)))).toEqual([idPedido]);
			await queueOf(at.hub);
		},
	);

	test('a poll with a hanging acknowledgement ends, and the next one acknowledges', async () => {
		Object.assign(timing, { requestTimeout: 30_000, pollDeadline: deadline });
		const { idPedido } = at.hub.createOrder();
		const workflow = triggerWorkflow(at.n8n, 'marketplaceHubQueueTrigger');
		at.hub.faults.add({ kind: 'slow', delay: 25_000, endpoint: 'acknowledge' });
		expect(idsOf(await within(soon, pollOnce(at.n8n, workflow)))).toEqual([idPedido]);
		at.hub.faults.clear();
		expect(await within(soon, pollOnce(at.n8n, workflow))).toEqual([]);
		await queueOf(at.hub);
	});

	test.each(['orderGet', 'auth'])(
		'a notification is answered while %s trickles, and the next order is read',
		async (endpoint) => {
			const { idPedido } = at.hub.createOrder();
			const workflow = triggerWorkflow(at.n8n, 'marketplaceHubTrigger', {
				settings: { readTimeLimit: 1 },
			});
			at.hub.faults.add({ ...trickle, endpoint, times: 99 });
			const late = await within(soon, call(at.n8n, workflow, notificationOf(at.hub, idPedido)));
			expect(late.reply).toMatchObject({ idInterno: expect.any(Number), status: 'novo' });
			expect(late.items).toMatchObject([{ reason: expect.stringContaining('1 seconds') }]);
			at.hub.faults.clear();
			// what hangs of the exchange ends at its own deadline
			if (endpoint === 'auth') await new Promise((resolve) => setTimeout(resolve, deadline));
			const unhurried = triggerWorkflow(at.n8n, 'marketplaceHubTrigger');
			const next = call(at.n8n, unhurried, notificationOf(at.hub, idPedido));
			const { items } = await within(soon, next);
			expect(items).toMatchObject([{ idPedido }]);
		},
	);
});
