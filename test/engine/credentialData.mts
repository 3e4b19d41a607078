import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Hub } from '../hub/types.mts';

export const packageName = 'n8n-nodes-marketplace-hub';
export const credentialType = 'marketplaceHubApi';

/** The credential's data for a hub, as a user would have typed it in. */
export function credentialData(
	hub: Hub,
	changes: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject {
	const { environment, url, appToken, apiKey, secretKey } = hub;
	return {
		environment,
		baseUrl: url,
		appToken: environment === 'production' ? appToken : '',
		apiKey,
		secretKey,
		accessToken: '',
		accessTokenIssuedAt: 0,
		customizeRoutes: false,
		...changes,
	};
}
