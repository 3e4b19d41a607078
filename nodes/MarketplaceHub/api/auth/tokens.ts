import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { deadlineIn, firstOf, inWords, monotonicNow } from '../async/wait';
import { HubError } from '../errors';
import { userAgent } from '../http/version';
import type { AccessToken, AccountState } from '../state';
import { timing } from '../timing';
import { isOwnRequest, readAccount, stateOf, type Account } from './account';

/*
 * What this process knows of an account's tokens, whether the account may be asked now, and the
 * request that carries the newest of them.
 *
 * The reference warns that many reported errors can cost the App Token. So an account whose
 * credential or token was refused is left alone for a while. A corrected credential is another
 * account, and the credential's dialog always asks the hub.
 */

/** Processes that have not issued the token renew it at different ages. */
const renewalJitter = Math.random();

/** Whether this process has issued it. */
export const isOwn = (
	{ accessToken }: AccessToken,
	{ token }: Pick<AccountState, 'token'>,
): boolean => accessToken === token?.accessToken;

/**
 * How old it is, in ms: by the machine's time, and one of this process at least as old as it is
 * whatever that time has been set to since.
 */
const ageOf = (token: AccessToken, state: AccountState) =>
	Math.max(
		Date.now() - token.accessTokenIssuedAt,
		isOwn(token, state) ? monotonicNow() - state.tokenIssued : 0,
	);

/** Ms before its end: the process that has issued a token renews it first, if it still runs. */
const renewalMargin = (token: AccessToken, state: AccountState) =>
	timing.renewalMargin * (isOwn(token, state) ? 2 : 0.5 + renewalJitter);

/** Whether it is about to end. */
export const nearItsEnd = (token: AccessToken, state: AccountState) =>
	ageOf(token, state) > timing.tokenLifetime - renewalMargin(token, state);

/**
 * The newest token known for the account, of the stored one and this process's own; undefined when
 * there is none or it is about to end.
 */
export function usableToken(account: Account): AccessToken | undefined {
	const newest = newestToken(account);
	return newest.accessToken === '' || nearItsEnd(newest, stateOf(account)) ? undefined : newest;
}

/** The newest token known for the account, whatever its age; its `accessToken` may be empty. */
export function newestToken(account: Account): AccessToken {
	const { token, stored } = stateOf(account);
	return [token, stored].reduce<AccessToken>(
		(newest, other) => (other !== undefined && isNewer(other, newest) ? other : newest),
		account.stored,
	);
}

/** Whether it was issued later. */
export const isNewer = (token: AccessToken, other: AccessToken) =>
	token.accessTokenIssuedAt > other.accessTokenIssuedAt;

/** Tokens that this process exchanges in a row although each is refused right away. */
const mostRefusedTokens = 2;

/** Leaves the account alone for a minute, and twice as long each time that it is refused again. */
export function refuseAccount(state: AccountState, because: HubError): void {
	const now = monotonicNow();
	const last = state.refusal;
	state.tokensRefused = Math.min(state.tokensRefused, mostRefusedTokens - 1);
	if (last !== undefined && last.until > now) {
		state.refusal = { ...last, because };
		return;
	}
	const pause =
		last === undefined ? timing.minute : Math.min(last.pause * 2, timing.longestRefusal);
	state.refusal = { because, pause, until: now + pause };
}

/** Whether the account is left alone. */
export const isRefused = ({ refusal }: AccountState): boolean =>
	refusal !== undefined && refusal.until > monotonicNow();

/** @throws HubError while the account is left alone, with the reason */
export function checkRefusal(state: AccountState): void {
	if (state.refusal === undefined || !isRefused(state)) return;
	const { because, until } = state.refusal;
	const { kind, message, description = '', httpStatus, requestId } = because;
	const left = inWords(until - monotonicNow());
	throw new HubError(kind, `Not sent, because the credential was refused before: ${message}`, {
		description: `${description} The hub is not asked again for another ${left}, because many refused requests can cost the App Token. A corrected credential works at once; the test in the credential's dialog asks the hub again.`,
		httpStatus,
		requestId,
	});
}

/** The hub has issued a token: the account is tried again at once. */
export function endPause({ refusal }: AccountState): void {
	if (refusal !== undefined) refusal.until = monotonicNow();
}

/** Whether the hub is known to refuse the token. */
export const isRefusedToken = ({ verdict }: AccountState, { accessToken }: AccessToken): boolean =>
	verdict?.accessToken === accessToken && !verdict.accepted;

/** Whether the hub is known to accept it; an empty one never is. */
export const isAcceptedToken = ({ verdict }: AccountState, { accessToken }: AccessToken): boolean =>
	verdict?.accessToken === accessToken && verdict.accepted;

/** Notes that the hub has accepted a token. */
export function noteAccepted(state: AccountState, { accessToken }: AccessToken): void {
	state.verdict = { accessToken, accepted: true };
	state.tokensRefused = 0;
	if (!isRefused(state)) state.refusal = undefined;
}

/** Notes that the hub has refused a token, and whether it never accepted it since its exchange. */
export function noteRefused(state: AccountState, token: AccessToken): void {
	const { verdict } = state;
	const { accessToken } = token;
	const isOurs = isOwn(token, state);
	if (isOurs && verdict?.accessToken !== accessToken) state.tokensRefused++;
	const isStale = verdict?.accepted === true && verdict.accessToken !== accessToken && !isOurs;
	if (!isStale) state.verdict = { accessToken, accepted: false };
}

/** Whether this process may exchange the keys once more. */
export const mayExchange = ({ tokensRefused }: AccountState): boolean =>
	tokensRefused < mostRefusedTokens;

/** Header by which the test in the credential's dialog is known; it is not sent. */
export const testMark = 'Credential-Test';

/** What makes n8n call preAuthentication again: it takes it for a 401 of the hub. */
const askedForToken = () =>
	Object.assign(new Error('A token is needed'), { response: { status: 401 } });

/** A redirect would carry the tokens to another host: the settings of both forms of n8n's helpers. */
const withoutRedirects = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

/**
 * Puts App-Token and access token on a request (reference: Authentication), be it one of the nodes'
 * own or one of n8n's HTTP Request node. A token that this process has renewed since n8n read the
 * credential takes the place of the one read. For a refused account nothing is sent; for the test in the
 * credential's dialog n8n is made to ask for a token once more, and then the keys are exchanged.
 * @throws HubError of kind `credential` when the request would carry the credential to another
 * origin than the Base URL's, or the credential is not usable
 */
export function authenticateRequest(
	credential: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions & { uri?: string },
): IHttpRequestOptions {
	const account = readAccount(credential);
	const target = new URL(options.url || (options.uri ?? ''), options.baseURL ?? account.baseUrl);
	if (target.origin !== account.origin) {
		throw new HubError(
			'credential',
			`The credential is for ${account.origin} and is not sent to ${target.origin}`,
			{
				description: 'Use it for addresses of the hub only, or change its Base URL.',
			},
		);
	}
	const { [testMark]: isTest, ...headers } = options.headers ?? {};
	if (!isOwnRequest(credential)) {
		const state = stateOf(account);
		if (isTest === undefined) checkRefusal(state);
		else if (isRefused(state) && !state.testRequested) {
			state.testRequested = true;
			throw askedForToken();
		}
	}
	options.headers = {
		'User-Agent': userAgent,
		...headers,
		'App-Token': account.appToken,
		Authorization: `Bearer ${newestToken(account).accessToken}`,
	};
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
