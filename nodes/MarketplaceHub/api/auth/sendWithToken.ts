import { wait } from '../async/wait';
import { NoUsableAnswer, type Outcome } from '../http/response';
import { send, type HubContext, type OutgoingRequest } from '../http/send';
import type { AccessToken } from '../state';
import { timing } from '../timing';
import { credentialName, credentialWith, stateOf, type Account } from './account';
import { currentAccount } from './credential';
import { newestToken, usableToken } from './token';

/** How often one request may make this process exchange the keys because its token was refused. */
const mostRenewals = 2;
/** How many tokens one request tries at most. */
const mostTokens = 8;

/**
 * Sends one request with the account's token. Only a 401 is dealt with here: the request was not
 * carried out, so the token is renewed and the request sent again. The stored token is read again
 * first: another process may have replaced it.
 * @throws HubError when the credential is not usable, or of kind `cancelled`
 */
export async function sendWithToken(
	context: HubContext,
	account: Account,
	request: OutgoingRequest,
): Promise<Outcome> {
	let token = usableToken(account) ?? noToken(account);
	let renewals = 0;
	for (let tokens = 1; ; tokens++) {
		const { outcome, used } = await sendOnce(context, account, request, token);
		if (outcome instanceof NoUsableAnswer || outcome.status !== 401 || tokens === mostTokens) {
			return outcome;
		}
		// a token that was just issued and is refused: another process exchanges too, and stores its token soon
		if (tokens > 1) await wait(timing.backoff * (0.1 + Math.random()), request.signal);
		account = await currentAccount(context, true);
		token = tokenAfter(account, used);
		if (token.accessToken === '' && ++renewals > mostRenewals) return outcome;
	}
}

/** An empty token makes n8n call preAuthentication; its time tells which token it has to be newer than. */
const noToken = (account: Account, refused?: AccessToken): AccessToken => ({
	accessToken: '',
	accessTokenIssuedAt: Math.max(
		refused?.accessTokenIssuedAt ?? 0,
		newestToken(account).accessTokenIssuedAt,
	),
});

function tokenAfter(account: Account, refused: AccessToken): AccessToken {
	const token = usableToken(account);
	return token === undefined || token.accessToken === refused.accessToken
		? noToken(account, refused)
		: token;
}

async function sendOnce(
	context: HubContext,
	account: Account,
	request: OutgoingRequest,
	token: AccessToken,
): Promise<{ outcome: Outcome; used: AccessToken }> {
	const data = credentialWith(account, token);
	const { id, name = '' } = context.getNode().credentials?.[credentialName] ?? {};
	const credentialsDecrypted = { id: id ?? '', name, type: credentialName, data };
	const { httpRequestWithAuthentication } = context.helpers;
	const outcome = await send(
		async (options) =>
			await httpRequestWithAuthentication.call(context, credentialName, options, {
				credentialsDecrypted,
			}),
		request,
	);
	const state = stateOf(account);
	// n8n puts the renewed token into the object it was given
	const used = {
		accessToken: String(data.accessToken),
		accessTokenIssuedAt: Number(data.accessTokenIssuedAt),
	};
	if (outcome instanceof NoUsableAnswer && used.accessToken === '' && state.refusal !== undefined) {
		throw state.refusal;
	}
	state.rememberToken(used.accessToken);
	return { outcome, used };
}
