import { endpoints } from '../endpoints';
import { failureOf } from '../http/failures';
import { type RequestHelper, send } from '../http/send';
import { type Account, tokensOf } from './account';
import { exchangeKeys } from './exchange';
import type { Credential } from './ownRequest';
import { isRefusalOfKeys, tokenFailure } from './tokenFailure';

/*
 * Requests of other nodes with this credential, e.g. of n8n's HTTP Request node, and the test in the
 * credential's dialog. n8n gives each step the same decrypted credential:
 * 1. Without a token in it n8n calls `preAuthenticate`, which asks `renewForOther` for one.
 * 2. n8n calls `authenticateRequest`, which asks `admitOther` whether the request goes out.
 * 3. After an answer that is not successful n8n does 1 and 2 again, and sends the request a second time.
 */

/** Header by which the test in the credential's dialog is known; it is not sent. */
export const testMark = 'Credential-Test';

/** Set on the credential by step 2, so that step 1 knows a second time. */
const wasSent = Symbol('was sent');

type OtherCredential = Credential & { [wasSent]?: true };

/**
 * Lets a request go out, unless the account is paused. The dialog's test ends the pause: it is answered
 * 401 then, and n8n asks for a new token.
 * @throws HubError that says why the account is paused
 */
export function admitOther(
	credential: OtherCredential,
	{ state }: Account,
	{ isTest }: { isTest: boolean },
): void {
	if (isTest) state.pause.end();
	else state.pause.check();
	credential[wasSent] = true;
}

/**
 * Finds or obtains a newer token than the credential's. It tries once: another node can be told to repeat
 * its request.
 * @returns whether there is one
 * @throws HubError when the hub issues none
 */
export async function renewForOther(
	helper: RequestHelper,
	account: Account,
	{ accessToken: given, [wasSent]: isRepeat }: OtherCredential,
): Promise<boolean> {
	const { state } = account;
	if (state.pause.isOn) return false;
	const token = state.usableToken;
	if (token !== undefined && token.accessToken !== given) return true;
	if (isRepeat === true && token !== undefined && (await isTokenAccepted(helper, account)))
		return false;
	const outcome = await exchangeKeys(helper, account);
	if (state.usableToken !== undefined && state.token !== token) return true;
	const failure = tokenFailure(outcome, account);
	if (isRefusalOfKeys(failure)) state.pause.begin(failure);
	throw failure;
}

/**
 * Whether the hub accepts the token: then n8n's request was not answered 401, and a new token would
 * only make n8n send it a second time.
 * @throws HubError when the hub redirects: n8n's own message would say `307 - ""`
 */
async function isTokenAccepted(helper: RequestHelper, account: Account): Promise<boolean> {
	const { method, path } = endpoints.orderList;
	const url = `${account.baseUrl}${path}?offset=0&limit=1`;
	const outcome = await send(helper, { method, url, headers: tokensOf(account) });
	if (outcome.status === undefined) return true;
	if (outcome.status >= 300 && outcome.status < 400)
		throw failureOf(account.state.withoutSecrets(outcome), endpoints.orderList);
	return outcome.status !== 401;
}
