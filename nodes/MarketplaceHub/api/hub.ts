import type { z } from 'zod';
import { currentAccount, stateOf, type Account } from './auth/account';
import { sendWithToken, type Sending } from './auth/sendWithToken';
import { checkRefusal, isRefused } from './auth/tokens';
import { AdaptiveLimiter, type SharedPace, type Turn } from './async/adaptiveLimiter';
import { abortedBy, deadlineIn, firstOf, orAborted, wait } from './async/wait';
import type { Endpoint, EndpointName, PathValues } from './endpoints';
import { HubError } from './errors';
import { failureOf, unexpectedAnswer, withIdentifiers, withOutcome } from './http/failures';
import { blockWindow, takeSlot } from './http/rateLimit';
import { cancelSignal, type HubContext, type OutgoingRequest, readBody } from './http/send';
import { decide, isSetback, noTries, Patience, triesAfter, type LongestWait } from './http/retry';
import { pauseForLimit } from './http/sharedLimit';
import type { RateLimitWindow } from './state';
import { timing } from './timing';
import { isBlank, readNumericId } from './values/checks';
import { stringifyJson } from './values/json';

/** What one request needs beyond its endpoint's row. */
export interface RequestInput {
	path?: PathValues;
	/** Undefined and empty parameters are left out. */
	query?: Readonly<Record<string, string | number | undefined>>;
	/** Serialized as JSON; a bigint keeps all its digits. */
	body?: unknown;
	/** ms until an answer counts as lost. */
	timeout?: number;
	/** Ends the request and every wait for it, beside the execution's own cancel signal. */
	signal?: AbortSignal;
	/** Called when its turn has come; what it throws ends the request before it is sent. */
	begins?: () => void;
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

/** What all requests of a run, a poll or a picker have in common. */
export interface RunOptions {
	/** How long they go on while the hub gives no usable answer; five minutes when left out. */
	longestWait?: LongestWait;
	/** ms from now on for everything, turns for a documented limit included. */
	deadline?: number;
	/** Told that a request waits for its turn within a limit; what it returns is called when it has it. */
	onTurn?: (name: EndpointName) => () => void;
}

/** Binds the hub to an n8n context: its credential, its helpers, its cancel signal. */
export function connectHub(context: HubContext, options: RunOptions = {}): Hub {
	const run = new Patience(options.longestWait ?? { ms: timing.longestWait });
	const deadline = options.deadline === undefined ? undefined : deadlineIn(options.deadline);
	const limiters = new Map<SharedPace, AdaptiveLimiter>();
	/** Reads go out as many at once as the hub answers well, as those of the account have learned. */
	const inTurn = async <Result>(
		account: Account,
		name: EndpointName,
		{ retry, isPolled }: Endpoint,
		task: (turn?: Turn) => Promise<Result>,
	): Promise<Result> => {
		if (retry !== 'read' || isPolled === true) return await task();
		const pace = stateOf(account).pace(name);
		const limiter = limiters.get(pace) ?? new AdaptiveLimiter(pace);
		limiters.set(pace, limiter);
		return await limiter.run(task);
	};
	return {
		account: async () => await currentAccount(context),
		async request(name, input, answer) {
			try {
				run.check();
				const signal = firstOf(input.signal, deadline, cancelSignal(context));
				const account = await orAborted(accountToAsk(context), signal);
				const endpoint = account.endpoint(name);
				const request: OutgoingRequest = {
					method: endpoint.method,
					url: addressOf(account.baseUrl, endpoint, input),
					body: input.body === undefined ? undefined : stringifyJson(input.body),
					timeout: input.timeout,
					signal,
				};
				const body = await inTurn(account, name, endpoint, async (turn) => {
					// what was learned while it waited for its turn
					run.check();
					if (signal?.aborted === true) throw abortedBy(signal);
					input.begins?.();
					return await deliver(account, {
						context,
						endpoint,
						request,
						patience: run.forRequest(),
						window: stateOf(account).window(name),
						waitsForTurn: () => options.onTurn?.(name),
						turn,
					});
				});
				const result = answer.safeParse(body);
				if (!result.success) throw unexpectedAnswer(endpoint, result.error);
				return result.data;
			} catch (error) {
				throw withIdentifiers(error, input.path);
			}
		},
	};
}

/** Parts of paths that are numbers by their name. */
const numericParts = ['idCanalIntegracao'] as const;

/**
 * The address of one request.
 * @throws HubError of kind `invalid` for a value that would not end up in the address as it is
 */
function addressOf(
	baseUrl: string,
	endpoint: Endpoint,
	{ path = {}, query = {} }: RequestInput,
): string {
	const filled = endpoint.path.replace(/\{(\w+)\}/g, (_part, name: string) => {
		const value = safePart(name, String(path[name] ?? ''));
		const numeric = name === 'id' ? endpoint.id : numericParts.find((part) => part === name);
		return encode(name, numeric === undefined ? value : readNumericId(numeric, value));
	});
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		value === undefined || value === ''
			? []
			: [`${encode(name, name)}=${encode(name, String(value))}`],
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
			description: 'As a part of an address it would lead to another one.',
		});
	}
	return value;
}

function encode(name: string, value: string): string {
	if (/\p{Surrogate}/u.test(value)) {
		throw new HubError(
			'invalid',
			`\`${name}\` holds half a character that cannot be sent: '${value}'`,
		);
	}
	return encodeURIComponent(value);
}

/** A request on its way through the limit of its endpoint. */
interface Delivery extends Sending {
	window: RateLimitWindow;
	waitsForTurn: () => (() => void) | undefined;
	/** Of a read: told when its time begins, and that the hub has too much to do. */
	turn?: Turn;
}

/**
 * Sends a request, again where the rules of its endpoint's row allow it, until the hub accepts it.
 * @returns the body of the answer; undefined for an answer without one
 * @throws HubError that says what is known of the outcome
 */
async function deliver(account: Account, delivery: Delivery): Promise<unknown> {
	const { context, endpoint, request, patience, window } = delivery;
	const { signal } = request;
	let leaveLine = () => {};
	let tries = noTries;
	let isUnderWay = false;
	try {
		if (endpoint.writes !== undefined)
			leaveLine = await stateOf(account).line(endpoint.writes).enter(signal);
		for (;;) {
			const hasTurn = delivery.waitsForTurn();
			const slot = await takeSlot(window, endpoint.perMinute, patience, signal).finally(hasTurn);
			isUnderWay = true;
			delivery.turn?.begins();
			const arrived = await slot.during(sendWithToken(account, delivery));
			isUnderWay = false;
			const outcome = readBody(endpoint, arrived);
			if (isSetback(outcome)) delivery.turn?.isSetBack();
			const decision = decide(endpoint, outcome, tries);
			tries = triesAfter(tries, outcome);
			if (decision.next === 'accept') return decision.body;
			const because = decision.next === 'giveUp' ? decision.because : 'refused';
			const failure = () => failureOf(because, endpoint, outcome);
			if (decision.next === 'giveUp') throw patience.giveUp(failure());
			if (decision.next === 'waitForLimit') {
				const pause = pauseForLimit(window, endpoint.perMinute, decision, tries.rateLimited);
				blockWindow(window, pause, failure);
				patience.forgive(window.acceptedAt);
				patience.allow({ ...decision, pause }, failure);
			} else {
				patience.allow(decision, failure);
				await wait(decision.pause, signal);
			}
			account = await currentAccount(context);
		}
	} catch (error) {
		throw withOutcome(error, endpoint, tries, isUnderWay);
	} finally {
		leaveLine();
	}
}

/** The account, when it may be asked now. A trigger's credential is read anew: it may be corrected. */
async function accountToAsk(context: HubContext): Promise<Account> {
	const known = await currentAccount(context);
	if (!isRefused(stateOf(known))) return known;
	const account = await currentAccount(context, true);
	checkRefusal(stateOf(account));
	return account;
}
