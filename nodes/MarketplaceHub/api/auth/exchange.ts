import { z } from 'zod';
import { deadlineIn, inWords, monotonicNow, orAborted, wait } from '../async/wait';
import { endpoints } from '../endpoints';
import { HubError } from '../errors';
import { blockWindow } from '../http/rateLimit';
import { errorTextOf, retryAfterOf } from '../http/errorText';
import {
	type HubResponse,
	noAnswerWithin,
	NoUsableAnswer,
	type Outcome,
	type RequestHelper,
	send,
	tooLarge,
} from '../http/send';
import { decide, noTries, triesAfter } from '../http/retry';
import type { AccessToken, AccountState } from '../state';
import { timing } from '../timing';
import { tryParseJson } from '../values/json';
import { isOwnRequest, stateOf, withoutSecrets, type Account } from './account';
import { endPause, isNewer, isRefused, nearItsEnd, newestToken, refuseAccount } from './tokens';

/*
 * A new token revokes the one before at once (reference: Authentication), so everything that runs
 * in one process shares one token an account, and one exchange.
 */

/** A token, without blanks around it, of characters that a header can carry. */
const tokenAnswer = z.object({
	token: z
		.string()
		.trim()
		.regex(/^[\x20-\x7e\xa0-\xff]+$/),
});

/** Counts a caller that waits for a token; the exchange is given up when the last one has left. */
export function awaitToken(state: AccountState): () => void {
	state.waitingForToken++;
	return () => {
		if (--state.waitingForToken === 0) state.exchange?.giveUp.abort();
	};
}

/** What n8n stores of a token; `accessTokenAccount` tells for which base URL and keys it was issued. */
export interface StoredToken extends AccessToken {
	accessTokenAccount: string;
}

/**
 * n8n's preAuthentication: gives the credential a token newer than the one it holds. Never two
 * exchanges at once for an account; a caller whose token was already replaced gets the newer one.
 * @returns the fields for n8n to store; undefined for a refused account, see auth/tokens.ts
 * @throws HubError of kind `credential` when the hub refuses the keys, else `unreachable`
 */
export async function renewToken(
	helper: RequestHelper,
	account: Account,
): Promise<StoredToken | undefined> {
	const token = await newerToken(helper, account);
	return token === undefined ? undefined : { ...token, accessTokenAccount: account.key };
}

async function newerToken(
	helper: RequestHelper,
	account: Account,
): Promise<AccessToken | undefined> {
	const state = stateOf(account);
	while (state.exchange?.giveUp.signal.aborted === true)
		await state.exchange.token.catch(() => undefined);
	const newest = newestToken(account);
	if (isNewer(newest, account.stored) && !nearItsEnd(newest, state)) return newest;
	if (isOwnRequest(account.credential)) return await exchange(helper, account);
	if (isRefused(state) && !state.testRequested) return undefined;
	state.testRequested = false;
	return await withinDialogWait(account, exchange(helper, account));
}

/** For callers that cannot be stopped, and have set no time. */
async function withinDialogWait(
	account: Account,
	exchanged: Promise<AccessToken>,
): Promise<AccessToken> {
	const state = stateOf(account);
	const leave = awaitToken(state);
	const time = timing.requestTimeout;
	return await orAborted(exchanged, deadlineIn(time))
		.catch((error: unknown) => {
			const isLate = error instanceof HubError && error.kind === 'timeLimit';
			throw isLate ? (state.exchangeFailure ?? notIssued(noAnswerWithin(time), account)) : error;
		})
		.finally(leave);
}

async function exchange(helper: RequestHelper, account: Account): Promise<AccessToken> {
	const state = stateOf(account);
	if (state.exchange === undefined) {
		const giveUp = new AbortController();
		const token = exchangeToken(helper, account, giveUp.signal).finally(() => {
			state.exchange = undefined;
		});
		state.exchange = { token, giveUp };
	}
	return await state.exchange.token;
}

async function exchangeToken(
	helper: RequestHelper,
	account: Account,
	signal: AbortSignal,
): Promise<AccessToken> {
	const state = stateOf(account);
	state.exchangeFailure = undefined;
	const token = await tokenFromHub(helper, account, signal).catch((error: unknown) => {
		if (error instanceof HubError && error.kind !== 'cancelled') state.exchangeFailure = error;
		if (error instanceof HubError && error.kind === 'credential') refuseAccount(state, error);
		throw error;
	});
	state.token = token;
	state.tokenIssued = monotonicNow();
	state.exchangeFailure = undefined;
	state.rememberToken(token.accessToken);
	endPause(state);
	return token;
}

/** How often the keys are sent at most. */
const attempts = 3;

async function tokenFromHub(
	helper: RequestHelper,
	account: Account,
	signal: AbortSignal,
): Promise<AccessToken> {
	const state = stateOf(account);
	const window = state.window('auth');
	let tries = noTries;
	for (;;) {
		await wait(window.blockedUntil - monotonicNow(), signal);
		const outcome = await postKeys(helper, account);
		const token = tokenIn(outcome);
		if (token !== undefined) return issuedNow(token, account);
		if (isRefusal(outcome, account)) throw keysRefused(outcome, account);
		const failure = notIssued(outcome, account);
		const decision = decide(endpoints.auth, withoutSuccess(outcome), tries);
		if (!('pause' in decision) || (decision.asked ?? 0) > timing.longestWait) throw failure;
		tries = triesAfter(tries, withoutSuccess(outcome));
		if (tries.failed === attempts) throw failure;
		if (decision.next === 'waitForLimit') blockWindow(window, decision.pause, () => failure);
		else await wait(decision.pause, signal);
		// for those who leave before it comes to an end
		state.exchangeFailure = failure;
	}
}

async function postKeys(helper: RequestHelper, account: Account): Promise<Outcome> {
	const { method, path } = endpoints.auth;
	const { apiKey, appToken, baseUrl, secretKey } = account;
	const sending = send(helper, {
		method,
		url: baseUrl + path,
		headers: { 'App-Token': appToken },
		body: JSON.stringify({ apiKey, secretKey }),
		signal: deadlineIn(timing.requestTimeout),
	});
	return await sending.catch(() => noAnswerWithin(timing.requestTimeout));
}

/** The token that an answer brings. */
function tokenIn(outcome: Outcome): string | undefined {
	if (outcome instanceof NoUsableAnswer || outcome.status >= 300) return undefined;
	return tokenAnswer.safeParse(tryParseJson(outcome.text)?.value).data?.token;
}

const issuedNow = (accessToken: string, account: Account): AccessToken => ({
	accessToken,
	accessTokenIssuedAt: Math.max(Date.now(), newestToken(account).accessTokenIssuedAt + 1),
});

/** The hub's own words about why it gives no token; empty for the page of a proxy, for instance. */
const saidBy = (response: HubResponse, account: Account) =>
	errorTextOf(withoutSecrets(response, account)).text;

/** Whether the hub itself does not accept the keys: nothing else says anything of the credential. */
function isRefusal(outcome: Outcome, account: Account): outcome is HubResponse {
	if (outcome instanceof NoUsableAnswer) return false;
	const { status } = outcome;
	const isFault = status >= 400 && status < 500 && status !== 429;
	return status === 401 || (isFault && saidBy(outcome, account) !== '');
}

/** A successful answer without a token is none of the hub: it counts as none at all. */
const withoutSuccess = (outcome: Outcome): Outcome =>
	outcome instanceof NoUsableAnswer || outcome.status >= 300
		? outcome
		: new NoUsableAnswer('no token');

function keysRefused(response: HubResponse, account: Account): HubError {
	const said = saidBy(response, account);
	const appToken = account.environment === 'sandbox' ? '' : 'App Token, ';
	const description =
		response.status === 404
			? 'Check the Base URL: the path of the token exchange does not exist there.'
			: `Check ${appToken}API Key, Secret Key and Base URL of the credential. Sandbox and production have different ones; the environment is set to ${account.environment}.`;
	return new HubError(
		'credential',
		`The hub did not accept the credential (${response.status}${said === '' ? '' : `: ${said}`})`,
		{
			description,
			httpStatus: response.status,
			error: said,
		},
	);
}

/** What is said when no token was issued although nothing was refused. */
export function notIssued(outcome: Outcome, account: Account): HubError {
	const { stored, token } = stateOf(account);
	const isKnown = [account.stored, stored, token].some((known) => known?.accessToken);
	const answer = outcome instanceof NoUsableAnswer ? undefined : outcome;
	const asked = answer === undefined ? undefined : retryAfterOf(answer);
	const after = asked === undefined ? '' : ` It asks to wait ${inWords(asked)}.`;
	const advice = isKnown
		? 'The credential has worked before, and the hub is asked again with the next request. Check the network of your n8n if it lasts.'
		: 'Check the Base URL of the credential and the network of your n8n, then try again.';
	return new HubError('unreachable', whyNoToken(outcome, account, isKnown), {
		description:
			answer?.status === 429
				? `The hub's limit is reached; other programs may use the same keys. Try again later.${after}`
				: `${advice}${after}`,
		httpStatus: answer?.status,
	});
}

function whyNoToken(outcome: Outcome, account: Account, isKnown: boolean): string {
	const { baseUrl } = account;
	if (outcome instanceof NoUsableAnswer) {
		const { code, message } = outcome;
		return outcome === tooLarge || code === 'timeout'
			? `The hub at ${baseUrl} ${message}`
			: `The hub could not be reached at ${baseUrl}`;
	}
	const { status } = outcome;
	const isHubs = saidBy(outcome, account) !== '';
	if (isHubs || status === 429) return `The hub could not issue a token (${status})`;
	return isKnown
		? `The hub is not reachable now: something else answers at ${baseUrl} (${status})`
		: `What answers at ${baseUrl} is not the hub's API (${status})`;
}
