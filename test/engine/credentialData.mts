import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Hub } from '../hub/types.mts';

export const packageName = 'n8n-nodes-marketplace-hub';
export const credentialType = 'marketplaceHubApi';

/** What a user enters for a hub with the former routes of batches. */
function routesOf({ routeSet, routes }: Hub): ICredentialDataDecryptedObject {
	if (routeSet !== 'assumed') return { customizeRoutes: false };
	return {
		customizeRoutes: true,
		routeProductBatch: routes.productBatch ?? '',
		routeStockBatch: routes.stockBatch ?? '',
		routePriceBatch: routes.priceBatch ?? '',
	};
}

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
		...routesOf(hub),
		...changes,
	};
}
