import type { z } from 'zod';
import { secretsOf, stateOf, type Account } from './auth/account';
import { currentAccount } from './auth/credential';
import { checkRefusal, isRefused } from './auth/refusal';
import { sendWithToken } from './auth/sendWithToken';
import { deadlineIn } from './async/clock';
import { firstOf, orAborted, wait } from './async/wait';
import type { EndpointName } from './endpoints';
import { failureOf, unexpectedAnswer, withOutcome } from './http/failures';
import { Patience, type LongestWait } from './http/patience';
import { blockWindow, inWindow } from './http/rateLimit';
import { readBody } from './http/response';
import { decide, noTries, triesAfter } from './http/retry';
import { cancelSignal, type HubContext, type OutgoingRequest } from './http/send';
import { addressOf, type PathValues, type QueryValues } from './http/url';
import { timing } from './timing';
import { stringifyJson } from './values/json';

/** What one request needs beyond its endpoint's row. */
export interface RequestInput {
	path?: PathValues;
	query?: QueryValues;
	/** Serialized as JSON; a bigint keeps all its digits. */
	body?: unknown;
	/** ms until an answer counts as lost. */
	timeout?: number;
	/** Ends the request and every wait for it, beside the execution's own cancel signal. */
	signal?: AbortSignal;
}

/** The hub as one account sees it; `Name` are the endpoints that may be called. */
export interface Hub<in Name extends EndpointName = EndpointName> {
	/** The credential's account. Throws a HubError of kind `credential` that says what to change. */
	account(): Promise<Account>;
	/**
	 * Sends one request by the rules of its endpoint's row and reads the answer.
	 * @param answer the shape the answer must have; unknown fields pass through
	 * @returns the answer; undefined for an answer without a body
	 * @throws HubError
	 */
	request<Answer>(
		name: Name,
		input: RequestInput,
		answer: z.ZodType<Answer, z.ZodTypeDef, unknown>,
	): Promise<Answer>;
}

/** How long all requests of a run, a poll or a picker may take. */
export interface Bounds {
	/** While the hub gives no usable answer; five minutes when left out. */
	longestWait?: LongestWait;
	/** ms from now on for everything, turns for a documented limit included. */
	deadline?: number;
}

/** Binds the hub to an n8n context: its credential, its helpers, its cancel signal. */
export function connectHub(context: HubContext, bounds: Bounds = {}): Hub {
	const run = new Patience(bounds.longestWait ?? { ms: timing.longestWait });
	const deadline = bounds.deadline === undefined ? undefined : deadlineIn(bounds.deadline);
	return {
		account: async () => await currentAccount(context),
		async request(name, input, answer) {
			run.check();
			const signal = firstOf(input.signal, deadline, cancelSignal(context));
			let account = await orAborted(accountToAsk(context), signal);
			const endpoint = account.endpoint(name);
			const window = stateOf(account).window(name);
			const patience = run.forRequest();
			const request: OutgoingRequest = {
				method: endpoint.method,
				url: addressOf(account.baseUrl, endpoint, input.path, input.query),
				body: input.body === undefined ? undefined : stringifyJson(input.body),
				timeout: input.timeout,
				signal,
			};
			let tries = noTries;
			let isUnderWay = false;
			const deliver = async () => {
				for (;;) {
					const sending = inWindow(window, endpoint.perMinute, signal, patience, async () => {
						isUnderWay = true;
						const left = () => patience.left();
						return await sendWithToken(account, { context, endpoint, request, left });
					});
					const arrived = await sending.catch((error: unknown) => {
						throw patience.noToken(error);
					});
					const outcome = readBody(endpoint, arrived, secretsOf(account));
					isUnderWay = false;
					const decision = decide(endpoint, outcome, tries);
					tries = triesAfter(tries, outcome);
					if (decision.next === 'accept') {
						const result = answer.safeParse(decision.body);
						if (result.success) return result.data;
						throw unexpectedAnswer(endpoint, result.error);
					}
					const because = decision.next === 'giveUp' ? decision.because : 'refused';
					const failure = () => failureOf(because, endpoint, outcome, secretsOf(account));
					switch (decision.next) {
						case 'giveUp':
							throw patience.giveUp(failure());
						case 'waitForLimit':
							blockWindow(window, decision.pause, failure);
							patience.allow(decision, failure);
							break;
						case 'sendAgain':
							patience.allow(decision, failure);
							await wait(decision.pause, signal);
					}
					account = await currentAccount(context);
				}
			};
			const { writes } = endpoint;
			const delivery =
				writes === undefined ? deliver() : stateOf(account).line(writes).run(deliver, signal);
			return await delivery.catch((error: unknown) => {
				throw withOutcome(error, endpoint, tries, isUnderWay);
			});
		},
	};
}

/** The account, when it may be asked now. A trigger's credential is read anew: it may be corrected. */
async function accountToAsk(context: HubContext): Promise<Account> {
	const known = await currentAccount(context);
	if (!isRefused(stateOf(known))) return known;
	const account = await currentAccount(context, true);
	checkRefusal(stateOf(account));
	return account;
}
