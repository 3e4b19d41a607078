import { describe, expect, test, vi } from 'vitest';
import type { IRun } from 'n8n-workflow';
import { timing } from '../../support/clock.mts';
import { passTime } from '../../support/passTime.mts';
import { engineLogger } from '../../engine/engine.mts';
import { Shop } from '../../support/shop.mts';
import { failedRun } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';

const { at, create, poll, queueOf } = setupTrigger('marketplaceHubQueueTrigger');

const inWorkflow = { acknowledgement: 'workflow' };
const modes = [
	['After Emitting', {}],
	['In the Workflow', inWorkflow],
] as const;

const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);

describe.each(modes)('the workflow fails, acknowledgement: %s', (_name, parameters) => {
	test('all 140 orders are stored once after the ERP answered 500 for two and a half minutes', async () => {
		const shop = new Shop(at, parameters);
		const ids = create(130);
		shop.refuses = () => true;
		await shop.poll();
		ids.push(...create(10));
		await shop.pollFor(2);
		expect(shop.stored).toEqual([]);
		expect(at.hub.count({ endpoint: 'acknowledge' })).toBe(0);
		shop.refuses = () => false;
		await shop.pollFor(2);
		expect(sorted(shop.stored)).toEqual(ids);
		await queueOf();
		expect(shop.executions.length).toBeLessThan(25);
	});

	test('an order that always fails holds up no other, and is tried less and less often', async () => {
		const shop = new Shop(at, parameters);
		const ids = create(100);
		const bad = ids[3]!;
		shop.refuses = (id) => id === bad;
		await shop.poll();
		await shop.pollFor(15);
		const others = ids.filter((id) => id !== bad);
		expect(others.filter((id) => !shop.stored.includes(id))).toEqual([]);
		await queueOf(bad);
		for (let hour = 0; hour < 6; hour++) {
			const [fresh = 0] = create(1);
			await shop.pollFor(60, 4);
			expect(shop.tries(fresh)).toMatchObject([{ failed: false }]);
		}
		await queueOf(bad);
		const tries = shop.tries(bad);
		expect(tries.at(-1)).toMatchObject({
			ids: [bad],
			items: [{ failedExecutions: tries.length - 1 }],
		});
		expect(tries.length).toBeGreaterThan(12);
		expect(tries.length).toBeLessThan(25);
		shop.refuses = () => false;
		await shop.pollFor(31);
		expect(shop.stored).toContain(bad);
		await queueOf();
	});

	test('a night without the ERP costs few executions', async () => {
		const shop = new Shop(at, parameters);
		const ids = create(40);
		shop.refuses = () => true;
		await shop.poll();
		await shop.pollFor(8 * 60, 5);
		expect(shop.executions.length).toBeLessThan(30);
		shop.refuses = () => false;
		await shop.pollFor(35);
		expect(sorted(shop.stored)).toEqual(ids);
	});

	test("a failed order is named in n8n's log, and its next item counts the failures", async () => {
		const warn = vi.spyOn(engineLogger(), 'warn');
		const shop = new Shop(at, parameters);
		const [id = 0] = create(1);
		shop.refuses = () => true;
		await shop.poll();
		await shop.pollFor(5);
		const log = warn.mock.calls.join('\n');
		warn.mockRestore();
		expect(log).toContain(String(id));
		expect(log).toMatch(/3 times/);
		expect(shop.executions[0]?.items[0]).not.toHaveProperty('failedExecutions');
		expect(shop.executions[1]?.items).toMatchObject([{ idPedido: id, failedExecutions: 1 }]);
	});

	test('a changed order comes at once, whatever its earlier content did', async () => {
		const shop = new Shop(at, parameters);
		const [id = 0] = create(1);
		shop.refuses = () => true;
		await shop.poll();
		shop.refuses = () => false;
		at.hub.updateOrder(id, { status: 'pago' });
		await shop.poll();
		expect(shop.executions.at(-1)?.items).toMatchObject([{ idPedido: id, status: 'pago' }]);
		expect(shop.executions.at(-1)?.items[0]).not.toHaveProperty('failedExecutions');
		await queueOf();
	});

	test('a full page of failing orders fails the poll visibly as often as they are tried', async () => {
		const shop = new Shop(at, parameters);
		const ids = create(101);
		shop.refuses = (id) => id !== ids[100];
		await shop.poll();
		expect(shop.reports).toHaveLength(1);
		expect(shop.reports[0]?.message).toContain('later orders cannot be seen');
		await shop.pollFor(60, 4);
		expect(shop.reports.length).toBeGreaterThan(3);
		expect(shop.reports.length).toBeLessThanOrEqual(shop.executions.length);
		shop.refuses = () => false;
		await shop.pollFor(35);
		expect(sorted(shop.stored)).toEqual(ids);
	});

	test('failed executions count as done if the user chooses that', async () => {
		const shop = new Shop(at, { ...parameters, settings: { repeatFailed: false } });
		const ids = create(3);
		shop.refuses = () => true;
		await shop.poll();
		await shop.pollFor(3);
		expect(shop.executions).toMatchObject([{ ids, failed: true }]);
		if (parameters === inWorkflow) await queueOf(...ids);
		else await queueOf();
	});
});

test('an order that the failed execution has acknowledged does not come again', async () => {
	const shop = new Shop(at, inWorkflow);
	const [first = 0, ...others] = create(3);
	await poll(shop.workflow, (settle) => {
		at.hub.state.queue.delete(first);
		settle(failedRun());
	});
	await shop.pollFor(1);
	expect(sorted(shop.stored)).toEqual(others);
});

describe.each(modes)("the trigger's memory, acknowledgement: %s", (_name, parameters) => {
	test.each([
		['during the pause', (end: (run?: IRun) => void) => end(failedRun())],
		['while the execution runs', () => {}],
	])('n8n restarts %s: the orders come again', async (_when, settle) => {
		timing.pollBudget = 100;
		const shop = new Shop(at, parameters);
		const ids = create(3);
		shop.restart(await shop.storedAtEmission(settle));
		timing.pollBudget = 30_000;
		await shop.poll();
		expect(shop.executions).toEqual([]);
		await shop.pollFor(1);
		expect(sorted(shop.stored)).toEqual(ids);
		await queueOf();
	});

	test('the clock of the machine is set back a day during the pause: the orders come again', async () => {
		const shop = new Shop(at, parameters);
		const ids = create(3);
		shop.refuses = () => true;
		await shop.poll();
		shop.refuses = () => false;
		passTime(-24 * 60 * 60_000);
		await shop.pollFor(1);
		expect(sorted(shop.stored)).toEqual(ids);
	});
});

describe("the trigger's memory, with In the Workflow only", () => {
	test('an order that waits for its acknowledgement does not come again when the workflow is published again', async () => {
		const shop = new Shop(at, inWorkflow);
		const [id = 0] = create(1);
		shop.publishAgain(await shop.storedAtEmission((end) => end()));
		await shop.pollFor(40);
		expect(shop.executions).toEqual([]);
		await queueOf(id);
	});

	test('a memory that cannot be read is left aside: its order comes once more', async () => {
		const shop = new Shop(at, inWorkflow);
		const [id = 0] = create(1);
		const stored = await shop.storedAtEmission((end) => end());
		const { emitted } = stored['node:Trigger'] as { emitted: Record<string, unknown[]> };
		emitted[id]?.pop();
		shop.restart(stored);
		await shop.pollFor(3);
		expect(shop.stored).toEqual([id]);
	});
});
