import type { z } from 'zod';
import { secretsOf, stateOf, type Account } from './auth/account';
import { currentAccount } from './auth/credential';
import { sendWithToken } from './auth/sendWithToken';
import { firstOf, orAborted, wait } from './async/wait';
import type { EndpointName } from './endpoints';
import { failureOf, unexpectedAnswer } from './http/failures';
import { blockWindow, inWindow } from './http/rateLimit';
import { readBody } from './http/response';
import { decide, type Tries } from './http/retry';
import { cancelSignal, type HubContext, type OutgoingRequest } from './http/send';
import { addressOf, type PathValues, type QueryValues } from './http/url';
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

/**
 * Binds the hub to an n8n context: its credential, its helpers, its cancel signal.
 * @param ends ends every request, beside the execution's own cancel signal
 */
export function connectHub(context: HubContext, ends?: AbortSignal): Hub {
	return {
		account: async () => await currentAccount(context),
		async request(name, input, answer) {
			const signal = firstOf(input.signal, ends, cancelSignal(context));
			let account = await orAborted(currentAccount(context), signal);
			const endpoint = account.endpoint(name);
			const window = stateOf(account).window(name);
			const request: OutgoingRequest = {
				method: endpoint.method,
				url: addressOf(account.baseUrl, endpoint, input.path, input.query),
				body: input.body === undefined ? undefined : stringifyJson(input.body),
				timeout: input.timeout,
				signal,
			};
			let tries: Tries = { failed: 0, rateLimited: 0 };
			for (;;) {
				const sending = inWindow(
					window,
					endpoint.perMinute,
					signal,
					async () => await sendWithToken(context, account, request),
				);
				const outcome = readBody(endpoint, await sending);
				const decision = decide(endpoint, outcome, tries);
				switch (decision.next) {
					case 'accept': {
						const result = answer.safeParse(decision.body);
						if (result.success) return result.data;
						throw unexpectedAnswer(endpoint, result.error);
					}
					case 'giveUp':
						throw failureOf(decision.because, endpoint, outcome, secretsOf(account));
					case 'waitForLimit':
						blockWindow(window, decision.pause);
						tries = { ...tries, rateLimited: tries.rateLimited + 1 };
						break;
					case 'sendAgain':
						await wait(decision.pause, signal);
						tries = { ...tries, failed: tries.failed + 1 };
				}
				account = await currentAccount(context);
			}
		},
	};
}
