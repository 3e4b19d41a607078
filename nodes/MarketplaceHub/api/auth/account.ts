import { createHash } from 'crypto';
import pick from 'lodash/pick';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import type { HubContext } from '../context';
import { type Endpoint, type EndpointName, endpoints } from '../endpoints';
import { HubError } from '../errors';
import {
	accountState,
	nodeKeyOf,
	recentCredentials,
	type AccountState,
} from '../state/accountState';
import type { AccessToken } from '../state/knownToken';
import { timing } from '../timing';
import { parseUrl } from '../values/urls';
import { routeField, withOwnRoute } from './routes';

/** Name of the credential type, as n8n knows it. */
export const credentialName = 'marketplaceHubApi';

/** The App-Token of every application in sandbox (reference: Authentication). */
const sandboxAppToken = 'homologacao';

/** Characters that a request header can carry. */
export const inHeaders = /^[\x20-\x7e\xa0-\xff]+$/;

const trimmedText = z.string().trim().catch('');
const credentialSchema = z
	.object({
		environment: z.enum(['sandbox', 'production']).catch('sandbox'),
		baseUrl: trimmedText,
		appToken: trimmedText,
		apiKey: trimmedText,
		secretKey: trimmedText,
		accessToken: z.string().catch(''),
		accessTokenIssuedAt: z.coerce.number().finite().catch(0),
		accessTokenAccount: z.string().catch(''),
		customizeRoutes: z.boolean().catch(false),
	})
	.passthrough();

/** The stored credential, checked. */
export interface Account {
	/** The same for the same base URL, keys and token exchange: the key of everything shared in the process. */
	key: string;
	environment: 'sandbox' | 'production';
	/** Without a trailing slash and without `/v1`. */
	baseUrl: string;
	origin: string;
	appToken: string;
	apiKey: string;
	secretKey: string;
	/** Whether expressions in the credential gave it for an item: n8n stores no token of such an account. */
	dependsOnItem?: true;
	/** Everything that the process shares about the account. */
	state: AccountState;
	/** The token that n8n has stored with the credential. */
	storedToken?: AccessToken;
	/** The endpoint's row, with the user's own route in place of its default. */
	endpoint(name: EndpointName): Endpoint;
	/** As n8n gave it. */
	credential: ICredentialDataDecryptedObject;
}

/**
 * The account of a decrypted credential. A newer token that is stored with it is the account's from then on.
 * @throws HubError of kind `credential` with advice
 */
export function accountOf(credential: ICredentialDataDecryptedObject): Account {
	const account = readAccount(credential);
	if (account.storedToken !== undefined) account.state.noteToken(account.storedToken);
	return account;
}

/** Reads the decrypted credential (reference: Authentication). */
function readAccount(credential: ICredentialDataDecryptedObject): Account {
	const fields = credentialSchema.parse(credential);
	const { environment, apiKey, secretKey } = fields;
	const { baseUrl, origin } = readBaseUrl(fields.baseUrl);
	const appToken = readAppToken(fields);
	if (apiKey === '') throw missing('API Key');
	if (secretKey === '') throw missing('Secret Key');
	const secrets = [apiKey, secretKey, ...(environment === 'sandbox' ? [] : [appToken])];
	const endpoint = (name: EndpointName) =>
		fields.customizeRoutes
			? withOwnRoute(name, fields[routeField(name)], secrets)
			: endpoints[name];
	const exchange = endpoint('auth');
	const key = createHash('sha256')
		.update(JSON.stringify([baseUrl, appToken, apiKey, secretKey, exchange.method, exchange.path]))
		.digest('hex');
	return {
		key,
		environment,
		baseUrl,
		origin,
		appToken,
		apiKey,
		secretKey,
		state: accountState(key, secrets),
		// a token that was issued for other keys says nothing about these
		storedToken: ['', key].includes(fields.accessTokenAccount)
			? pick(fields, 'accessToken', 'accessTokenIssuedAt')
			: undefined,
		endpoint,
		credential,
	};
}

/** The headers that carry both tokens (reference: Authentication). */
export const tokensOf = (account: Account, { accessToken }: AccessToken = account.state.token) => ({
	'App-Token': account.appToken,
	Authorization: `Bearer ${accessToken}`,
});

/**
 * The context's credential as n8n gives it, usable or not. Outside of an execution n8n 2.40 builds a new
 * sandbox for expressions, at tens of ms of CPU time, whenever a credential is read; so a trigger's is
 * kept for some seconds.
 * @param fresh whether the credential must be read now, because the credential that was read before has been
 * refused
 */
export async function currentCredential(
	context: HubContext,
	fresh = false,
): Promise<ICredentialDataDecryptedObject> {
	const key = credentialKey(context);
	const known = fresh || key === undefined ? undefined : recentCredentials.get(key);
	if (known !== undefined) return await known;
	const credential = context.getCredentials<ICredentialDataDecryptedObject>(credentialName);
	if (key === undefined) return await credential;
	recentCredentials.set(key, credential, timing.credentialFreshness);
	credential.catch(() => recentCredentials.delete(key, credential));
	return await credential;
}

/** The account of that credential; `fresh` as above. */
export async function currentAccount(context: HubContext, fresh = false): Promise<Account> {
	return accountOf(await currentCredential(context, fresh));
}

/** Whether `currentCredential` keeps it by itself. */
export const isKeptForTriggers = (context: HubContext): boolean =>
	credentialKey(context) !== undefined;

function credentialKey(context: HubContext): string | undefined {
	const isTrigger =
		('getBodyData' in context || '__emit' in context) && context.getMode() !== 'manual';
	const credential = context.getNode().credentials?.[credentialName]?.id ?? '';
	return isTrigger && credential !== '' ? `${nodeKeyOf(context)} ${credential}` : undefined;
}

const wrong = (message: string, description: string) =>
	new HubError('credential', message, { description });

const missing = (
	field: string,
	description = 'You find it in the hub, in the ERP integration of your seller account.',
) => wrong(`The credential has no ${field}`, description);

function readAppToken({ environment, appToken }: z.infer<typeof credentialSchema>): string {
	if (environment === 'sandbox') return sandboxAppToken;
	if (appToken === '')
		throw missing('App Token', 'Production needs the App Token of your approved application.');
	if (appToken.toLowerCase() === sandboxAppToken)
		throw wrong(
			`The App Token of the credential is '${sandboxAppToken}', which is the one of sandbox`,
			'Enter the App Token of your approved application, or set Environment to Sandbox.',
		);
	if (!inHeaders.test(appToken))
		throw wrong(
			'The App Token of the credential holds a character that no request header can carry',
			'Copy it again from the approval of your application, without line breaks or special characters.',
		);
	return appToken;
}

const slashesAtEnd = /(?<!\/)\/+$/;
const versionAtEnd = /\/v1$/;

/** The base URL as n8n's own test of the credential takes it, which calls nothing of ours. */
export const baseUrlExpression = `={{$credentials.baseUrl.trim().replace(${slashesAtEnd}, "").replace(${versionAtEnd}, "")}}`;

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function readBaseUrl(value: string): { baseUrl: string; origin: string } {
	if (value === '')
		throw missing(
			'Base URL',
			"Enter the address of the hub's API, e.g. https://api.example.com/omni-api",
		);
	const url = parseUrl(value);
	if (url === undefined)
		throw wrong(
			// without its text, which may be a key
			'The Base URL of the credential is not an address',
			'Enter it with its scheme, e.g. https://api.example.com/omni-api',
		);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.test(url.hostname)))
		throw wrong(
			`The Base URL of the credential must start with https://, not ${url.protocol}//`,
			'The hub only accepts HTTPS. Plain http is allowed for a local address such as http://127.0.0.1:5690.',
		);
	if (url.username + url.password + url.search + url.hash !== '')
		throw wrong(
			'The Base URL of the credential holds more than scheme, host and path',
			'Remove user name, password, query and # from it.',
		);
	const path = url.pathname.replace(slashesAtEnd, '').replace(versionAtEnd, '');
	return { baseUrl: url.origin + path, origin: url.origin };
}
