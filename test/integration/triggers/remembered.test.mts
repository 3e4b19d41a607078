import { beforeEach, describe, expect, test } from 'vitest';
import type { IRun } from 'n8n-workflow';
import { timing } from '../../support/clock.mts';
import { passTime } from '../../support/passTime.mts';
import { setup, type Setup } from '../../support/setup.mts';
import { Shop } from '../../support/shop.mts';
import { failedRun, queueOf } from '../../support/triggers.mts';

let current: Setup;
beforeEach(async () => {
	current = await setup();
});
const create = (count: number) =>
	Array.from({ length: count }, () => current.hub.createOrder().idPedido);

const inWorkflow = { acknowledgement: 'workflow' };
const modes = [
	['After Emitting', {}],
	['In the Workflow', inWorkflow],
] as const;

const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);

describe.each(modes)(
	'what the queue trigger remembers of executions, acknowledgement: %s',
	(_name, parameters) => {
		test.each([
			['during the pause', (end: (run?: IRun) => void) => end(failedRun())],
			['while the execution runs', () => {}],
		])('n8n restarts %s: the orders come again', async (_when, settle) => {
			timing.pollBudget = 100;
			const shop = new Shop(current, parameters);
			const ids = create(3);
			shop.restart(await shop.storedAtEmission(settle));
			timing.pollBudget = 30_000;
			await shop.poll();
			expect(shop.executions).toEqual([]);
			await shop.pollFor(1);
			expect(sorted(shop.stored)).toEqual(ids);
			await queueOf(current.hub);
		});

		test('the clock of the machine is set back a day during the pause: the orders come again', async () => {
			const shop = new Shop(current, parameters);
			const ids = create(3);
			shop.refuses = () => true;
			await shop.poll();
			shop.refuses = () => false;
			passTime(-24 * 60 * 60_000);
			await shop.pollFor(1);
			expect(sorted(shop.stored)).toEqual(ids);
		});
	},
);

describe('the same, only in the workflow', () => {
	test('an order that waits for its acknowledgement after a success does not come again when the workflow is published anew', async () => {
		const shop = new Shop(current, inWorkflow);
		const [id = 0] = create(1);
		shop.publishAgain(await shop.storedAtEmission((end) => end()));
		await shop.pollFor(40);
		expect(shop.executions).toEqual([]);
		await queueOf(current.hub, id);
	});

	test('what a release that did not tell failures from successes has emitted comes once more', async () => {
		const shop = new Shop(current, inWorkflow);
		const [id = 0] = create(1);
		const stored = await shop.storedAtEmission((end) => end());
		const { emitted } = stored['node:Trigger'] as { emitted: Record<string, unknown[]> };
		emitted[id]?.pop();
		shop.restart(stored);
		await shop.pollFor(3);
		expect(shop.stored).toEqual([id]);
	});
});
