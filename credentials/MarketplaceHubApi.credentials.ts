import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { baseUrlExpression } from '../nodes/MarketplaceHub/api/auth/account';
import {
	authenticateRequest,
	preAuthenticate,
} from '../nodes/MarketplaceHub/api/auth/authenticate';
import { testMark } from '../nodes/MarketplaceHub/api/auth/otherNodes';
import { replaceableRoutes } from '../nodes/MarketplaceHub/api/auth/routes';
import { findHubError } from '../nodes/MarketplaceHub/api/errors';

/** The pair of integration keys, exchanged for an access token of 30 minutes (reference: Authentication). */
export class MarketplaceHubApi implements ICredentialType {
	name = 'marketplaceHubApi';

	displayName = 'Marketplace Hub API';

	icon: Icon = {
		light: 'file:../icons/marketplaceHub.svg',
		dark: 'file:../icons/marketplaceHub.dark.svg',
	};

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-marketplace-hub';

	properties: INodeProperties[] = [
		{
			displayName: 'Environment',
			name: 'environment',
			type: 'options',
			options: [
				{
					name: 'Sandbox',
					value: 'sandbox',
					description: 'For testing; its App Token is the same for everyone',
				},
				{ name: 'Production', value: 'production', description: 'Needs an approved application' },
			],
			default: 'sandbox',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com/omni-api',
			description:
				"Address of the hub's API in the chosen environment, with its path and without /v1. Must start with https://.",
		},
		{
			displayName: 'App Token',
			name: 'appToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Application token of your approved application',
			displayOptions: { show: { environment: ['production'] } },
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'apiKey of the ERP integration that you added to your seller account in the hub',
		},
		{
			displayName: 'Secret Key',
			name: 'secretKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'secretKey of the same integration',
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				"For the Marketplace Hub Trigger. If set, calls must carry it: add ?secret= and this text to the URL in the hub's panel. Use letters and digits; other characters must be percent-encoded in the URL. The node answers calls without it with 403, before it reads their body.",
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Access Token Issued At',
			name: 'accessTokenIssuedAt',
			type: 'hidden',
			typeOptions: { password: true },
			default: 0,
		},
		{
			displayName: 'Access Token Account',
			name: 'accessTokenAccount',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
		{
			displayName: 'Customize Routes',
			name: 'customizeRoutes',
			type: 'boolean',
			default: false,
			description:
				"Whether to change the token exchange, and methods and paths that the hub's public reference does not show. Connection: Check Routes finds out which ones your hub has.",
		},
		...replaceableRoutes.map(
			({ field, label, route, basis }): INodeProperties => ({
				displayName: label,
				name: field,
				type: 'string',
				default: route,
				description: `Method and path of this request; ${route} is ${basis ?? "in the hub's reference"}`,
				displayOptions: { show: { customizeRoutes: [true] } },
			}),
		),
	];

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		const helper = async (options: IHttpRequestOptions) => await this.helpers.httpRequest(options);
		return { ...(await explained(preAuthenticate(helper, credentials))) };
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return authenticateRequest(credentials, requestOptions);
	}

	// a documented address: the token test's own path is not shown in the reference
	test: ICredentialTestRequest = {
		request: {
			baseURL: baseUrlExpression,
			url: '/v1/orders',
			qs: { offset: 0, limit: 1 },
			headers: { [testMark]: 'true' },
		},
	};
}

/** n8n's credential dialog shows a message only, so the advice goes into it. */
async function explained<Result>(result: Promise<Result>): Promise<Result> {
	return await result.catch((error: unknown) => {
		const known = findHubError(error);
		if (known?.description === undefined) throw error;
		throw Object.assign(new Error(`${known.message}. ${known.description}`), { cause: known });
	});
}
