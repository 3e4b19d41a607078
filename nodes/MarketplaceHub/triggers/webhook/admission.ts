import { createHash } from 'crypto';
import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IHookFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { orAborted } from '../../api/async';
import { credentialName, currentCredential } from '../../api/auth/account';
import { triggerCredential } from '../../api/state/accountState';
import { isRecord } from '../../api/values/objects';
import { isInRanges, noAddressIn } from '../../api/values/ipRanges';
import type { UnreadOrder } from './find';
import type { WebhookSettings } from './settings';

/** Holds up publishing while an entry of the allow-list matches no address: the hub could be turned away. */
export function checkAllowedIps(context: IHookFunctions): void {
	const invalid = noAddressIn(String(context.getNodeParameter('settings.allowedIps', '')));
	if (invalid === undefined) return;
	throw new NodeOperationError(
		context.getNode(),
		`'Allowed IP Addresses' has an entry that is not an address: '${invalid}'`,
		{
			description:
				'Enter addresses such as 203.0.113.7 or ranges such as 203.0.113.0/24, separated by commas.',
		},
	);
}

/**
 * Whether a call may be listened to. Where that is unclear, nothing is read or acknowledged for it, but it is
 * answered: a 403 to the hub's own call would switch the webhook off for good (reference: Events).
 */
type Admission = 'admitted' | 'refused' | UnreadOrder;

const unclear = (why: string): UnreadOrder => ({
	reason: `${why}: the order was neither read nor acknowledged`,
});

/**
 * Admits a call from an allowed address, if there is a list, that carries the secret as `?secret=…`, if
 * the credential has one. A call is refused only on settings that were read
 * for it. While n8n cannot read the credential, the secret that it held last decides.
 * @param signal ends the reading of the credential
 */
export async function admissionOf(
	context: IWebhookFunctions,
	{ allowedIps }: WebhookSettings,
	signal: AbortSignal,
): Promise<Admission> {
	if (allowedIps === undefined)
		return unclear('Allowed IP Addresses of the trigger could not be read, or give nothing');
	const { ip = '' } = context.getRequestObject();
	if (noAddressIn(allowedIps) !== undefined)
		return unclear('Allowed IP Addresses of the trigger holds something else than addresses');
	if (allowedIps.trim() !== '' && !isInRanges(ip, allowedIps)) return 'refused';
	const given = digest(secretIn(context.getQueryData()));
	return await credentialAdmission(context, given, signal);
}

async function credentialAdmission(
	context: IWebhookFunctions,
	given: Buffer,
	signal: AbortSignal,
): Promise<Admission> {
	const { id } = context.getNode().credentials?.[credentialName] ?? {};
	const known = triggerCredential(context, id ?? '');
	try {
		known.secretDigest = secretDigestOf(await orAborted(currentCredential(context), signal));
		if (known.admits(given)) return 'admitted';
		// a secret that was read before this call came may have been changed
		const afresh = known.reads.run(async () => await currentCredential(context, true));
		known.secretDigest = secretDigestOf(await orAborted(afresh, signal));
		return known.admits(given) ? 'admitted' : 'refused';
	} catch {
		if (known.secretDigest !== undefined && known.admits(given)) return 'admitted';
		return unclear('n8n could not read the credential, so the Webhook Secret was not checked');
	}
}

/**
 * Digest of a credential's Webhook Secret, empty for none.
 * @throws TypeError where an expression gives nothing: no secret would admit everybody
 */
function secretDigestOf(credential: ICredentialDataDecryptedObject): string {
	const { webhookSecret } = { webhookSecret: '', ...credential };
	if (!['string', 'number'].includes(typeof webhookSecret))
		throw new TypeError('The Webhook Secret is no text');
	const secret = String(webhookSecret).trim();
	return secret === '' ? '' : digest(secret).toString('hex');
}

function secretIn(query: unknown): string {
	const given = isRecord(query) ? query.secret : undefined;
	return typeof given === 'string' ? given : '';
}

const digest = (text: string) => createHash('sha256').update(text).digest();
