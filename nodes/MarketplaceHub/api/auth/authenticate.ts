import omit from 'lodash/omit';
import omitBy from 'lodash/omitBy';
import trimEnd from 'lodash/trimEnd';
import trimStart from 'lodash/trimStart';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { deadlineIn, firstOf } from '../async';
import { HubError } from '../errors';
import { type RequestHelper, userAgent } from '../http/send';
import type { AccessToken } from '../state/knownToken';
import { timing } from '../timing';
import { shorten } from '../values/text';
import { parseUrl } from '../values/urls';
import { type Account, accountOf, tokensOf } from './account';
import { exchangeKeys } from './exchange';
import { admitOther, renewForOther, testMark } from './otherNodes';
import { type Credential, type OwnRequest, ownRequestOf } from './ownRequest';

/**
 * n8n's preAuthentication: gives the credential a newer token.
 * @returns the fields for n8n to store, with the account that the token was issued for; undefined when
 * there is no newer token
 */
export async function preAuthenticate(
	helper: RequestHelper,
	credential: Credential,
): Promise<(AccessToken & { accessTokenAccount: string }) | undefined> {
	const own = ownRequestOf(credential);
	const account = own?.account ?? accountOf(credential);
	const isNewer = own
		? await exchangeForOwn(helper, own)
		: await renewForOther(helper, account, credential);
	if (!isNewer) return undefined;
	const { accessToken, accessTokenIssuedAt } = account.state.token;
	return { accessToken, accessTokenIssuedAt, accessTokenAccount: account.key };
}

/**
 * Exchanges the keys for the node itself, which learns the outcome.
 * @returns whether that gave a token: else n8n would store an older one over another process's
 */
async function exchangeForOwn(helper: RequestHelper, own: OwnRequest): Promise<boolean> {
	const { state } = own.account;
	const { token: before } = state;
	own.exchanged = await exchangeKeys(helper, own.account);
	return state.token !== before;
}

/**
 * Settings of both forms of n8n's helpers: a redirect would carry the tokens to another host, and a connection
 * without certificate checks, or with somebody's own authority, to any server that answers.
 */
const toTheHubAlone = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	skipSslCertificateValidation: false,
	rejectUnauthorized: true,
	agentOptions: undefined,
};

type RequestOptions = IHttpRequestOptions & { uri?: string };

/** As n8n's HTTP client tells an absolute address from an address that it appends to `baseURL`. */
const absoluteAddress = /^([a-z][a-z\d+.-]*:)?\/\//i;

/**
 * The address that n8n's HTTP client would call, joined as it joins it.
 * @throws HubError of kind `credential` when it cannot be parsed or is not on the Base URL's origin
 */
function hubAddress({ baseURL, url, uri }: RequestOptions, { origin }: Account): URL {
	const given = String(url || (uri ?? ''));
	const isWhole = !baseURL || absoluteAddress.test(given);
	const appended = given === '' ? '' : `/${trimStart(given, '/')}`;
	const address = isWhole ? given : trimEnd(baseURL, '/') + appended;
	const target = parseUrl(address);
	// `URL.origin` of `blob:https://…` is the origin of the address inside of it
	const targetOrigin = target && `${target.protocol}//${target.host}`;
	if (target !== undefined && targetOrigin === origin) return target;
	throw new HubError(
		'credential',
		target === undefined
			? `The credential is for ${origin} and is not sent to an address that cannot be read: '${shorten(given, 200)}'`
			: `The credential is for ${origin} and is not sent to ${targetOrigin}`,
		{ description: 'Use it for addresses of the hub only, or change its Base URL.' },
	);
}

/**
 * The signal that ends a request of another node when its `timeout` is over, also while its answer
 * trickles. Inside of an execution n8n has put the execution's cancel signal there by now.
 */
function deadlineOf({ timeout, abortSignal }: IHttpRequestOptions): AbortSignal | undefined {
	const limit = timeout !== undefined && timeout > 0 ? timeout : timing.requestTimeout;
	return firstOf(deadlineIn(limit), abortSignal instanceof AbortSignal ? abortSignal : undefined);
}

/**
 * Puts App-Token and access token on a request (reference: Authentication). The address that was checked is the
 * address that is sent. A request of another node gets the newest token, if that is newer than the token that
 * n8n has read.
 * @throws HubError of kind `credential` when the request would carry the credential to another
 * origin than the Base URL's, or the credential is not usable; of another node's request also while the
 * account is paused
 */
export function authenticateRequest(
	credential: Credential,
	options: RequestOptions,
): IHttpRequestOptions {
	const own = ownRequestOf(credential);
	const account = own?.account ?? accountOf(credential);
	const target = hubAddress(options, account);
	if (own !== undefined && own.token === undefined) throw new Error('Only a token was asked for');
	const { [testMark]: isTest, ...given } = options.headers ?? {};
	if (own === undefined) admitOther(credential, account, { isTest: isTest !== undefined });
	const headers = omitBy(given, (_value, name) => name.trim().toLowerCase() === 'host');
	return {
		...omit(options, 'baseURL', 'uri'),
		...toTheHubAlone,
		url: target.href,
		headers: { 'User-Agent': userAgent, ...headers, ...tokensOf(account, own?.token) },
		// a proxy would read a request without TLS, which only a local address takes
		proxy: target.protocol === 'https:' ? options.proxy : undefined,
		// n8n's older form of a request, by `uri`, takes no notice of it
		abortSignal: own?.signal ?? deadlineOf(options),
	};
}
