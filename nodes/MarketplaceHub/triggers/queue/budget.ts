import type { IPollFunctions } from 'n8n-workflow';
import { timing } from '../../api/timing';

/** n8n's own share of what it gives a poll, in ms: it ends what takes longer. */
const reserve = 5_000;

/**
 * How long one poll may take, in ms: `emitting` until it leaves the rest to the next, `waiting` until
 * what it still waits for ends. Asked of n8n where it says so (from 2.40 on), else what older releases
 * allow.
 */
export function pollTimes(context: IPollFunctions): { emitting: number; waiting: number } {
	const budget = budgetOf(context);
	if (budget === undefined) return { emitting: timing.pollBudget, waiting: timing.pollDeadline };
	const waiting = Math.max(budget - reserve, budget / 2);
	return { emitting: waiting * 0.75, waiting };
}

function budgetOf(context: object): number | undefined {
	if (!('getPollBudgetMs' in context) || typeof context.getPollBudgetMs !== 'function')
		return undefined;
	const budget: unknown = context.getPollBudgetMs();
	return typeof budget === 'number' && budget > 0
		? Math.min(budget, timing.longestPoll)
		: undefined;
}
