import { createHash } from 'crypto';
import mapValues from 'lodash/mapValues';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import { endpoints, routeField, type Endpoint, type EndpointName } from '../endpoints';
import { HubError } from '../errors';
import type { HubContext, HubResponse, Outcome } from '../http/send';
import { accountState, recentCredentials, type AccessToken, type AccountState } from '../state';
import { timing } from '../timing';
import { redact, redactBody, writingsOf } from '../values/text';
import { customized } from './route';
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
	/** The endpoint's row, with the user's own route in place of an assumed one. */
	endpoint(name: EndpointName): Endpoint;
	/** The credential as n8n gave it. */
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
	// a token that was issued for other keys says nothing about these
	if (['', key].includes(fields.accessTokenAccount)) noteStored(accountState(key), fields);
	return {
		key,
		environment,
		baseUrl,
		origin,
		appToken,
		apiKey,
		secretKey,
		endpoint: (name) =>
			fields.customizeRoutes
				? customized(name, fields[routeField(name)], [appToken, apiKey, secretKey])
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
	if (!isResting(stateOf(known))) return known;
	const account = await currentAccount(context, true);
	checkRest(stateOf(account));
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
	const { appToken, apiKey, secretKey } = account;
	const state = stateOf(account);
	const keys = [apiKey, secretKey, ...(appToken === sandboxAppToken ? [] : [appToken])];
	const writings = (state.secretWritings ??= writingsOf([...keys, ...state.tokens]));
	return {
		...answer,
		text: redactBody(answer.text, writings),
		headers: mapValues(answer.headers, (header) => redact(header, writings)),
	};
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
