import { firstOf, Limiter, orAborted, delay } from './async';
import type { Account } from './auth/account';
import { KeptAccount } from './auth/keptAccount';
import { sendOnceWithToken, sendWithToken } from './auth/sendWithToken';
import { cancelSignal, type HubContext, isToolContext } from './context';
import type { Endpoint, EndpointName } from './endpoints';
import type { Outcome } from './http/answer';
import { deliver, deliverOnce } from './http/deliver';
import { failureOf, unexpectedAnswer, withIdentifiers } from './http/failures';
import { type RequestInput, requestOf } from './http/requestOf';
import { type LongestWait, readsAtOnce, RunLimit, timeLimitIn } from './http/runLimit';
import type { Reader } from './schemas/reads/answers';
import { RunReport } from './runReport';
import { timing } from './timing';

/** The hub as one account sees it; `Name` are the endpoints that may be called. */
export interface Hub<in Name extends EndpointName = EndpointName> {
	/** The credential's account. Throws a HubError of kind `credential` with advice. */
	account(): Promise<Account>;
	/**
	 * Sends one request by the rules of its endpoint's row and reads the answer.
	 * @param answer the shape the answer must have; unknown fields pass through
	 * @returns the answer; undefined for an answer without a body
	 */
	request<Answer>(name: Name, input: RequestInput, answer: Reader<Answer>): Promise<Answer>;
	/**
	 * Sends one request exactly once, whatever the answer, in the endpoint's limit but at any address: the
	 * request costs no token, pauses nothing, and is not sent again.
	 * @param route method, and path with its values
	 */
	askOnce(
		name: Name,
		route: Pick<Endpoint, 'method' | 'path'>,
		input?: Pick<RequestInput, 'query' | 'body'>,
	): Promise<Outcome>;
	/**
	 * Pauses before a record is looked at again.
	 * @returns false, at once, where the run has no time left for that
	 */
	pauseToLook(ms: number): Promise<boolean>;
	/** Facts that the requests of the run have learned beside their answers. */
	readonly report: RunReport;
}

/** Settings of all requests of a run, a poll or a picker. */
export interface RunOptions {
	/** How long they go on while the hub gives no usable answer; five minutes when left out. */
	longestWait?: LongestWait;
	/** ms from now on for everything, turns for a documented limit included. */
	deadline?: number;
	/** The account, where the credential depends on the input item; else it is read as requests go out. */
	account?: Account;
	/** A line for the person who follows the run while it goes on. */
	logAndShow?: (message: string) => void;
}

/** Binds the hub to an n8n context: its credential, its helpers, its cancel signal. */
export function connectHub(context: HubContext, options: RunOptions = {}): Hub {
	const { longestWait = { ms: timing.longestWait } } = options;
	const run = new RunLimit(longestWait);
	const report = new RunReport(options.logAndShow);
	const reads = new Limiter(() => (report.wasTooMuch ? readsAtOnce / 2 : readsAtOnce));
	// all pauses between looks at records together
	let pauseLeft = longestWait.ms;
	const ofCredential = new KeptAccount(context);
	const account = async () => options.account ?? (await ofCredential.current());
	const deadline = options.deadline === undefined ? undefined : timeLimitIn(options.deadline);
	return {
		account,
		report,
		async pauseToLook(ms) {
			if (ms > pauseLeft) return false;
			pauseLeft -= ms;
			await delay(ms, cancelSignal(context));
			return true;
		},
		async askOnce(name, route, input = {}) {
			report.addRequest(name);
			const stop = firstOf(deadline, cancelSignal(context));
			const signal = firstOf(stop, run.signal);
			const own = await orAborted(account(), signal);
			const endpoint = { ...own.endpoint(name), ...route };
			const request = requestOf(own.baseUrl, endpoint, input, stop);
			return await deliverOnce({
				endpoint,
				run,
				signal,
				rateLimit: own.state.rateLimit(name),
				send: async () =>
					await sendOnceWithToken({ account: own, context, endpoint, request, run, signal }),
			});
		},
		async request(name, input, answer) {
			report.addRequest(name);
			try {
				const stop = firstOf(input.signal, deadline, cancelSignal(context));
				// the end of the run ends waits only: the hub may carry out a request that has been sent, so
				// its answer counts
				const signal = firstOf(stop, run.signal);
				const own = await orAborted(account(), signal);
				own.state.pause.check();
				const endpoint = own.endpoint(name);
				const request = requestOf(own.baseUrl, endpoint, input, stop);
				const body = await deliver({
					endpoint,
					run,
					report,
					signal,
					rateLimit: own.state.rateLimit(name),
					turns: turnsOf(endpoint, reads, own),
					send: async () =>
						await sendWithToken({ account: own, context, endpoint, request, run, signal }),
					failureOf: (outcome, failing, mayBeDone) =>
						failureOf(outcome, failing, { mayBeDone, isForAgent: isToolContext(context) }),
				});
				return readAnswer(endpoint, body, answer);
			} catch (error) {
				throw withIdentifiers(error, input.path);
			}
		},
	};
}

/** Where a request waits for others: a read for reads of its run, a write for writes of the same data. */
function turnsOf({ retry, writes }: Endpoint, reads: Limiter, { state }: Account) {
	if (retry === 'read') return reads;
	return writes && state.writeTurns(writes);
}

function readAnswer<Answer>(endpoint: Endpoint, body: unknown, answer: Reader<Answer>): Answer {
	const result = answer.safeParse(body);
	if (!result.success) throw unexpectedAnswer(endpoint, result.error);
	return result.data;
}
