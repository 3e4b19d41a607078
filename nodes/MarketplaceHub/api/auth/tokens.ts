import mapValues from 'lodash/mapValues';
import { z } from 'zod';
import { inWords, monotonicNow } from '../async';
import { endpoints } from '../endpoints';
import { HubError } from '../errors';
import { errorTextOf } from '../http/failures';
import {
	type HubResponse,
	NoUsableAnswer,
	type Outcome,
	readBody,
	type RequestHelper,
	retryAfterOf,
	send,
	tooLarge,
} from '../http/send';
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

/** Notes the token that n8n has stored; another process may have issued it. */
export function noteStored(state: AccountState, stored: AccessToken): void {
	const isNewer = stored.accessTokenIssuedAt > state.token.accessTokenIssuedAt;
	if (isNewer && stored.accessToken !== '') setToken(state, stored, false);
}

/** Notes a token that the hub has issued to this process. The account no longer rests. */
function noteIssued(state: AccountState, accessToken: string): void {
	const accessTokenIssuedAt = Math.max(Date.now(), state.token.accessTokenIssuedAt + 1);
	setToken(state, { accessToken, accessTokenIssuedAt }, true);
	endRest(state);
}

function setToken(state: AccountState, token: AccessToken, isOwn: boolean): void {
	const since = monotonicNow();
	state.token = { ...token, isOwn, since, isOpen: false, isRefused: false };
	state.rememberToken(token.accessToken);
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

/** A token, without blanks around it, of characters that a header can carry. */
const tokenAnswer = z.object({
	token: z
		.string()
		.trim()
		.regex(/^[\x20-\x7e\xa0-\xff]+$/),
});

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
	return (await state.exchange) as Outcome;
}

async function postKeys(helper: RequestHelper, account: Account): Promise<Outcome> {
	const { method, path } = endpoints.auth;
	const { apiKey, appToken, baseUrl, secretKey, state } = account;
	const answer = await send(helper, {
		method,
		url: baseUrl + path,
		headers: { 'App-Token': appToken },
		body: JSON.stringify({ apiKey, secretKey }),
	});
	const outcome = readBody(endpoints.auth, answer);
	if (outcome instanceof NoUsableAnswer) return outcome;
	if (outcome.status >= 300) return withoutSecrets(outcome, account);
	const issued = tokenAnswer.safeParse(outcome.body);
	if (!issued.success) return new NoUsableAnswer('unreadable', 'gave an answer without a token');
	noteIssued(state, issued.data.token);
	return outcome;
}

/**
 * What is said when no token was issued: of kind `credential` when the hub itself refuses the keys,
 * else `unreachable`. The page of a proxy, for instance, says nothing about the credential.
 */
export function notIssued(outcome: Outcome, account: Account): HubError {
	if (outcome instanceof NoUsableAnswer) {
		const { code, message } = outcome;
		if (code === 'unreadable') return notTheHub(`it ${message}`, account);
		// n8n puts a text of its own in place of a message with ECONNREFUSED and the like
		return code === 'timeout' || outcome === tooLarge
			? unreachable(`The hub at ${account.baseUrl} ${message}`, account)
			: unreachable(`The hub could not be reached at ${account.baseUrl}`, account);
	}
	const { status } = outcome;
	const said = errorTextOf(outcome).text;
	const isFault = status >= 400 && status < 500 && status !== 429;
	if (status === 401 || (isFault && said !== '')) return keysRefused(status, said, account);
	if (said === '' && status !== 429) return notTheHub(String(status), account, status);
	const message = `The hub could not issue a token (${status})`;
	if (status !== 429) return unreachable(message, account, status);
	const asked = retryAfterOf(outcome);
	const after = asked === undefined ? '' : ` It asks to wait ${inWords(asked)}.`;
	return new HubError('unreachable', message, {
		description: `The hub's limit is reached; other programs may use the same keys. Try again later.${after}`,
		httpStatus: status,
	});
}

function keysRefused(status: number, said: string, { environment }: Account): HubError {
	const appToken = environment === 'sandbox' ? '' : 'App Token, ';
	return new HubError(
		'credential',
		`The hub did not accept the credential (${status}${said === '' ? '' : `: ${said}`})`,
		{
			description:
				status === 404
					? 'Check the Base URL: the path of the token exchange does not exist there.'
					: `Check ${appToken}API Key, Secret Key and Base URL of the credential. Sandbox and production have different ones; the environment is set to ${environment}.`,
			httpStatus: status,
			error: said,
		},
	);
}

/** Whether the hub has issued a token for the credential before. */
const hasWorked = ({ state }: Account) => state.token.accessToken !== '';

function notTheHub(answer: string, account: Account, httpStatus?: number): HubError {
	const what = hasWorked(account)
		? `The hub is not reachable now: what answers at ${account.baseUrl} is not its API`
		: `What answers at ${account.baseUrl} is not the hub's API`;
	return unreachable(`${what} (${answer})`, account, httpStatus);
}

function unreachable(message: string, account: Account, httpStatus?: number): HubError {
	const description = hasWorked(account)
		? 'The credential has worked before, and the hub is asked again with the next request. Check the network of your n8n if it lasts.'
		: 'Check the Base URL of the credential and the network of your n8n, then try again.';
	return new HubError('unreachable', message, { description, httpStatus });
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
