import { z } from 'zod';
import { NoUsableAnswer, type Outcome, readBody } from '../http/answer';
import { type RequestHelper, send } from '../http/send';
import { type Account, inHeaders } from './account';

/** A token, without blanks around it. */
const tokenAnswer = z.object({ token: z.string().trim().min(1) });

/** Characters of the longest token: few servers take more in a header. */
const longestToken = 8000;

/** The outcome of an exchange whose token cannot be used. */
export const tokenBeyondHeaders = new NoUsableAnswer(
	'token',
	`gave a token with a character that no request header can carry, or of more than ${longestToken} characters`,
);

/**
 * Exchanges the keys for a token (reference: Authentication), once. There are never two exchanges at
 * once for an account, since each would revoke the other's token. An exchange goes on when nobody
 * waits for it any more: a token that comes late is used, too.
 */
export async function exchangeKeys(helper: RequestHelper, account: Account): Promise<Outcome> {
	const { state } = account;
	state.exchange ??= postKeys(helper, account).finally(() => {
		state.exchange = undefined;
	});
	return await state.exchange;
}

async function postKeys(helper: RequestHelper, account: Account): Promise<Outcome> {
	const endpoint = account.endpoint('auth');
	const { method, path } = endpoint;
	const { apiKey, appToken, baseUrl, secretKey, state } = account;
	const answer = await send(helper, {
		method,
		url: baseUrl + path,
		headers: { 'App-Token': appToken },
		body: JSON.stringify({ apiKey, secretKey }),
	});
	const outcome = readBody(endpoint, answer);
	if (outcome.status === undefined) return outcome;
	if (outcome.status >= 300) return state.withoutSecrets(outcome);
	const issued = tokenAnswer.safeParse(outcome.body);
	if (!issued.success) return new NoUsableAnswer('unreadable', 'gave an answer without a token');
	const accessToken = issued.data.token;
	if (accessToken.length > longestToken || !inHeaders.test(accessToken)) return tokenBeyondHeaders;
	const accessTokenIssuedAt = Math.max(Date.now(), state.token.accessTokenIssuedAt + 1);
	state.noteToken({ accessToken, accessTokenIssuedAt }, true);
	state.pause.end();
	return outcome;
}
