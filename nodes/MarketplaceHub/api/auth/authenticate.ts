import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { HubError } from '../errors';
import { deadlineIn, firstOf } from '../async/wait';
import { userAgent } from '../http/version';
import { timing } from '../timing';
import { isOwnRequest, readAccount, stateOf } from './account';
import { checkRefusal, isRefused, newestToken } from './knownTokens';

/** Header by which the test in the credential's dialog is known; it is not sent. */
export const testMark = 'Credential-Test';

/** A redirect would carry the tokens to another host: the settings of both forms of n8n's helpers. */
const withoutRedirects = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

/**
 * Puts App-Token and access token on a request (reference: Authentication), be it one of the nodes'
 * own or one of n8n's HTTP Request node. A token that this process has renewed since n8n read the
 * credential takes the place of the one read. For a refused account nothing is sent, but for the test
 * in the credential's dialog: its request goes out with the refused token, so that n8n asks for a new
 * one, and then the keys are exchanged.
 * @throws HubError of kind `credential` when the request would carry the credential to another
 * origin than the Base URL's, or the credential is not usable
 */
export function authenticateRequest(
	credential: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions & { uri?: string },
): IHttpRequestOptions {
	const account = readAccount(credential);
	const target = new URL(options.url || (options.uri ?? ''), options.baseURL ?? account.baseUrl);
	if (target.origin !== account.origin) {
		throw new HubError(
			'credential',
			`The credential is for ${account.origin} and is not sent to ${target.origin}`,
			{
				description: 'Use it for addresses of the hub only, or change its Base URL.',
			},
		);
	}
	const { [testMark]: isTest, ...headers } = options.headers ?? {};
	if (!isOwnRequest(credential)) {
		const state = stateOf(account);
		if (isTest === undefined) checkRefusal(state);
		else if (isRefused(state)) state.testRequested = true;
	}
	options.headers = {
		'User-Agent': userAgent,
		...headers,
		'App-Token': account.appToken,
		Authorization: `Bearer ${newestToken(account).accessToken}`,
	};
	// n8n's older form of a request knows `uri`, and no signal
	if (options.uri === undefined) options.abortSignal = withDeadline(options);
	return Object.assign(options, withoutRedirects);
}

/**
 * `timeout` only ends an answer that pauses; one that trickles needs an end of its own. Inside of an
 * execution n8n has put the execution's cancel signal here by now.
 */
function withDeadline({ timeout, abortSignal }: IHttpRequestOptions): AbortSignal | undefined {
	const limit = timeout !== undefined && timeout > 0 ? timeout : timing.requestTimeout;
	return firstOf(deadlineIn(limit), abortSignal instanceof AbortSignal ? abortSignal : undefined);
}
