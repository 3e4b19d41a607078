import { createHash } from 'crypto';
import mapValues from 'lodash/mapValues';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import { endpoints, routeField, type Endpoint, type EndpointName } from '../endpoints';
import { HubError } from '../errors';
import type { HubContext, HubResponse } from '../http/send';
import { accountState, recentCredentials, type AccessToken, type AccountState } from '../state';
import { timing } from '../timing';
import { redact, redactBody, writingsOf } from '../values/redact';
import { customized } from './route';

/** Name of the credential type, as n8n knows it. */
export const credentialName = 'marketplaceHubApi';

/** The App-Token of every application in sandbox (reference: Authentication). */
const sandboxAppToken = 'homologacao';

const text = z.string().trim().catch('');
const credentialSchema = z
	.object({
		environment: z.enum(['sandbox', 'production']).catch('sandbox'),
		baseUrl: text,
		appToken: text,
		apiKey: text,
		secretKey: text,
		accessToken: z.string().catch(''),
		accessTokenIssuedAt: z.coerce.number().finite().catch(0),
		accessTokenAccount: z.string().catch(''),
		customizeRoutes: z.boolean().catch(false),
	})
	.passthrough();

const noStoredToken: AccessToken = { accessToken: '', accessTokenIssuedAt: 0 };

/** What the stored credential says, checked. */
export interface Account {
	/** The same for the same base URL and keys: the key of everything shared in the process. */
	key: string;
	environment: 'sandbox' | 'production';
	/** Without a trailing slash and without `/v1`. */
	baseUrl: string;
	origin: string;
	appToken: string;
	apiKey: string;
	secretKey: string;
	/** The token n8n has stored; empty when there is none that was issued for these keys. */
	stored: AccessToken;
	/** The endpoint's row, with the user's own route in place of an assumed one. */
	endpoint(name: EndpointName): Endpoint;
	/** The credential as n8n gave it. */
	credential: ICredentialDataDecryptedObject;
}

/** Where a credential of a request of our own carries its account, so that it is parsed once. */
const parsedAccount = Symbol('account');

/** The credential with `token` in place of the stored one, for n8n to authenticate a request with. */
export function credentialWith(
	account: Account,
	token: AccessToken,
): ICredentialDataDecryptedObject {
	const credential = { ...account.credential, ...token };
	const parsed: Account = { ...account, stored: token, credential };
	return Object.assign(credential, { [parsedAccount]: parsed });
}

/** Whether the credential is that of a request of our own, and not one of another node or a dialog. */
export const isOwnRequest = (credential: object): boolean => parsedAccount in credential;

/**
 * Reads the decrypted credential (reference: Authentication).
 * @throws HubError of kind `credential` that says which field to change
 */
export function readAccount(
	credential: ICredentialDataDecryptedObject & { [parsedAccount]?: Account },
): Account {
	const parsed = credential[parsedAccount];
	if (parsed !== undefined) return parsed;
	const fields = credentialSchema.parse(credential);
	const { baseUrl, origin } = readBaseUrl(fields.baseUrl);
	const appToken = fields.environment === 'sandbox' ? sandboxAppToken : fields.appToken;
	if (appToken === '')
		throw missing('App Token', 'Production needs the App Token of your approved application.');
	if (fields.environment === 'production' && appToken.toLowerCase() === sandboxAppToken) {
		throw new HubError(
			'credential',
			`The App Token of the credential is '${sandboxAppToken}', which is the one of sandbox`,
			{
				description:
					'Enter the App Token of your approved application, or set Environment to Sandbox.',
			},
		);
	}
	if (fields.apiKey === '') throw missing('API Key');
	if (fields.secretKey === '') throw missing('Secret Key');
	const key = createHash('sha256')
		.update(JSON.stringify([baseUrl, appToken, fields.apiKey, fields.secretKey]))
		.digest('hex');
	const { accessToken, accessTokenIssuedAt, accessTokenAccount } = fields;
	const isItsToken = accessTokenAccount === '' || accessTokenAccount === key;
	return {
		key,
		environment: fields.environment,
		baseUrl,
		origin,
		appToken,
		apiKey: fields.apiKey,
		secretKey: fields.secretKey,
		stored: isItsToken ? { accessToken, accessTokenIssuedAt } : noStoredToken,
		endpoint: (name) =>
			fields.customizeRoutes
				? customized(name, fields[routeField(name)], [appToken, fields.apiKey, fields.secretKey])
				: endpoints[name],
		credential,
	};
}

/**
 * The context's credential as n8n gives it, usable or not. Outside of an execution n8n 2.40 builds a new
 * sandbox for expressions, at tens of ms of CPU time, whenever a credential is read; so a trigger's is
 * kept for some seconds. (A token issued meanwhile is known anyway to the process that issued it, see
 * tokens.ts.)
 * @param fresh whether it must be read now, because what was read before has been refused
 */
export async function currentCredential(
	context: HubContext,
	fresh = false,
): Promise<ICredentialDataDecryptedObject> {
	const key = keyOf(context);
	if (key === undefined) return await context.getCredentials(credentialName);
	const known = fresh ? undefined : recentCredentials.get(key);
	if (known !== undefined) return await known;
	const credential = context.getCredentials(credentialName);
	recentCredentials.set(key, credential, timing.credentialFreshness);
	credential.catch(() => recentCredentials.delete(key, credential));
	return await credential;
}

/**
 * The account of that credential. What another process has stored holds for everything in this one
 * from then on.
 * @param fresh whether the credential must be read now
 * @throws HubError of kind `credential` that says which field to change
 */
export async function currentAccount(context: HubContext, fresh = false): Promise<Account> {
	const account = readAccount(await currentCredential(context, fresh));
	const state = stateOf(account);
	const { stored } = account;
	if (stored.accessTokenIssuedAt > (state.stored?.accessTokenIssuedAt ?? 0)) state.stored = stored;
	return account;
}

function keyOf(context: HubContext): string | undefined {
	const isTrigger =
		('getBodyData' in context || '__emit' in context) && context.getMode() !== 'manual';
	const { id, credentials } = context.getNode();
	const credential = credentials?.[credentialName]?.id ?? '';
	return isTrigger && credential !== ''
		? `${context.getWorkflow().id ?? ''} ${id} ${credential}`
		: undefined;
}

/** What the process shares about the account. */
export const stateOf = ({ key }: Account): AccountState => accountState(key);

/** The answer without the account's secrets, as far as they are known by now. */
export function withoutSecrets(answer: HubResponse, account: Account): HubResponse {
	const { appToken, apiKey, secretKey, stored } = account;
	const state = stateOf(account);
	state.rememberToken(stored.accessToken);
	const keys = [apiKey, secretKey, ...(appToken === sandboxAppToken ? [] : [appToken])];
	const writings = (state.secretWritings ??= writingsOf([...keys, ...state.tokens]));
	return {
		...answer,
		text: redactBody(answer.text, writings),
		headers: mapValues(answer.headers, (header) => redact(header, writings)),
	};
}

const missing = (
	field: string,
	description = 'You find it in the hub, in the ERP integration of your seller account.',
) => new HubError('credential', `The credential has no ${field}`, { description });

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function readBaseUrl(value: string): { baseUrl: string; origin: string } {
	if (value === '')
		throw missing('Base URL', "Enter the address of the hub's API, e.g. https://api.example.com");
	const url = URL.canParse(value) ? new URL(value) : undefined;
	if (url === undefined) {
		throw new HubError(
			'credential',
			`The Base URL of the credential is not an address: '${value}'`,
			{
				description: 'Enter it with its scheme, e.g. https://api.example.com',
			},
		);
	}
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.test(url.hostname))) {
		throw new HubError(
			'credential',
			`The Base URL of the credential must start with https://, not ${url.protocol}//`,
			{
				description:
					'The hub only accepts HTTPS. Plain http is allowed for a local address such as http://127.0.0.1:5690.',
			},
		);
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		throw new HubError(
			'credential',
			'The Base URL of the credential holds more than scheme, host and path',
			{
				description: 'Remove user name, password, query and # from it.',
			},
		);
	}
	const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
	return { baseUrl: url.origin + path, origin: url.origin };
}
