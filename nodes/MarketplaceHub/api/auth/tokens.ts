import { inWords, monotonicNow } from '../async';
import { HubError } from '../errors';
import type { AccessToken, AccountState, KnownToken } from '../state';
import { timing } from '../timing';

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

/** Notes the token that n8n has stored; another process may have issued it. */
export function noteStored(state: AccountState, stored: AccessToken): void {
	const isNewer = stored.accessTokenIssuedAt > state.token.accessTokenIssuedAt;
	if (isNewer && stored.accessToken !== '') setToken(state, stored, false);
}

/** Notes a token that the hub has issued to this process. The account no longer rests. */
export function noteIssued(state: AccountState, accessToken: string): void {
	const accessTokenIssuedAt = Math.max(Date.now(), state.token.accessTokenIssuedAt + 1);
	setToken(state, { accessToken, accessTokenIssuedAt }, true);
	if (state.rest !== undefined) state.rest.until = monotonicNow();
}

function setToken(state: AccountState, token: AccessToken, isOwn: boolean): void {
	const since = monotonicNow();
	state.token = { ...token, isOwn, since, isAccepted: false, isRefused: false };
	state.rememberToken(token.accessToken);
}

/** Notes that the hub has accepted a request with the token. */
export function noteAccepted(state: AccountState, token: KnownToken): void {
	Object.assign(token, { isAccepted: true, isOpen: true });
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
