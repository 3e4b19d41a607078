import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { credentialName } from './account';
import { timing } from '../timing';
import type { HubContext } from '../http/send';

interface Remembered {
	/** Epoch ms. */
	until: number;
	credential: Promise<ICredentialDataDecryptedObject>;
}

/** By workflow, node and credential; of triggers only. */
const remembered = new Map<string, Remembered>();
const mostRemembered = 500;

/**
 * The decrypted credential. Outside of an execution n8n 2.40 builds a new sandbox for expressions,
 * at tens of ms of CPU time, whenever a credential is read; so a trigger's is kept for some seconds.
 * (A token issued meanwhile is known to this process anyway, see token.ts.)
 * @param fresh whether it must be read now, because what was read before has been refused
 */
export async function readCredential(
	context: HubContext,
	fresh = false,
): Promise<ICredentialDataDecryptedObject> {
	const key = keyOf(context);
	if (key === undefined) return await context.getCredentials(credentialName);
	const now = Date.now();
	const known = remembered.get(key);
	if (!fresh && known !== undefined && known.until > now) return await known.credential;
	const credential = context.getCredentials(credentialName);
	remembered.delete(key);
	remembered.set(key, { until: now + timing.credentialFreshness, credential });
	for (const [oldest, { until }] of remembered) {
		if (until > now && remembered.size <= mostRemembered) break;
		remembered.delete(oldest);
	}
	return await credential.catch((error: unknown) => {
		remembered.delete(key);
		throw error;
	});
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
