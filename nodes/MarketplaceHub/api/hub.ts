import { type Account, currentAccount } from './auth/account';
import { sendWithToken } from './auth/sendWithToken';
import { firstOf, orAborted } from './async';
import type { Endpoint, EndpointName, PathValues } from './endpoints';
import { HubError } from './errors';
import { deliver, type Delivery, type LongestWait, Run, timeLimitIn } from './http/deliver';
import { unexpectedAnswer, withIdentifiers } from './http/failures';
import { cancelSignal, type HubContext, type OutgoingRequest } from './http/send';
import type { Reader } from './schemas/answers';
import { timing } from './timing';
import { isBlank, readNumericId } from './values/checks';
import { stringifyJson } from './values/text';

/** What one request needs beyond its endpoint's row. */
export interface RequestInput {
	path?: PathValues;
	/** Undefined and empty parameters are left out. */
	query?: Readonly<Record<string, string | number | undefined>>;
	/** Serialized as JSON; a bigint keeps all its digits. */
	body?: unknown;
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
	return {
		account,
		unsettled: options.unsettled,
		async request(name, input, answer) {
			try {
				const signal = firstOf(input.signal, deadline, cancelSignal(context));
				const own = await orAborted(account(), firstOf(signal, run.signal));
				own.state.checkRest();
				const endpoint = own.endpoint(name);
				const request: OutgoingRequest = {
					method: endpoint.method,
					url: addressOf(own.baseUrl, endpoint, input),
					body: input.body === undefined ? undefined : stringifyJson(input.body),
					signal,
				};
				const { retry, isPolled, writes } = endpoint;
				const delivery: Delivery = {
					endpoint,
					run,
					window: own.state.window(name),
					line: writes && own.state.line(writes),
					signal,
					waited: (since) => options.waited?.(name, since),
					send: async () => await sendWithToken({ account: own, context, endpoint, request, run }),
				};
				const isPaced = retry === 'read' && isPolled !== true;
				const body = isPaced
					? await run.reads.run(async () => await deliver(delivery))
					: await deliver(delivery);
				const result = answer.safeParse(body);
				if (!result.success) throw unexpectedAnswer(endpoint, result.error);
				return result.data;
			} catch (error) {
				throw withIdentifiers(error, input.path);
			}
		},
	};
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

/** A part of an address; half a character, as a cut text may end with, has no place in one. */
function encoded(name: string, value: string): string {
	if (!/\p{Surrogate}/u.test(value)) return encodeURIComponent(value);
	throw new HubError('invalid', `\`${name}\` holds half of a character`, {
		description: 'The text was cut in the middle of a character. Take it from its source again.',
	});
}

function addressOf(
	baseUrl: string,
	endpoint: Endpoint,
	{ path = {}, query = {} }: RequestInput,
): string {
	const filled = endpoint.path.replace(/\{(\w+)\}/g, (_part, name: string) => {
		const value = safePart(name, String(path[name] ?? ''));
		if (name === 'idCanalIntegracao') return readNumericId(name, value);
		return name === 'id' && endpoint.id !== undefined
			? readNumericId(endpoint.id, value)
			: encoded(name, value);
	});
	const pairs = Object.entries(query).flatMap(([name, value = '']) =>
		value === '' ? [] : [`${name}=${encoded(name, String(value))}`],
	);
	return baseUrl + filled + (pairs.length === 0 ? '' : `?${pairs.join('&')}`);
}

function safePart(name: string, value: string): string {
	if (isBlank(value)) {
		throw new HubError('invalid', `\`${name}\` is empty`, {
			description: 'Enter a value, or check the expression that should give it.',
		});
	}
	if (value === '.' || value === '..') {
		throw new HubError('invalid', `\`${name}\` must not be '${value}'`, {
			description: 'Enter another value: this one would change the address of the request.',
		});
	}
	return value;
}
