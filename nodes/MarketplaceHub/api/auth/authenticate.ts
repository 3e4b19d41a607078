import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { HubError } from '../errors';
import { userAgent } from '../http/version';
import { readAccount } from './account';
import { newestToken } from './token';

/**
 * Puts App-Token and access token on a request (reference: Authentication), be it one of the nodes'
 * own or one of n8n's HTTP Request node. A token that this process has renewed since n8n read the
 * credential takes the place of the one read.
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
	options.headers = {
		'User-Agent': userAgent,
		...options.headers,
		'App-Token': account.appToken,
		Authorization: `Bearer ${newestToken(account).accessToken}`,
	};
	options.disableFollowRedirect = true;
	return options;
}
