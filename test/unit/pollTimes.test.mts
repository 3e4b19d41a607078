import type { IPollFunctions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { timing } from '../../nodes/MarketplaceHub/api/timing.ts';
import { pollTimes } from '../../nodes/MarketplaceHub/triggers/queue/budget.ts';

const of = (context: object) => pollTimes(context as IPollFunctions);
const giving = (ms: number) => of({ getPollBudgetMs: () => ms });

describe('how long a poll of the queue trigger may take', () => {
	test('an n8n that does not say gives what older releases allow', () => {
		expect(of({})).toEqual({ emitting: timing.pollBudget, waiting: timing.pollDeadline });
		expect(giving(0)).toEqual(of({}));
	});

	test.each([1_000, 45_000, 300_000])('of %i ms it leaves n8n a part', (budget) => {
		const { emitting, waiting } = giving(budget);
		expect(waiting).toBeLessThan(budget);
		expect(emitting).toBeLessThan(waiting);
		expect(emitting).toBeGreaterThan(budget / 3);
	});

	test('no poll goes on for longer than five minutes', () => {
		expect(giving(3_600_000).waiting).toBeLessThan(300_000);
	});
});
