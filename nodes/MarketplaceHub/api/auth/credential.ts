import { recentCredentials } from '../state';
import { timing } from '../timing';
import type { HubContext } from '../http/send';
import { credentialName, readAccount, type Account } from './account';

/**
 * The account of the context's credential. Outside of an execution n8n 2.40 builds a new sandbox for
 * expressions, at tens of ms of CPU time, whenever a credential is read; so a trigger's is kept for
 * some seconds. (A token issued meanwhile is known to this process anyway, see token.ts.)
 * @param fresh whether it must be read now, because what was read before has been refused
 * @throws HubError of kind `credential` that says which field to change
 */
export async function currentAccount(context: HubContext, fresh = false): Promise<Account> {
	const key = keyOf(context);
	if (key === undefined) return readAccount(await context.getCredentials(credentialName));
	const known = fresh ? undefined : recentCredentials.get(key);
	if (known !== undefined) return readAccount(await known);
	const credential = context.getCredentials(credentialName);
	recentCredentials.set(key, credential, timing.credentialFreshness);
	credential.catch(() => recentCredentials.delete(key, credential));
	return readAccount(await credential);
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
