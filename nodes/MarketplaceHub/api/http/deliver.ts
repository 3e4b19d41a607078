import { type Limiter, monotonicNow, delay } from '../async';
import type { Endpoint } from '../endpoints';
import { HubError } from '../errors';
import { withOutcome } from './failures';
import type { RateLimit } from './rateLimit';
import { isDone, noTries, retryDelay, shouldRetry, type Tries, triesAfter } from './retry';
import type { RunLimit } from './runLimit';
import { type Outcome, readBody, retryAfterOf } from './answer';

/** A request, and everything that it shares with others. */
export interface Delivery {
	endpoint: Endpoint;
	run: RunLimit;
	/** Told how long it waits for a slot, when the wait begins and when it has ended. */
	report?: {
		startWait(endpoint: Endpoint, ms: number): void;
		addSlotWait(endpoint: Endpoint, since: number): void;
		addAnswer(outcome: Outcome, ms: number): void;
	};
	rateLimit: RateLimit;
	/** Where the request waits for others before it takes a slot. */
	turns?: Limiter;
	/** Ends every wait for the request. */
	signal?: AbortSignal;
	/** Sends the request once. */
	send: () => Promise<Outcome>;
	/** Makes the failure with which it is given up. */
	failureOf: (outcome: Outcome, endpoint: Endpoint, mayBeDone?: boolean) => HubError;
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
			if (isDone(endpoint, outcome, tries)) return outcome.body;
			tries = triesAfter(tries, endpoint, outcome);
			if (!shouldRetry(endpoint, outcome, tries))
				throw run.givenUp(failureOf(outcome, endpoint, tries.mayBeDone));
			await waitForRetry(delivery, outcome, tries);
		}
	} catch (error) {
		throw withOutcome(error, endpoint, tries, isUnderWay);
	} finally {
		leave?.();
	}
}

/**
 * Sends a request exactly once, in a slot of its endpoint's limit, whatever its outcome. The answer says
 * nothing about the limit: the address may not exist.
 */
export async function deliverOnce(delivery: Omit<Delivery, 'failureOf'>): Promise<Outcome> {
	const { rateLimit } = delivery;
	await takeSlot(delivery);
	const outcome = await sendInItsSlot(delivery);
	rateLimit.release(outcome.status !== 429);
	return outcome;
}

/**
 * Waits for a slot in the endpoint's limit.
 * @returns when it was taken, by the monotonic clock
 */
async function takeSlot({
	endpoint,
	rateLimit,
	run,
	report,
	signal,
}: Omit<Delivery, 'failureOf'>): Promise<number> {
	const since = monotonicNow();
	const onWait = (ms: number) => report?.startWait(endpoint, ms);
	for (;;) {
		const { block } = rateLimit;
		if (block !== undefined) {
			const left = block.until - monotonicNow();
			run.checkTimeFor(left, block.because, left);
			onWait(left);
			await delay(left, signal);
		} else if (await rateLimit.take(signal, onWait)) {
			report?.addSlotWait(endpoint, since);
			return monotonicNow();
		}
	}
}

/** Sends a request that holds a slot, until it ends; its body is read. */
async function sendInSlot(delivery: Delivery, takenAt: number): Promise<Outcome> {
	const { endpoint, rateLimit, report, run } = delivery;
	const arrived = await sendInItsSlot(delivery);
	const ms = monotonicNow() - takenAt;
	rateLimit.settle(arrived, takenAt);
	const outcome = readBody(endpoint, arrived);
	report?.addAnswer(outcome, ms);
	run.addOutcome(outcome, takenAt);
	return outcome;
}

/** Sends a request that holds a slot; a request that ends without an outcome leaves the slot. */
async function sendInItsSlot({
	rateLimit,
	send,
	signal,
}: Omit<Delivery, 'failureOf'>): Promise<Outcome> {
	return await send().catch((error: unknown) => {
		// the hub may have counted a request that was stopped
		rateLimit.release(signal?.aborted === true);
		throw error;
	});
}

/**
 * Waits before a request is sent again. After a 429 all requests of the endpoint wait, see `takeSlot`.
 * @throws HubError of a time limit, with the status that the hub answered last
 */
async function waitForRetry(
	{ endpoint, failureOf, rateLimit, run, signal }: Delivery,
	outcome: Outcome,
	tries: Tries,
): Promise<void> {
	const ms = retryDelay(outcome, tries, rateLimit.freeIn);
	const failure = failureOf(outcome, endpoint);
	const isRateLimited = outcome.status === 429;
	if (isRateLimited) rateLimit.blockFor(ms, failure);
	run.checkTimeFor(ms, failure, retryAfterOf(outcome));
	if (isRateLimited) return;
	await delay(ms, signal).catch((error: unknown) => {
		const isLate = error instanceof HubError && error.kind === 'timeLimit';
		throw isLate ? error.with({ httpStatus: outcome.status }) : error;
	});
}
