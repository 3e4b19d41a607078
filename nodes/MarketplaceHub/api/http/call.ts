import { wait } from '../async';
import type { Endpoint } from '../endpoints';
import type { HubError } from '../errors';
import type { RateLimitWindow } from '../state';
import { failureOf } from './failures';
import { blockWindow, leaveSlot, pauseForLimit } from './rateLimit';
import { isRateLimited, shouldRetry, type Tries } from './retry';
import type { Run } from './run';
import { NoUsableAnswer, readBody, retryAfterOf, type Outcome } from './send';

/** A request on its way. */
export interface Call {
	endpoint: Endpoint;
	run: Run;
	/** The endpoint's limit a minute. */
	window: RateLimitWindow;
	/** Ends every wait for it, the run's own signal included. */
	signal?: AbortSignal;
}

/**
 * A request that holds a slot, until it ends.
 * @returns its outcome with the body read
 */
export async function answerOf(
	{ endpoint, run, signal, window }: Call,
	takenAt: number,
	sending: Promise<Outcome>,
): Promise<Outcome> {
	const arrived = await sending.catch((error: unknown) => {
		// the hub may have counted a request that was stopped
		const counted = signal?.aborted === true ? endpoint.perMinute : undefined;
		leaveSlot(window, counted, takenAt, noAnswer);
		throw run.withoutToken(error, takenAt);
	});
	leaveSlot(window, endpoint.perMinute, takenAt, arrived);
	const outcome = readBody(endpoint, arrived);
	run.note(outcome, takenAt);
	return outcome;
}

const noAnswer = new NoUsableAnswer('no answer');

/**
 * Waits as long as the rules of its endpoint's row say before a request is sent again; after a 429
 * the window waits, for all requests.
 * @param tries with this outcome
 * @param refused what the user reads when there is no time for the wait; as the hub said when left out
 * @returns whether it is sent again
 */
export async function waitForRetry(
	{ endpoint, run, signal, window }: Call,
	outcome: Outcome,
	tries: Tries,
	refused?: HubError,
): Promise<boolean> {
	const pause = shouldRetry(endpoint, outcome, tries);
	if (pause === undefined) return false;
	const asked = retryAfterOf(outcome);
	const failure = refused ?? failureOf('refused', endpoint, outcome);
	if (!isRateLimited(outcome)) {
		run.allow({ pause, asked }, failure);
		await wait(pause, signal);
		return true;
	}
	const { perMinute } = endpoint;
	const untilFree = pauseForLimit(window, perMinute, { pause, asked }, tries.rateLimited);
	blockWindow(window, untilFree, failure);
	run.allow({ pause: untilFree, asked }, failure);
	return true;
}
