import pick from 'lodash/pick';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { HubContext } from '../context';
import type { Outcome } from '../http/answer';
import type { RequestHelper } from '../http/send';
import type { AccessToken } from '../state/knownToken';
import { type Account, credentialName } from './account';

/*
 * n8n sends a request and asks the credential type on its way to authenticate it, with nothing but the
 * decrypted credential. The type reads the node's words about its own request from this credential, under a
 * symbol; n8n passes the object through and does not store symbols.
 */

/**
 * The facts about its own request that the node tells the credential type, and the facts that it learns from
 * the type.
 */
export interface OwnRequest {
	account: Account;
	/** The token to authenticate it with; undefined to exchange the keys only. */
	token?: AccessToken;
	/** Ends the request: n8n puts the execution's own cancel signal in its place. */
	signal?: AbortSignal;
	/** The outcome of the exchange. */
	exchanged?: Outcome;
}

const ownRequest = Symbol('own request');

/** The credential as n8n gives it to the credential type. */
export type Credential = ICredentialDataDecryptedObject & { [ownRequest]?: OwnRequest };

/** The credential for such a request. Without a token in it n8n asks for one, and stores it. */
const credentialOf = (own: OwnRequest): Credential =>
	Object.assign(
		{
			...own.account.credential,
			accessToken: '',
			...pick(own.token, 'accessToken', 'accessTokenIssuedAt'),
		},
		{ [ownRequest]: own },
	);

/** Undefined for a request of another node or of the credential's dialog. */
export const ownRequestOf = (credential: Credential): OwnRequest | undefined =>
	credential[ownRequest];

/** How n8n sends a request and authenticates it with the facts in `own`. */
export function throughN8n(context: HubContext, own: OwnRequest): RequestHelper {
	const { id, name = '' } = context.getNode().credentials?.[credentialName] ?? {};
	const data = credentialOf(own);
	const credentialsDecrypted = { id: id ?? '', name, type: credentialName, data };
	const { httpRequestWithAuthentication } = context.helpers;
	return async (options) => {
		own.signal = options.abortSignal as AbortSignal | undefined;
		return await httpRequestWithAuthentication.call(context, credentialName, options, {
			credentialsDecrypted,
		});
	};
}
