import { sleep } from 'n8n-workflow';
import { deadlineIn, firstOf, monotonicNow, orAborted, delay } from '../async';
import type { HubContext } from '../context';
import { type Endpoint, endpoints } from '../endpoints';
import { HubError } from '../errors';
import { type HubResponse, noAnswerWithin, NoUsableAnswer, type Outcome } from '../http/answer';
import { deliver } from '../http/deliver';
import { failureOf } from '../http/failures';
import type { RunLimit } from '../http/runLimit';
import { type OutgoingRequest, type RequestHelper, send } from '../http/send';
import type { KnownToken } from '../state';
import { timing } from '../timing';
import {
	type Account,
	credentialName,
	credentialOf,
	currentAccount,
	type OwnRequest,
} from './account';
import { exchangeKeys, tokenFailure } from './exchange';

/*
 * Several processes of one n8n (main, webhook processes, workers) share nothing but the stored
 * credential, and each exchange of keys revokes the token of the others. So the process that has
 * issued the present token renews it; the others give it a head start, look meanwhile whether it has
 * stored a newer one, and only then exchange the keys themselves, each at another moment.
 */

/** A request that goes out with its account's token. */
export interface AuthorizedRequest {
	account: Account;
	context: HubContext;
	endpoint: Endpoint;
	request: OutgoingRequest;
	run: RunLimit;
	/** Ends every wait for a token. */
	signal?: AbortSignal;
}

/**
 * Sends one request with the account's token. Only a 401 is dealt with here: the request was not
 * carried out, so it is sent again with a newer token, until the account is paused. While no answer
 * shows whether the hub accepts the token, one request goes ahead.
 */
export async function sendWithToken(sending: AuthorizedRequest): Promise<Outcome> {
	const { account, endpoint, signal } = sending;
	const { state } = account;
	let refused: HubResponse | undefined;
	for (;;) {
		if (state.isPaused && refused !== undefined) throw failureOf(refused, endpoint);
		state.checkPause();
		const token = state.usableToken ?? (await renew(sending));
		if (token?.firstAnswer !== undefined) await orAborted(token.firstAnswer, signal);
		if (token === undefined || token.isRefused) continue;
		const outcome = await sendOnce(sending, token);
		if (!isRefused(outcome)) return outcome;
		refused = outcome;
	}
}

const isRefused = (outcome: Outcome): outcome is HubResponse => outcome.status === 401;

/** Settles when a request that goes ahead has ended, or takes too long for the others to wait. */
const endOrGoAhead = async (sent: Promise<unknown>) =>
	await Promise.race([sent.catch(() => undefined), sleep(timing.goAhead)]);

/** Sends it with this token; the others wait for the first answer to the token. */
async function sendOnce(sending: AuthorizedRequest, token: KnownToken): Promise<Outcome> {
	const sent = sendNow(sending, token);
	token.firstAnswer ??= endOrGoAhead(sent);
	return await sent;
}

async function sendNow(sending: AuthorizedRequest, token: KnownToken): Promise<Outcome> {
	const { account, endpoint, request, run } = sending;
	const longest = Math.ceil(Math.max(run.timeForTry, timing.shortestTry));
	const timeout = Math.min(longest, timing.requestTimeout);
	const answer = await send(throughN8n(sending, { account, token }), { ...request, timeout });
	if (answer.status === undefined) return answer;
	const outcome = account.state.withoutSecrets(answer);
	if (isRefused(outcome)) account.state.noteRefused(token, failureOf(outcome, endpoint));
	else account.state.noteAccepted(token);
	return outcome;
}

/**
 * Finds or obtains a newer token; callers wait for each other, and the first one does it for all. Where
 * none can be had, the run ends: its other requests need one, too.
 * @returns undefined for a paused account
 */
async function renew(sending: AuthorizedRequest): Promise<KnownToken | undefined> {
	const { account, run } = sending;
	const { state } = account;
	const since = monotonicNow();
	const longest = Math.max(run.timeForTry, timing.shortestTry);
	const tooLate = () => tokenFailure(noAnswerWithin(longest), account);
	const signal = firstOf(sending.signal, deadlineIn(longest, tooLate));
	return await state.tokenTurns
		.run(async () => {
			if (state.isPaused) return undefined;
			if (state.usableToken !== undefined) return state.usableToken;
			await findStoredToken(sending, signal);
			if (state.usableToken !== undefined) return state.usableToken;
			state.pauseIfRefused();
			if (state.isPaused) return undefined;
			await obtainToken(sending, since, signal);
			return state.token;
		}, signal)
		.catch((error: unknown) => {
			throw error instanceof HubError && error.kind === 'unreachable' ? run.end(error) : error;
		});
}

/** How n8n sends a request and authenticates it with what `own` says. */
function throughN8n({ context }: AuthorizedRequest, own: OwnRequest): RequestHelper {
	const { id, name = '' } = context.getNode().credentials?.[credentialName] ?? {};
	const data = credentialOf(own);
	const credentialsDecrypted = { id: id ?? '', name, type: credentialName, data };
	const { httpRequestWithAuthentication } = context.helpers;
	return async (options) =>
		await httpRequestWithAuthentication.call(context, credentialName, options, {
			credentialsDecrypted,
		});
}

/**
 * Exchanges the keys for a token, by the rules of a read. Callers that have waited for each other
 * fail together.
 * @param since when the caller began to wait, by the monotonic clock
 */
async function obtainToken(
	sending: AuthorizedRequest,
	since: number,
	signal?: AbortSignal,
): Promise<void> {
	const { account, run } = sending;
	const { state } = account;
	state.checkIssuedSince(since);
	await deliver({
		endpoint: endpoints.auth,
		run,
		signal,
		rateLimit: state.rateLimit('auth'),
		send: async () => await orAborted(exchangeThroughN8n(sending), signal),
		failureOf: (outcome) => tokenFailure(outcome, account),
	}).catch((error: unknown) => {
		if (error instanceof HubError && error.kind === 'credential') state.pauseAccount(error);
		// that the time of this run is over says nothing to others
		if (error instanceof HubError && error.kind === 'unreachable' && signal?.aborted !== true)
			state.noteNotIssued(error);
		throw error;
	});
}

/**
 * Exchanges the keys so that n8n stores the token, which it does only in the course of a request:
 * 1. n8n is asked for a request whose credential has no token, and carries `own` (see account.ts).
 * 2. n8n therefore calls `preAuthenticate` (exchange.ts), which exchanges the keys, puts the outcome
 *    into `own`, and returns the token. n8n stores it.
 * 3. n8n calls `authenticateRequest` (authenticate.ts), which throws: the request itself is not sent.
 */
async function exchangeThroughN8n(sending: AuthorizedRequest): Promise<Outcome> {
	const { account, context } = sending;
	// n8n would store the keys of an item with the token, over the expressions that gave them
	if (account.dependsOnItem)
		return await exchangeKeys(
			async (options) => await context.helpers.httpRequest(options),
			account,
		);
	const own: OwnRequest = { account };
	await throughN8n(sending, own)({ url: account.baseUrl }).catch(() => undefined);
	return own.exchanged ?? new NoUsableAnswer('no answer');
}

/** Looks for a while whether another process has stored a newer token. */
async function findStoredToken(
	{ account: { dependsOnItem, state }, context }: AuthorizedRequest,
	signal?: AbortSignal,
): Promise<void> {
	if (dependsOnItem) return;
	const end = monotonicNow() + lookTime(state.token);
	for (;;) {
		// a credential that cannot be read now is reported by the request that needs it
		await orAborted(currentAccount(context, true), signal).catch(() => undefined);
		const left = end - monotonicNow();
		if (left <= 0 || state.usableToken !== undefined) return;
		await delay(Math.min(left, timing.tokenLook), signal);
	}
}

/**
 * How long a process looks for a token of another one before it exchanges the keys itself, in ms:
 * not at all when it has issued the present one, unless that one was never accepted.
 * @param random from 0 to 1: processes look for different times
 */
export function lookTime(
	{ accessToken, isOwn, wasAccepted }: KnownToken,
	random = Math.random(),
): number {
	const spread = timing.tokenSpread * random;
	if (accessToken === '') return spread;
	if (isOwn) return wasAccepted ? 0 : spread;
	return timing.tokenHeadStart + spread;
}
