import type { IHttpRequestOptions } from 'n8n-workflow';
import { monotonicNow, orAborted, wait } from '../async';
import { endpoints } from '../endpoints';
import { HubError } from '../errors';
import { deliver } from '../http/deliver';
import type { Run } from '../http/run';
import { NoUsableAnswer, type HubContext, type Outcome } from '../http/send';
import type { AccountState, KnownToken } from '../state';
import { timing } from '../timing';
import {
	credentialName,
	credentialOf,
	currentAccount,
	stateOf,
	type Account,
	type OwnRequest,
} from './account';
import { notIssued } from './exchange';
import { letRest, usableToken } from './tokens';

/*
 * Several processes of one n8n (main, webhook processes, workers) share nothing but the stored
 * credential, and each exchange of keys revokes the token of the others. So the process that has
 * issued the present token renews it; the others give it a head start, look meanwhile whether it has
 * stored a newer one, and only then exchange the keys themselves, each at another moment.
 */

/** Sends a request through n8n, which authenticates it with what `own` says. */
export async function requestWith(
	context: HubContext,
	own: OwnRequest,
	options: IHttpRequestOptions,
): Promise<unknown> {
	const { id, name = '' } = context.getNode().credentials?.[credentialName] ?? {};
	const data = credentialOf(own);
	const credentialsDecrypted = { id: id ?? '', name, type: credentialName, data };
	const { httpRequestWithAuthentication } = context.helpers;
	return await httpRequestWithAuthentication.call(context, credentialName, options, {
		credentialsDecrypted,
	});
}

/** Who needs a token. */
interface Caller {
	context: HubContext;
	run: Run;
	signal?: AbortSignal;
	/** Since when, by the monotonic clock. */
	since: number;
}

/**
 * Exchanges the keys for a token, by the rules of a read. Callers that have waited for each other
 * fail together.
 * @throws HubError of kind `credential` when the hub refuses the keys, else `unreachable`
 */
export async function obtainToken(
	account: Account,
	{ context, run, signal, since }: Caller,
): Promise<void> {
	const state = stateOf(account);
	if (state.notIssued !== undefined && state.notIssued.at > since) throw state.notIssued.because;
	try {
		await deliver({
			endpoint: endpoints.auth,
			run,
			window: state.window('auth'),
			signal,
			send: async () => await orAborted(exchangeThroughN8n(account, context), signal),
			failure: (_because, _endpoint, outcome) => notIssued(outcome, account),
		});
	} catch (error) {
		throw noted(state, error, signal);
	}
}

/** Notes for other requests of the account why no token was issued, and returns it. */
function noted(state: AccountState, error: unknown, signal?: AbortSignal): unknown {
	if (!(error instanceof HubError)) return error;
	if (error.kind === 'credential') letRest(state, error);
	// that the time of this run is over says nothing to others
	if (error.kind === 'unreachable' && signal?.aborted !== true)
		state.notIssued = { because: error, at: monotonicNow() };
	return error;
}

/** Exchanges the keys. n8n stores a token in the course of a request only; this one is not sent. */
async function exchangeThroughN8n(account: Account, context: HubContext): Promise<Outcome> {
	const own: OwnRequest = { account };
	await requestWith(context, own, { url: account.baseUrl }).catch(() => undefined);
	return own.exchanged ?? new NoUsableAnswer('no answer');
}

/** Looks for a while whether another process has stored a newer token. */
export async function findStoredToken(
	account: Account,
	context: HubContext,
	signal?: AbortSignal,
): Promise<void> {
	const state = stateOf(account);
	const end = monotonicNow() + lookTime(state.token);
	for (;;) {
		// a credential that cannot be read now is reported by the request that needs it
		await orAborted(currentAccount(context, true), signal).catch(() => undefined);
		const left = end - monotonicNow();
		if (left <= 0 || usableToken(state) !== undefined) return;
		await wait(Math.min(left, timing.tokenLook), signal);
	}
}

/**
 * How long a process looks for a token of another one before it exchanges the keys itself, in ms:
 * not at all when it has issued the present one, unless that one was never accepted.
 * @param token the newest token that is known
 * @param random from 0 to 1: processes look for different times
 */
export function lookTime(
	{ accessToken, isAccepted, isOwn }: KnownToken,
	random = Math.random(),
): number {
	const spread = timing.tokenSpread * random;
	if (accessToken === '') return spread;
	if (isOwn) return isAccepted ? 0 : spread;
	return timing.tokenHeadStart + spread;
}
