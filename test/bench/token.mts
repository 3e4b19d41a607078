import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { HubAddress } from './processes/hub.mts';

/** The fields of a credential that hold the token of all who ask; none without one. */
export const tokenOf = ({ accessToken }: HubAddress): ICredentialDataDecryptedObject =>
	accessToken === undefined ? {} : { accessToken, accessTokenIssuedAt: Date.now() };
