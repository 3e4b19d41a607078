import { sleep } from 'n8n-workflow';
import { z } from 'zod';
import { endpoints } from '../endpoints';
import { HubError } from '../errors';
import { errorTextOf, NoUsableAnswer, type HubResponse, type Outcome } from '../http/response';
import { send, type RequestHelper } from '../http/send';
import type { AccessToken } from '../state';
import { timing } from '../timing';
import { tryParseJson } from '../values/json';
import { secretsOf, stateOf, type Account } from './account';

/*
 * A new token revokes the one before at once (reference: Authentication), so everything that runs
 * in one process shares one token an account, and one exchange.
 */

/** Processes renew at different ages, so that the first one's token is stored when the others look. */
const renewalJitter = Math.random();

const tokenAnswer = z.object({ token: z.string().min(1) });

const nearItsEnd = ({ accessTokenIssuedAt }: AccessToken) =>
	Date.now() - accessTokenIssuedAt >
	timing.tokenLifetime - timing.renewalMargin * (1 + renewalJitter);

/**
 * The newest token known for the account, of the stored one and this process's own; undefined when
 * there is none or it is about to end.
 */
export function usableToken(account: Account): AccessToken | undefined {
	const newest = newestToken(account);
	return newest.accessToken === '' || nearItsEnd(newest) ? undefined : newest;
}

/** The newest token known for the account, whatever its age; its `accessToken` may be empty. */
export function newestToken(account: Account): AccessToken {
	const { token } = stateOf(account);
	return token !== undefined && isNewer(token, account.stored) ? token : account.stored;
}

const isNewer = (token: AccessToken, other: AccessToken) =>
	token.accessTokenIssuedAt > other.accessTokenIssuedAt;

/**
 * n8n's preAuthentication: gives the credential a token newer than the one it holds. Never two
 * exchanges at once for an account; a caller whose token was already replaced gets the newer one.
 * @returns the fields for n8n to store
 * @throws HubError of kind `credential` when the hub refuses the keys, else `unreachable`
 */
export async function renewToken(helper: RequestHelper, account: Account): Promise<AccessToken> {
	const state = stateOf(account);
	const { token } = state;
	if (token !== undefined && isNewer(token, account.stored) && !nearItsEnd(token)) return token;
	state.exchange ??= exchangeToken(helper, account).finally(() => {
		state.exchange = undefined;
	});
	return await state.exchange;
}

const attempts = 3;
/** ms for one attempt: all of them take as long as one request may. */
const attemptTime = () => Math.ceil(timing.requestTimeout / attempts);

async function exchangeToken(helper: RequestHelper, account: Account): Promise<AccessToken> {
	const state = stateOf(account);
	state.refusal = undefined;
	const exchange = tokenFromHub(helper, account);
	exchange.catch((error: unknown) => {
		if (error instanceof HubError) state.refusal = error;
	});
	state.token = await exchange;
	state.rememberToken(state.token.accessToken);
	return state.token;
}

async function tokenFromHub(helper: RequestHelper, account: Account): Promise<AccessToken> {
	for (let attempt = 1; ; attempt++) {
		const outcome = await postKeys(helper, account);
		if (!(outcome instanceof NoUsableAnswer)) {
			if (outcome.status < 400) return readToken(outcome, account);
			if (outcome.status < 500 && outcome.status !== 429) throw keysRefused(outcome, account);
		}
		if (attempt === attempts) throw noAnswer(outcome, account);
		await sleep(timing.backoff * 2 ** (attempt - 1) * (0.5 + Math.random()));
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
		timeout: attemptTime(),
		signal: AbortSignal.timeout(attemptTime()),
	});
	return await sending.catch(() => new NoUsableAnswer('timeout'));
}

function readToken(response: HubResponse, account: Account): AccessToken {
	const answer = tokenAnswer.safeParse(tryParseJson(response.text)?.value);
	if (!answer.success) {
		throw new HubError('credential', `What answers at ${account.baseUrl} is not the hub's API`, {
			description: `The token exchange was answered with status ${response.status} and without a token. Check the Base URL of the credential.`,
			httpStatus: response.status,
		});
	}
	const before = newestToken(account).accessTokenIssuedAt;
	return { accessToken: answer.data.token, accessTokenIssuedAt: Math.max(Date.now(), before + 1) };
}

function keysRefused(response: HubResponse, account: Account): HubError {
	const said = errorTextOf(response, secretsOf(account)).text;
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

function noAnswer(outcome: Outcome, account: Account): HubError {
	const status = outcome instanceof NoUsableAnswer ? undefined : outcome.status;
	return new HubError(
		'unreachable',
		status === undefined
			? `The hub could not be reached at ${account.baseUrl}`
			: `The hub could not issue a token (${status})`,
		{
			description:
				'Check the Base URL of the credential and the network of your n8n, then try again.',
			httpStatus: status,
		},
	);
}
