import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import { endpoints, readRoute, routeField, type Endpoint, type EndpointName } from '../endpoints';
import { HubError } from '../errors';
import type { HubContext, Outcome } from '../http/send';
import { accountState, recentCredentials, type AccessToken, type AccountState } from '../state';
import { timing } from '../timing';
import { redact, writingsOf } from '../values/text';
import { checkRest, isResting, noteStored } from './tokens';

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
	/** What no message and no record may hold, besides tokens. */
	secrets: readonly string[];
	/** What the process shares about the account. */
	state: AccountState;
	/** The endpoint's row, with the user's own route in place of an assumed one. */
	endpoint(name: EndpointName): Endpoint;
	credential: ICredentialDataDecryptedObject;
}

/** What one of our own requests says to the credential type, which n8n calls on its way. */
export interface OwnRequest {
	account: Account;
	/** What to authenticate it with; undefined to exchange the keys only. */
	token?: AccessToken;
	/** What the exchange came to. */
	exchanged?: Outcome;
}

const ownRequest = Symbol('own request');

/** The credential as n8n gives it to the credential type. */
export type Credential = ICredentialDataDecryptedObject & { [ownRequest]?: OwnRequest };

/** The credential for such a request. Without a token in it n8n asks for one, and stores it. */
export const credentialOf = (own: OwnRequest): Credential =>
	Object.assign(
		{ ...own.account.credential, accessToken: '', ...own.token },
		{ [ownRequest]: own },
	);

/** Undefined for a request of another node or of the credential's dialog. */
export const ownRequestOf = (credential: Credential): OwnRequest | undefined =>
	credential[ownRequest];

/**
 * Reads the decrypted credential (reference: Authentication). A newer token that it holds is the
 * account's token from then on.
 */
export function readAccount(credential: Credential): Account {
	const own = ownRequestOf(credential);
	if (own !== undefined) return own.account;
	const fields = credentialSchema.parse(credential);
	const { environment, apiKey, secretKey } = fields;
	const { baseUrl, origin } = readBaseUrl(fields.baseUrl);
	const appToken = environment === 'sandbox' ? sandboxAppToken : fields.appToken;
	if (appToken === '')
		throw missing('App Token', 'Production needs the App Token of your approved application.');
	if (environment === 'production' && appToken.toLowerCase() === sandboxAppToken)
		throw wrong(
			`The App Token of the credential is '${sandboxAppToken}', which is the one of sandbox`,
			'Enter the App Token of your approved application, or set Environment to Sandbox.',
		);
	if (apiKey === '') throw missing('API Key');
	if (secretKey === '') throw missing('Secret Key');
	const key = createHash('sha256')
		.update(JSON.stringify([baseUrl, appToken, apiKey, secretKey]))
		.digest('hex');
	const state = accountState(key);
	// a token that was issued for other keys says nothing about these
	if (['', key].includes(fields.accessTokenAccount)) noteStored(state, fields);
	const secrets = [apiKey, secretKey, ...(environment === 'sandbox' ? [] : [appToken])];
	return {
		key,
		environment,
		baseUrl,
		origin,
		appToken,
		apiKey,
		secretKey,
		secrets,
		state,
		endpoint: (name) =>
			fields.customizeRoutes
				? customized(name, fields[routeField(name)], secrets)
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
 * The account of that credential.
 * @param fresh whether the credential must be read now
 */
export async function currentAccount(context: HubContext, fresh = false): Promise<Account> {
	return readAccount(await currentCredential(context, fresh));
}

/** The account, when it may be asked now. A trigger's credential is read anew: it may be corrected. */
export async function accountToAsk(context: HubContext): Promise<Account> {
	const known = await currentAccount(context);
	if (!isResting(known.state)) return known;
	const account = await currentAccount(context, true);
	checkRest(account.state);
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

/** The endpoint's row with the user's own route in place of an assumed one. */
function customized(name: EndpointName, route: unknown, secrets: readonly string[]): Endpoint {
	const endpoint: Endpoint = endpoints[name];
	if (endpoint.assumed !== true || typeof route !== 'string' || route.trim() === '')
		return endpoint;
	const own = readRoute(route, endpoint);
	if (own !== undefined) return { ...endpoint, ...own };
	throw new HubError(
		'credential',
		`The route '${endpoint.label}' of the credential cannot be used: '${redact(route, writingsOf(secrets))}'`,
		{
			description: `Write a method, a space and a path with the same {parts}, e.g. ${endpoint.method} ${endpoint.path}. The path begins with one slash and has no empty part, no .., ?, #, % or backslash.`,
		},
	);
}

const wrong = (message: string, description: string) =>
	new HubError('credential', message, { description });

const missing = (
	field: string,
	description = 'You find it in the hub, in the ERP integration of your seller account.',
) => wrong(`The credential has no ${field}`, description);

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function readBaseUrl(value: string): { baseUrl: string; origin: string } {
	if (value === '')
		throw missing('Base URL', "Enter the address of the hub's API, e.g. https://api.example.com");
	if (!URL.canParse(value))
		throw wrong(
			`The Base URL of the credential is not an address: '${value}'`,
			'Enter it with its scheme, e.g. https://api.example.com',
		);
	const url = new URL(value);
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
	const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
	return { baseUrl: url.origin + path, origin: url.origin };
}
