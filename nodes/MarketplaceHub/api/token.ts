import { sleep, type IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';
import { readAccount, rememberToken, secretsOf, type AccessToken, type Account } from './account';
import { endpoints } from './endpoints';
import { HubError } from './errors';
import { tryParseJson } from './numbers';
import { errorTextOf, headersOf, type HubResponse } from './response';
import { timing } from './timing';
import { userAgent } from './version';
import { orAborted } from './wait';

/**
 * Tokens of this process. A new token revokes the one before at once (reference: Authentication),
 * so everything that runs in one process shares one token an account, and one exchange.
 */
const issued = new Map<string, AccessToken>();
const exchanges = new Map<string, Promise<AccessToken>>();
/** Why the last exchange of an account did not succeed: not every n8n hands on what preAuthentication throws. */
const refusals = new Map<string, HubError>();

/** Processes renew at different ages, so that the first one's token is stored when the others look. */
const earlier = Math.random();

type HttpRequest = (options: IHttpRequestOptions) => Promise<unknown>;

const tokenAnswer = z.object({ token: z.string().min(1) });

const nearItsEnd = ({ accessTokenIssuedAt }: AccessToken) =>
	Date.now() - accessTokenIssuedAt > timing.tokenLifetime - timing.renewalMargin * (1 + earlier);

/**
 * The newest token known for the account, of the stored one and this process's own; undefined when
 * there is none or it is about to end.
 */
export function usableToken(account: Account): AccessToken | undefined {
	const newest = newestToken(account);
	return newest.accessToken === '' || nearItsEnd(newest) ? undefined : newest;
}

/** The newest token known for the account, whatever its age; its `accessToken` may be empty. */
export function newestToken({ key, stored }: Account): AccessToken {
	const own = issued.get(key);
	return own !== undefined && own.accessTokenIssuedAt > stored.accessTokenIssuedAt ? own : stored;
}

/**
 * n8n's preAuthentication: gives the credential a token newer than the one it holds. Never two
 * exchanges at once for an account; a caller whose token was already replaced gets the newer one.
 * @returns the fields for n8n to store
 * @throws HubError of kind `credential` when the hub refuses the keys, else `unreachable`
 */
export async function renewToken(
	httpRequest: HttpRequest,
	credential: object,
): Promise<AccessToken> {
	const account = readAccount(credential);
	const known = issued.get(account.key);
	if (
		known !== undefined &&
		known.accessTokenIssuedAt > account.stored.accessTokenIssuedAt &&
		!nearItsEnd(known)
	) {
		return known;
	}
	const running = exchanges.get(account.key);
	if (running !== undefined) return await running;
	const exchange = exchangeToken(httpRequest, account);
	exchanges.set(account.key, exchange);
	refusals.delete(account.key);
	exchange.catch((error: unknown) => {
		if (error instanceof HubError) refusals.set(account.key, error);
	});
	try {
		const token = await exchange;
		issued.set(account.key, token);
		rememberToken(account.key, token.accessToken);
		return token;
	} finally {
		exchanges.delete(account.key);
	}
}

/** Why the account's last exchange did not succeed; undefined when it did. */
export function refusedExchange({ key }: Account): HubError | undefined {
	return refusals.get(key);
}

const attempts = 3;
/** ms for one attempt: all of them take as long as one request may. */
const attemptTime = () => Math.ceil(timing.requestTimeout / attempts);

async function exchangeToken(httpRequest: HttpRequest, account: Account): Promise<AccessToken> {
	for (let attempt = 1; ; attempt++) {
		const response = await postKeys(httpRequest, account);
		if (response !== undefined && response.status < 400) return readToken(response, account);
		if (response !== undefined && response.status < 500 && response.status !== 429)
			throw keysRefused(response, account);
		if (attempt === attempts) throw noAnswer(response, account);
		await sleep(timing.backoff * 2 ** (attempt - 1) * (0.5 + Math.random()));
	}
}

async function postKeys(
	httpRequest: HttpRequest,
	account: Account,
): Promise<HubResponse | undefined> {
	const { method, path } = endpoints.auth;
	try {
		const limit = AbortSignal.timeout(attemptTime());
		const sending = httpRequest({
			method,
			url: account.baseUrl + path,
			headers: {
				'App-Token': account.appToken,
				'Content-Type': 'application/json',
				Accept: 'application/json',
				'User-Agent': userAgent,
			},
			body: JSON.stringify({ apiKey: account.apiKey, secretKey: account.secretKey }),
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: attemptTime(),
			abortSignal: limit,
		});
		const answer = (await orAborted(sending, limit)) as {
			statusCode: number;
			headers: object;
			body: unknown;
		};
		return {
			status: answer.statusCode,
			headers: headersOf(answer.headers),
			text: String(answer.body),
		};
	} catch {
		return undefined;
	}
}

function readToken(response: HubResponse, account: Account): AccessToken {
	const answer = tokenAnswer.safeParse(tryParseJson(response.text)?.value);
	if (!answer.success) {
		throw new HubError('credential', `What answers at ${account.baseUrl} is not the hub's API`, {
			description: `The token exchange was answered with status ${response.status} and without a token. Check the Base URL of the credential.`,
			httpStatus: response.status,
		});
	}
	const before = Math.max(
		issued.get(account.key)?.accessTokenIssuedAt ?? 0,
		account.stored.accessTokenIssuedAt,
	);
	return { accessToken: answer.data.token, accessTokenIssuedAt: Math.max(Date.now(), before + 1) };
}

function keysRefused(response: HubResponse, account: Account): HubError {
	const said = errorTextOf(response, secretsOf(account)).text;
	const description =
		response.status === 404
			? 'Check the Base URL: the path of the token exchange does not exist there.'
			: account.environment === 'sandbox'
				? 'Check API Key, Secret Key and Base URL of the credential. Sandbox and production have different ones; the environment is set to sandbox.'
				: 'Check App Token, API Key, Secret Key and Base URL of the credential. Sandbox and production have different ones; the environment is set to production.';
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

function noAnswer(response: HubResponse | undefined, account: Account): HubError {
	return new HubError(
		'unreachable',
		response === undefined
			? `The hub could not be reached at ${account.baseUrl}`
			: `The hub could not issue a token (${response.status})`,
		{
			description:
				'Check the Base URL of the credential and the network of your n8n, then try again.',
			httpStatus: response?.status,
		},
	);
}
