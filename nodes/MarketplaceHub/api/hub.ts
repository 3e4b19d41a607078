import { type Account, currentAccount } from './auth/account';
import { type Sending, sendWithToken } from './auth/sendWithToken';
import { firstOf, type Limiter, monotonicNow, orAborted } from './async';
import { cancelSignal, type HubContext } from './context';
import type { Endpoint, EndpointName } from './endpoints';
import { type RequestInput, requestOf } from './http/address';
import { answerOf, waitForRetry } from './http/call';
import { failureOf, unexpectedAnswer, withIdentifiers, withOutcome } from './http/failures';
import { takeSlot } from './http/rateLimit';
import { isDone, noTries, triesAfter, whyGivenUp } from './http/retry';
import { type LongestWait, Run, timeLimitIn } from './http/run';
import type { Reader } from './schemas/answers';
import { timing } from './timing';

/** The hub as one account sees it; `Name` are the endpoints that may be called. */
export interface Hub<in Name extends EndpointName = EndpointName> {
	/** The credential's account. Throws a HubError of kind `credential` that says what to change. */
	account(): Promise<Account>;
	/**
	 * Sends one request by the rules of its endpoint's row and reads the answer.
	 * @param answer the shape the answer must have; unknown fields pass through
	 * @returns the answer; undefined for an answer without a body
	 */
	request<Answer>(name: Name, input: RequestInput, answer: Reader<Answer>): Promise<Answer>;
	/** Told of a list that did not settle, however often it was read: some records may not have been seen. */
	unsettled?: (list: EndpointName) => void;
}

/** What all requests of a run, a poll or a picker have in common. */
export interface RunOptions {
	/** How long they go on while the hub gives no usable answer; five minutes when left out. */
	longestWait?: LongestWait;
	/** ms from now on for everything, turns for a documented limit included. */
	deadline?: number;
	/** Told since when a request has waited for its turn within a limit, by the monotonic clock. */
	waited?: (name: EndpointName, since: number) => void;
	/** See `Hub`. */
	unsettled?: (list: EndpointName) => void;
	/** The account, where the credential depends on the input item; else it is read as requests go out. */
	account?: Account;
}

/** Binds the hub to an n8n context: its credential, its helpers, its cancel signal. */
export function connectHub(context: HubContext, options: RunOptions = {}): Hub {
	const run = new Run(options.longestWait ?? { ms: timing.longestWait });
	const account = async () => options.account ?? (await currentAccount(context));
	const deadline = options.deadline === undefined ? undefined : timeLimitIn(options.deadline);
	const callOf = async (name: EndpointName, input: RequestInput): Promise<Call> => {
		const signal = firstOf(input.signal, deadline, cancelSignal(context));
		const own = await orAborted(account(), firstOf(signal, run.signal));
		own.state.checkPause();
		const endpoint = own.endpoint(name);
		return {
			...{ account: own, context, endpoint, run },
			request: requestOf(own.baseUrl, endpoint, input, signal),
			signal: firstOf(signal, run.signal),
			window: own.state.window(name),
			turns: turnsOf(endpoint, run, own),
			waited: (since) => options.waited?.(name, since),
		};
	};
	return {
		account,
		unsettled: options.unsettled,
		async request(name, input, answer) {
			try {
				const call = await callOf(name, input);
				const body = await deliver(call);
				return readAnswer(call.endpoint, body, answer);
			} catch (error) {
				throw withIdentifiers(error, input.path);
			}
		},
	};
}

/** A request that waits for its turn among others. */
interface Call extends Sending {
	turns?: Limiter;
	/** Told since when it has waited for a slot within the limit. */
	waited: (since: number) => void;
}

/** Sends a request, again where the rules of its endpoint's row allow it, until the hub accepts it. */
async function deliver(call: Call): Promise<unknown> {
	const { endpoint, run, signal, turns, window } = call;
	const leave = await turns?.enter(signal).catch((error: unknown) => {
		throw withOutcome(error, endpoint, noTries, false);
	});
	let tries = noTries;
	let isUnderWay = false;
	try {
		for (;;) {
			const asked = monotonicNow();
			const takenAt = await takeSlot(window, endpoint.perMinute, run, signal);
			call.waited(asked);
			isUnderWay = true;
			const outcome = await answerOf(call, takenAt, sendWithToken(call));
			isUnderWay = false;
			tries = triesAfter(tries, outcome);
			if (isDone(endpoint, outcome, tries)) return outcome.body;
			if (await waitForRetry(call, outcome, tries)) continue;
			throw run.giveUp(failureOf(whyGivenUp(endpoint, outcome, tries), endpoint, outcome));
		}
	} catch (error) {
		throw withOutcome(error, endpoint, tries, isUnderWay);
	} finally {
		leave?.();
	}
}

/** Where a request waits for others: a read for those of its run, a write for those of the same data. */
function turnsOf({ isPolled, retry, writes }: Endpoint, run: Run, { state }: Account) {
	if (retry === 'read') return isPolled === true ? undefined : run.reads;
	return writes && state.writeTurns(writes);
}

function readAnswer<Answer>(endpoint: Endpoint, body: unknown, answer: Reader<Answer>): Answer {
	const result = answer.safeParse(body);
	if (!result.success) throw unexpectedAnswer(endpoint, result.error);
	return result.data;
}

/** Requests by endpoint; repeats of one count once. */
export type RequestCounts = Partial<Record<EndpointName, number>>;

/** The same hub, counting the requests that are asked of it and the lists that did not settle. */
export function countedHub<Name extends EndpointName>(
	hub: Hub<Name>,
): {
	hub: Hub<Name>;
	counts: Readonly<RequestCounts>;
	unsettled: ReadonlySet<EndpointName>;
} {
	const counts: RequestCounts = {};
	const unsettled = new Set<EndpointName>();
	return {
		hub: {
			...hub,
			unsettled(list) {
				unsettled.add(list);
				hub.unsettled?.(list);
			},
			async request(name, input, answer) {
				counts[name] = (counts[name] ?? 0) + 1;
				return await hub.request(name, input, answer);
			},
		},
		counts,
		unsettled,
	};
}
