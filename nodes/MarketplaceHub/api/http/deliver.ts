import type { Line } from '../async/concurrency';
import { firstOf, monotonicNow, wait } from '../async/wait';
import type { Endpoint } from '../endpoints';
import type { HubError } from '../errors';
import type { RateLimitWindow } from '../state';
import { failureOf, withOutcome } from './failures';
import { blockWindow, pauseForLimit, takeSlot } from './rateLimit';
import { decide, noTries, triesAfter, type Because } from './retry';
import type { Run } from './run';
import { readBody, type Outcome } from './send';

/** A request on its way. */
export interface Delivery {
	endpoint: Endpoint;
	run: Run;
	/** The window of its endpoint's limit. */
	window: RateLimitWindow;
	/** Where writes of the same data wait for each other. */
	line?: Line;
	/** Ends every wait for it. */
	signal?: AbortSignal;
	/** Told since when it has waited for its turn within the limit. */
	waited?: (since: number) => void;
	/** Sends it once. */
	send: () => Promise<Outcome>;
	/** What is thrown when it is given up. */
	failure?: (because: Because, endpoint: Endpoint, outcome: Outcome) => HubError;
}

/**
 * Sends a request, again where the rules of its endpoint's row allow it, until the hub accepts it.
 * @returns the body of the answer; undefined for an answer without one
 * @throws HubError that says what is known of the outcome
 */
export async function deliver(delivery: Delivery): Promise<unknown> {
	const { endpoint, run, window, line, waited, send, failure = failureOf } = delivery;
	const signal = firstOf(delivery.signal, run.signal);
	let leaveLine = () => {};
	let tries = noTries;
	let isUnderWay = false;
	try {
		if (line !== undefined) leaveLine = await line.enter(signal);
		for (;;) {
			const asked = monotonicNow();
			const slot = await takeSlot(window, endpoint.perMinute, run, signal);
			waited?.(asked);
			const began = monotonicNow();
			isUnderWay = true;
			const arrived = await slot.during(send()).catch((error: unknown) => {
				throw run.withoutToken(error, began);
			});
			isUnderWay = false;
			const outcome = readBody(endpoint, arrived);
			run.note(outcome, began);
			const decision = decide(endpoint, outcome, tries);
			tries = triesAfter(tries, outcome);
			if (decision.next === 'accept') return decision.body;
			if (decision.next === 'giveUp')
				throw run.giveUp(failure(decision.because, endpoint, outcome));
			const refused = () => failure('refused', endpoint, outcome);
			if (decision.next === 'waitForLimit') {
				const pause = pauseForLimit(window, endpoint.perMinute, decision, tries.rateLimited);
				blockWindow(window, pause, refused);
				run.allow({ ...decision, pause }, refused);
			} else {
				run.allow(decision, refused);
				await wait(decision.pause, signal);
			}
		}
	} catch (error) {
		throw withOutcome(error, endpoint, tries, isUnderWay);
	} finally {
		leaveLine();
	}
}
