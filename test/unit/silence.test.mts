import { expect, test } from 'vitest';
import { monotonicNow } from '../../nodes/MarketplaceHub/api/async.ts';
import { HubError } from '../../nodes/MarketplaceHub/api/errors.ts';
import { outOfTime } from '../../nodes/MarketplaceHub/api/http/outOfTime.ts';
import { RunLimit } from '../../nodes/MarketplaceHub/api/http/runLimit.ts';
import { NoUsableAnswer, type Outcome } from '../../nodes/MarketplaceHub/api/http/answer.ts';

const minute = 60_000;
const silence = new NoUsableAnswer('ECONNREFUSED');
const answered = (status: number): Outcome => ({ status, headers: {}, body: '', text: '' });

/** A run whose first try began so long ago. */
function runAfter(ms: number, outcomes: Outcome[], isByHand = true) {
	const run = new RunLimit({ ms: 5 * minute, silence: isByHand ? minute : undefined });
	const began = monotonicNow() - ms;
	for (const outcome of outcomes) run.addOutcome(outcome, began);
	return run;
}

test('a run without any answer ends after a minute, and says how long there was none', () => {
	expect(runAfter(0.9 * minute, [silence]).isOver).toBe(false);
	const run = runAfter(1.2 * minute, [silence, silence]);
	expect(run.isOver).toBe(true);
	const { message } = outOfTime(new HubError('unreachable', 'The hub is silent'), run);
	expect(message).toBe('The hub is silent (given up after 1,2 minutes without any answer)');
});

test.each([429, 503])('an answer %i counts towards Longest Wait', (status) => {
	const run = runAfter(1.2 * minute, [silence, answered(status)]);
	expect(run.isOver).toBe(false);
	expect(run.timeLeft).toBeGreaterThan(3.5 * minute);
	expect(Math.round(run.timeForTry)).toBeLessThanOrEqual(minute);
	expect(runAfter(5.1 * minute, [answered(status)]).isOver).toBe(true);
});

test('Longest Wait is the only limit if there is none for silence', () => {
	const run = runAfter(1.2 * minute, [silence], false);
	expect([run.isOver, run.silentFor]).toEqual([false, undefined]);
	const over = runAfter(5.1 * minute, [silence], false);
	const { message } = outOfTime(new HubError('unreachable', 'The hub is silent'), over);
	expect(message).toContain('the longest wait of 5 minutes');
});

test('a pause that does not fit into the longest wait ends the run with the time that it took', () => {
	const run = runAfter(0, []);
	run.noteSetback(monotonicNow() - 3_000);
	const failure = new HubError('refused', 'The hub answered 429: muitas requisições');
	const { message } = outOfTime(failure, run, { pause: 6 * minute, left: run.timeLeft });
	expect(message).toBe(
		'The hub answered 429: muitas requisições (given up after 4 seconds: the next try would come after the longest wait of 5 minutes)',
	);
});
