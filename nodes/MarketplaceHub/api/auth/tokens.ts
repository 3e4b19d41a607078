import mapValues from 'lodash/mapValues';
import { inWords, monotonicNow } from '../async';
import { HubError } from '../errors';
import type { HubResponse } from '../http/send';
import type { AccessToken, AccountState, KnownToken } from '../state';
import { timing } from '../timing';
import { redact, redactBody, writingsOf } from '../values/text';
import type { Account } from './account';

/*
 * What this process knows of an account's token, and whether the account may be asked now. A new
 * token revokes the one before at once (reference: Authentication), so only the newest one counts.
 */

/** Processes that have not issued the token renew it at different ages. */
const renewalJitter = Math.random();

/**
 * Whether the token is about to end: the process that has issued it renews it first, if it still
 * runs. It is at least as old as it is known here, whatever the machine's time has been set to.
 */
export function nearItsEnd({ accessTokenIssuedAt, isOwn, since }: KnownToken): boolean {
	const age = Math.max(Date.now() - accessTokenIssuedAt, monotonicNow() - since);
	return age > timing.tokenLifetime - timing.renewalMargin * (isOwn ? 2 : 0.5 + renewalJitter);
}

/** The account's token, unless the hub has refused it or it is about to end. */
export function usableToken({ token }: AccountState): KnownToken | undefined {
	return token.accessToken === '' || token.isRefused || nearItsEnd(token) ? undefined : token;
}

/**
 * Notes a token, unless a newer one is known.
 * @param isOwn whether the hub has issued it to this process, not to another one that n8n has stored it for
 */
export function noteToken(state: AccountState, token: AccessToken, isOwn = false): void {
	if (token.accessToken === '' || token.accessTokenIssuedAt <= state.token.accessTokenIssuedAt)
		return;
	const { accessToken, accessTokenIssuedAt } = token;
	const known = { accessToken, accessTokenIssuedAt, isOwn, since: monotonicNow() };
	state.token = { ...known, isOpen: false, isRefused: false };
	state.rememberToken(accessToken);
}

/** Notes that the hub has accepted a request with the token. */
export function noteAccepted(state: AccountState, token: KnownToken): void {
	token.isOpen = true;
	if (!isResting(state)) state.rest = undefined;
}

/*
 * The reference warns that many reported errors can cost the App Token. So an account whose keys or
 * tokens were refused rests: nothing is sent for it. A corrected credential is another account, and
 * the test in the credential's dialog always asks the hub.
 */

/**
 * Lets the account rest for a minute, and twice as long each time that it is refused again.
 * @returns `because`
 */
export function letRest(state: AccountState, because: HubError): HubError {
	if (isResting(state)) return because;
	const pause =
		state.rest === undefined ? timing.minute : Math.min(state.rest.pause * 2, timing.longestRest);
	state.rest = { because, pause, until: monotonicNow() + pause };
	return because;
}

/** Ends the rest; the next one is longer all the same. */
export function endRest({ rest }: AccountState): void {
	if (rest !== undefined) rest.until = monotonicNow();
}

/** Whether the account rests. */
export const isResting = ({ rest }: AccountState): boolean =>
	rest !== undefined && rest.until > monotonicNow();

export function checkRest(state: AccountState): void {
	if (state.rest === undefined || !isResting(state)) return;
	const { because, until } = state.rest;
	const { kind, message, description = '', httpStatus, requestId } = because;
	const left = inWords(until - monotonicNow());
	throw new HubError(kind, `Not sent, because the credential was refused before: ${message}`, {
		description: `${description} The hub is not asked again for another ${left}, because many refused requests can cost the App Token. A corrected credential works at once; the test in the credential's dialog asks the hub again.`,
		httpStatus,
		requestId,
	});
}

/** The answer without the account's secrets, as far as they are known by now. */
export function withoutSecrets(answer: HubResponse, { secrets, state }: Account): HubResponse {
	const writings = (state.secretWritings ??= writingsOf([...secrets, ...state.tokens]));
	return {
		...answer,
		text: redactBody(answer.text, writings),
		headers: mapValues(answer.headers, (header) => redact(header, writings)),
	};
}
