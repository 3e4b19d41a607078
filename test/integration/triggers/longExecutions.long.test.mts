import { afterEach, expect, test, vi } from 'vitest';
import { engineLogger } from '../../engine/engine.mts';
import { timing } from '../../support/clock.mts';
import { passTime } from '../../support/passTime.mts';
import { idsOf } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';

const hour = 60 * 60_000;
const { at, trigger, create, poll, queueOf } = setupTrigger('marketplaceHubQueueTrigger');
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});
/** Puts the monotonic clock forward. */
const pass = (ms: number) => {
	const now = performance.now.bind(performance);
	vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
};

/* Executions of the queue trigger that outlast a poll. */

test('orders of a long execution are neither emitted again nor acknowledged before it ends', async () => {
	const workflow = trigger();
	const ids = create(3);
	timing.pollBudget = 100;
	let end = () => {};
	expect(idsOf(await poll(workflow, (settle) => void (end = settle)))).toEqual(ids);
	const [later = 0] = create(1);
	expect(idsOf(await poll(workflow))).toEqual([later]);
	await queueOf(...ids);
	end();
	expect(await poll(workflow)).toEqual([]);
	await queueOf();
});

test('an order whose execution runs for hours does not come again, whatever the clock says', async () => {
	const workflow = trigger();
	const [id = 0] = create(1);
	timing.pollBudget = 100;
	let end = () => {};
	expect(idsOf(await poll(workflow, (settle) => void (end = settle)))).toEqual([id]);
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * hour });
	pass(2.9 * hour);
	timing.pollBudget = 30_000;
	expect(await poll(workflow)).toEqual([]);
	await queueOf(id);
	end();
	expect(await poll(workflow)).toEqual([]);
	await queueOf();
});

test('an order comes again if n8n reports nothing about its execution for 3 hours', async () => {
	const workflow = trigger();
	const [id] = create(1);
	timing.pollBudget = 100;
	expect(idsOf(await poll(workflow, 'never'))).toEqual([id]);
	passTime(3 * hour);
	timing.pollBudget = 30_000;
	expect(idsOf(await poll(workflow))).toEqual([id]);
	await queueOf();
});

test('the log says that the queue is blocked if it shows only orders of running executions', async () => {
	const workflow = trigger();
	const ids = create(101);
	timing.pollBudget = 100;
	expect(idsOf(await poll(workflow, 'never'))).toEqual(ids.slice(0, 100));
	const warn = vi.spyOn(engineLogger(), 'warn');
	expect(await poll(workflow)).toEqual([]);
	expect(warn.mock.calls.join()).toContain('still run');
});

test('a hub whose queue takes longer to read than a poll may last still gives its orders, a hundred a poll', async () => {
	const workflow = trigger();
	const ids = create(150);
	timing.pollBudget = 100;
	at.hub.faults.add({ endpoint: 'queueList', kind: 'slow', delay: 300, times: 99 });
	const warn = vi.spyOn(engineLogger(), 'warn');
	expect(idsOf(await poll(workflow))).toEqual(ids.slice(0, 100));
	expect(warn.mock.calls.join()).not.toContain('stay in it for now');
	const later = [...(await poll(workflow)), ...(await poll(workflow))];
	expect(idsOf(later)).toEqual(ids.slice(100));
});
