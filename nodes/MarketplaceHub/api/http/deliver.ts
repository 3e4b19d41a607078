import { type Limiter, monotonicNow, delay } from '../async';
import type { Endpoint } from '../endpoints';
import { HubError } from '../errors';
import { outOfTime, withOutcome } from './failures';
import type { RateLimit } from './rateLimit';
import { isDone, isOutcomeUnknown, isRateLimited, noTries, shouldRetry, triesAfter } from './retry';
import type { RunLimit } from './runLimit';
import { type Outcome, readBody, retryAfterOf } from './answer';

/** A request, and everything that it shares with others. */
export interface Delivery {
	endpoint: Endpoint;
	run: RunLimit;
	rateLimit: RateLimit;
	/** Where it waits for others before it takes a slot. */
	turns?: Limiter;
	/** Ends every wait for it. */
	signal?: AbortSignal;
	/** Sends it once. */
	send: () => Promise<Outcome>;
	/** Makes the failure with which it is given up. */
	failureOf: (outcome: Outcome, endpoint: Endpoint, isUnknown?: boolean) => HubError;
}

/**
 * Sends a request, again where the rules of its endpoint's row allow it, until the hub accepts it.
 * @returns the body of the answer
 */
export async function deliver(delivery: Delivery): Promise<unknown> {
	const { endpoint, failureOf, run, signal, turns } = delivery;
	let tries = noTries;
	let isUnderWay = false;
	let leave: (() => void) | undefined;
	try {
		leave = await turns?.enter(signal);
		for (;;) {
			const takenAt = await takeSlot(delivery);
			isUnderWay = true;
			const outcome = await sendInSlot(delivery, takenAt);
			isUnderWay = false;
			tries = triesAfter(tries, outcome);
			if (isDone(endpoint, outcome, tries)) return outcome.body;
			const pause = shouldRetry(endpoint, outcome, tries, delivery.rateLimit.freeIn);
			if (pause === undefined)
				throw givenUp(
					run,
					failureOf(outcome, endpoint, isOutcomeUnknown(endpoint, outcome, tries)),
				);
			await waitForRetry(delivery, outcome, pause);
		}
	} catch (error) {
		throw withOutcome(error, endpoint, tries, isUnderWay);
	} finally {
		leave?.();
	}
}

/**
 * Waits for a slot in the endpoint's limit.
 * @returns when it was taken, by the monotonic clock
 */
async function takeSlot({ endpoint, rateLimit, run, signal }: Delivery): Promise<number> {
	const since = monotonicNow();
	for (;;) {
		const { block } = rateLimit;
		if (block !== undefined) {
			const left = block.until - monotonicNow();
			assertTimeFor(run, { pause: left, asked: left, failure: block.because });
			await delay(left, signal);
		} else if (await rateLimit.take(signal)) {
			run.slotWaits.add(endpoint, since);
			return monotonicNow();
		}
	}
}

/** Sends a request that holds a slot, until it ends; its body is read. */
async function sendInSlot(delivery: Delivery, takenAt: number): Promise<Outcome> {
	const { endpoint, rateLimit, run, send, signal } = delivery;
	const arrived = await send().catch((error: unknown) => {
		// the hub may have counted a request that was stopped
		rateLimit.release(signal?.aborted === true);
		if (!(error instanceof HubError) || error.kind !== 'unreachable') throw error;
		// there is no token, and the other requests of the run need one, too
		run.noteSetback(takenAt);
		throw run.end(givenUp(run, error));
	});
	rateLimit.settle(arrived, takenAt);
	const outcome = readBody(endpoint, arrived);
	run.addOutcome(outcome, takenAt);
	return outcome;
}

/** Waits before a request is sent again. After a 429 all requests of the endpoint wait, see `takeSlot`. */
async function waitForRetry(
	{ endpoint, failureOf, rateLimit, run, signal }: Delivery,
	outcome: Outcome,
	pause: number,
): Promise<void> {
	const asked = retryAfterOf(outcome);
	const failure = failureOf(outcome, endpoint);
	const isBlocked = isRateLimited(outcome);
	if (isBlocked) rateLimit.blockFor(pause, failure);
	assertTimeFor(run, { pause, asked, failure });
	if (!isBlocked) await delay(pause, signal);
}

/** A pause that a request needs, and ms that the hub asks to wait. */
interface NeededPause {
	pause: number;
	asked?: number;
	failure: HubError;
}

/** @throws `failure` when its run has no time for the pause */
function assertTimeFor(run: RunLimit, { pause, asked = 0, failure }: NeededPause): void {
	run.noteSetback();
	const { timeLeft } = run;
	if (Math.max(pause, asked) > timeLeft)
		throw run.end(outOfTime(failure, run, { asked, pause, left: timeLeft }));
}

/** The failure of a request that is not sent again: it ends the run when that is over by now. */
const givenUp = (run: RunLimit, failure: HubError): HubError =>
	run.isOver ? run.end(outOfTime(failure, run)) : failure;
