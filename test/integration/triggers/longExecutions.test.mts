import { afterEach, expect, test, vi } from 'vitest';
import { engineLogger } from '../../engine/engine.mts';
import { timing } from '../../support/clock.mts';
import { passTime } from '../../support/passTime.mts';
import { setupEach } from '../../support/setup.mts';
import { idsOf, pollOnce, queueOf, triggerWorkflow } from '../../support/triggers.mts';

const hour = 60 * 60_000;
const current = setupEach();
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});
/** Puts the monotonic clock forward. */
const pass = (ms: number) => {
	const now = performance.now.bind(performance);
	vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
};
const trigger = () => triggerWorkflow(current.n8n, 'marketplaceHubQueueTrigger');
const create = (count: number) =>
	Array.from({ length: count }, () => current.hub.createOrder().idPedido);

/* Executions of the queue trigger that outlast a poll. */

test('orders of a workflow that takes long are neither emitted again nor acknowledged until it has ended', async () => {
	const { hub, n8n } = current;
	const workflow = trigger();
	const ids = create(3);
	timing.pollBudget = 100;
	let end = () => {};
	expect(idsOf(await pollOnce(n8n, workflow, (settle) => void (end = settle)))).toEqual(ids);
	const [later = 0] = create(1);
	expect(idsOf(await pollOnce(n8n, workflow))).toEqual([later]);
	await queueOf(hub, ...ids);
	end();
	expect(await pollOnce(n8n, workflow)).toEqual([]);
	await queueOf(hub);
});

test('an execution that runs for hours: its order does not come again, whatever the time of day says', async () => {
	const { hub, n8n } = current;
	const workflow = trigger();
	const [id = 0] = create(1);
	timing.pollBudget = 100;
	let end = () => {};
	expect(idsOf(await pollOnce(n8n, workflow, (settle) => void (end = settle)))).toEqual([id]);
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * hour });
	pass(2.9 * hour);
	timing.pollBudget = 30_000;
	expect(await pollOnce(n8n, workflow)).toEqual([]);
	await queueOf(hub, id);
	end();
	expect(await pollOnce(n8n, workflow)).toEqual([]);
	await queueOf(hub);
});

test('an execution that n8n tells nothing about for 3 hours is given up: its order comes again', async () => {
	const { hub, n8n } = current;
	const workflow = trigger();
	const [id] = create(1);
	timing.pollBudget = 100;
	expect(idsOf(await pollOnce(n8n, workflow, 'never'))).toEqual([id]);
	passTime(3 * hour);
	timing.pollBudget = 30_000;
	expect(idsOf(await pollOnce(n8n, workflow))).toEqual([id]);
	await queueOf(hub);
});

test('a queue that shows only orders whose executions still run: the log says that it is blocked', async () => {
	const { n8n } = current;
	const workflow = trigger();
	const ids = create(101);
	timing.pollBudget = 100;
	expect(idsOf(await pollOnce(n8n, workflow, 'never'))).toEqual(ids.slice(0, 100));
	const warn = vi.spyOn(engineLogger(), 'warn');
	expect(await pollOnce(n8n, workflow)).toEqual([]);
	expect(warn.mock.calls.join()).toContain('still run');
});
