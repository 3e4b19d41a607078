import { deadlineIn, delay, firstOf, monotonicNow, orAborted } from '../async';
import type { HubContext } from '../context';
import { noAnswerWithin, NoUsableAnswer, type Outcome } from '../http/answer';
import { deliver } from '../http/deliver';
import type { RunLimit } from '../http/runLimit';
import type { KnownToken } from '../state/knownToken';
import { timing } from '../timing';
import { type Account, currentAccount } from './account';
import { exchangeKeys } from './exchange';
import { type OwnRequest, throughN8n } from './ownRequest';
import { isOutage, isRefusalOfKeys, tokenFailure } from './tokenFailure';

/*
 * Several processes of one n8n (main, webhook processes, workers) share nothing but the stored
 * credential, and each exchange of keys revokes the token of the others. So the process that has
 * issued the present token renews it; the others give it a head start, look meanwhile whether it has
 * stored a newer one, and only then exchange the keys themselves, each at another moment.
 */

/** Who needs a token. */
export interface TokenUser {
	account: Account;
	context: HubContext;
	run: RunLimit;
	/** Ends every wait for the token. */
	signal?: AbortSignal;
}

/**
 * Finds or obtains a newer token; callers wait for each other, and the first one does it for all. Where
 * none is to be had, the run ends: its other requests need one, too.
 * @returns undefined for a paused account
 */
export async function renewToken(user: TokenUser): Promise<KnownToken | undefined> {
	const { account, run } = user;
	const { state } = account;
	const since = monotonicNow();
	const longest = run.timeForTry;
	const tooLate = () => tokenFailure(noAnswerWithin(longest), account);
	const signal = firstOf(user.signal, deadlineIn(longest, tooLate));
	const renew = async () => {
		if (state.pause.isOn) return undefined;
		if (state.usableToken !== undefined) return state.usableToken;
		await findStoredToken(user, signal);
		if (state.usableToken !== undefined) return state.usableToken;
		state.pause.beginIfRefused();
		if (state.pause.isOn) return undefined;
		// callers that have waited for each other fail together
		if (state.notIssued !== undefined && state.notIssued.at > since) throw state.notIssued.because;
		await obtainToken(user, signal);
		return state.token;
	};
	try {
		return await state.tokenTurns.run(renew, signal);
	} catch (error) {
		throw isOutage(error) ? run.end(error) : error;
	}
}

/** Exchanges the keys for a token, by the rules of a read. */
async function obtainToken(user: TokenUser, signal?: AbortSignal): Promise<void> {
	const { account, run } = user;
	const { state } = account;
	await deliver({
		endpoint: account.endpoint('auth'),
		run,
		signal,
		rateLimit: state.rateLimit('auth'),
		send: async () => await orAborted(exchangeThroughN8n(user), signal),
		failureOf: (outcome) => tokenFailure(outcome, account),
	}).catch((error: unknown) => {
		if (isRefusalOfKeys(error)) state.pause.begin(error);
		// that the time of this run is over says nothing to others
		if (isOutage(error) && signal?.aborted !== true)
			state.notIssued = { because: error, at: monotonicNow() };
		throw error;
	});
}

/**
 * Exchanges the keys so that n8n stores the token, which it does only in the course of a request:
 * 1. n8n is asked for a request whose credential has no token, and carries `own` (see ownRequest.ts).
 * 2. n8n therefore calls `preAuthenticate` (authenticate.ts), which exchanges the keys, puts the outcome
 *    into `own`, and returns the token. n8n stores it.
 * 3. n8n calls `authenticateRequest` (the same file), which throws: the request itself is not sent.
 */
async function exchangeThroughN8n({ account, context }: TokenUser): Promise<Outcome> {
	// n8n would store the keys of an item with the token, over the expressions that gave them
	if (account.dependsOnItem)
		return await exchangeKeys(
			async (options) => await context.helpers.httpRequest(options),
			account,
		);
	const own: OwnRequest = { account };
	await throughN8n(context, own)({ url: account.baseUrl }).catch(() => undefined);
	return own.exchanged ?? new NoUsableAnswer('no answer');
}

/** Looks for a while whether another process has stored a newer token. */
async function findStoredToken(
	{ account: { dependsOnItem, state }, context }: TokenUser,
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
