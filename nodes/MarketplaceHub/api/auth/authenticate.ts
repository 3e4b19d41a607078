import type { IHttpRequestOptions } from 'n8n-workflow';
import { deadlineIn, firstOf } from '../async';
import { endpoints } from '../endpoints';
import { HubError } from '../errors';
import { failureOf } from '../http/failures';
import { NoUsableAnswer, type RequestHelper, send, userAgent } from '../http/send';
import type { AccessToken } from '../state';
import { timing } from '../timing';
import { type Account, type Credential, ownRequestOf, readAccount } from './account';
import {
	checkRest,
	endRest,
	exchangeKeys,
	isResting,
	letRest,
	notIssued,
	usableToken,
} from './tokens';

/*
 * What n8n calls of the credential type, for our own requests, for those of other nodes (its HTTP
 * Request node) and for the test in the credential's dialog:
 * - `preAuthentication` where the stored token is empty, always for the test, and after a 401; for
 *   the HTTP Request node after every answer that is not successful. It stores what comes back.
 * - `authenticate` before each sending.
 */

/** Set on the credential of another node's request, or of the dialog's, once that was sent. */
const wasSent = Symbol('was sent');
type ForeignCredential = Credential & { [wasSent]?: true };

/**
 * n8n's preAuthentication: gives the credential a newer token.
 * @returns the fields for n8n to store, with the account that the token was issued for; undefined when
 * nothing shall be exchanged
 */
export async function preAuthenticate(
	helper: RequestHelper,
	credential: Credential,
): Promise<(AccessToken & { accessTokenAccount: string }) | undefined> {
	const account = readAccount(credential);
	const own = ownRequestOf(credential);
	if (own !== undefined) own.exchanged = await exchangeKeys(helper, account);
	else if (!(await renewForOthers(helper, account, credential))) return undefined;
	const { accessToken, accessTokenIssuedAt } = account.state.token;
	return { accessToken, accessTokenIssuedAt, accessTokenAccount: account.key };
}

/** Whether there is a newer token. Another node tries once: it can be told to repeat its request. */
async function renewForOthers(
	helper: RequestHelper,
	account: Account,
	{ accessToken: given, [wasSent]: isRepeat }: ForeignCredential,
): Promise<boolean> {
	const { state } = account;
	if (isResting(state)) return false;
	const token = usableToken(state);
	if (token !== undefined && token.accessToken !== given) return true;
	if (isRepeat === true && token !== undefined && (await isAccepted(helper, account))) return false;
	const outcome = await exchangeKeys(helper, account);
	if (usableToken(state) !== undefined && state.token !== token) return true;
	const failure = notIssued(outcome, account);
	if (failure.kind === 'credential') letRest(state, failure);
	throw failure;
}

/**
 * Whether the hub accepts the token: then n8n's request was not answered 401, and a new token would
 * only make n8n send it a second time.
 * @throws HubError when the hub redirects: n8n's own message would say `307 - ""`
 */
async function isAccepted(helper: RequestHelper, account: Account): Promise<boolean> {
	const { method, path } = endpoints.orderList;
	const url = `${account.baseUrl}${path}?offset=0&limit=1`;
	const outcome = await send(helper, { method, url, headers: tokensOf(account) });
	if (outcome instanceof NoUsableAnswer) return true;
	if (outcome.status >= 300 && outcome.status < 400)
		throw failureOf('refused', endpoints.orderList, outcome);
	return outcome.status !== 401;
}

const tokensOf = (account: Account, { accessToken }: AccessToken = account.state.token) => ({
	'App-Token': account.appToken,
	Authorization: `Bearer ${accessToken}`,
});

/** Header by which the test in the credential's dialog is known; it is not sent. */
export const testMark = 'Credential-Test';

/** A redirect would carry the tokens to another host: the settings of both forms of n8n's helpers. */
const withoutRedirects = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

/**
 * Puts App-Token and access token on a request (reference: Authentication). One of another node gets
 * the newest token, if it is newer than the one that n8n has read, and is not sent while the account
 * rests. The dialog's test ends the rest: it is answered 401 then, and n8n asks for a new token.
 * @throws HubError of kind `credential` when the request would carry the credential to another
 * origin than the Base URL's, or the credential is not usable
 */
export function authenticateRequest(
	credential: ForeignCredential,
	options: IHttpRequestOptions & { uri?: string },
): IHttpRequestOptions {
	const account = readAccount(credential);
	const target = new URL(options.url || (options.uri ?? ''), options.baseURL ?? account.baseUrl);
	if (target.origin !== account.origin) {
		throw new HubError(
			'credential',
			`The credential is for ${account.origin} and is not sent to ${target.origin}`,
			{ description: 'Use it for addresses of the hub only, or change its Base URL.' },
		);
	}
	const own = ownRequestOf(credential);
	if (own !== undefined && own.token === undefined) throw new Error('Only a token was asked for');
	const { [testMark]: isTest, ...headers } = options.headers ?? {};
	if (own === undefined) {
		if (isTest === undefined) checkRest(account.state);
		else endRest(account.state);
		credential[wasSent] = true;
	}
	options.headers = { 'User-Agent': userAgent, ...headers, ...tokensOf(account, own?.token) };
	// n8n's older form of a request knows `uri`, and no signal
	if (options.uri === undefined) options.abortSignal = withDeadline(options);
	return Object.assign(options, withoutRedirects);
}

/**
 * `timeout` only ends an answer that pauses; one that trickles needs an end of its own. Inside of an
 * execution n8n has put the execution's cancel signal here by now.
 */
function withDeadline({ timeout, abortSignal }: IHttpRequestOptions): AbortSignal | undefined {
	const limit = timeout !== undefined && timeout > 0 ? timeout : timing.requestTimeout;
	return firstOf(deadlineIn(limit), abortSignal instanceof AbortSignal ? abortSignal : undefined);
}
