import omit from 'lodash/omit';
import omitBy from 'lodash/omitBy';
import trimEnd from 'lodash/trimEnd';
import trimStart from 'lodash/trimStart';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { deadlineIn, firstOf } from '../async';
import { HubError } from '../errors';
import { userAgent } from '../http/send';
import type { AccessToken } from '../state';
import { timing } from '../timing';
import { shorten } from '../values/text';
import { parseUrl } from '../values/urls';
import { type Account, accountOf } from './account';
import { type Credential, ownRequestOf, wasSent } from './ownRequest';

/** The headers that carry both tokens (reference: Authentication). */
export const tokensOf = (account: Account, { accessToken }: AccessToken = account.state.token) => ({
	'App-Token': account.appToken,
	Authorization: `Bearer ${accessToken}`,
});

/** Header by which the test in the credential's dialog is known; it is not sent. */
export const testMark = 'Credential-Test';

/**
 * Settings of both forms of n8n's helpers: a redirect would carry the tokens to another host, and a
 * connection without certificate checks, or with somebody's own authority, to whoever answers it.
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

/** As n8n's HTTP client tells an absolute address from one that it appends to `baseURL`. */
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
	// `URL.origin` of `blob:https://…` is that of the address inside of it
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
 * Puts App-Token and access token on a request (reference: Authentication). The address that was
 * checked is the one that is sent. A request of another node gets the newest token, if it is newer than
 * the one that n8n has read, and is not sent while the account is paused. The dialog's test ends the pause:
 * it is answered 401 then, and n8n asks for a new token.
 * @throws HubError of kind `credential` when the request would carry the credential to another
 * origin than the Base URL's, or the credential is not usable
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
	if (own === undefined) {
		if (isTest === undefined) account.state.pause.check();
		else account.state.pause.end();
		credential[wasSent] = true;
	}
	const headers = omitBy(given, (_value, name) => name.trim().toLowerCase() === 'host');
	return {
		...omit(options, 'baseURL', 'uri'),
		...toTheHubAlone,
		url: target.href,
		headers: { 'User-Agent': userAgent, ...headers, ...tokensOf(account, own?.token) },
		// a proxy would read a request without TLS, which only a local address takes
		proxy: target.protocol === 'https:' ? options.proxy : undefined,
		// n8n's older form of a request, by `uri`, takes no notice of it
		abortSignal: deadlineOf(options),
	};
}
