import { createHash, timingSafeEqual } from 'crypto';
import { NodeOperationError, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { deadlineIn, orAborted } from '../../api/async/wait';
import { currentCredential } from '../../api/auth/account';
import { invalidRanges, isInRanges } from './ipRanges';
import type { WebhookSettings } from './settings';

/**
 * Holds up publishing while the allow-list has entries that match no address: the hub could be
 * turned away, and would switch the webhook off.
 * @throws NodeOperationError that names the first such entry
 */
export function checkAllowedIps(context: IHookFunctions): void {
	const [invalid] = invalidRanges(String(context.getNodeParameter('settings.allowedIps', '')));
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
 * Whether a call may be listened to: it comes from an allowed address, if there is a list, and
 * carries the secret as `?secret=…`, if one is set in the node or else in the credential. Parameters
 * that cannot be read admit nobody. A credential that n8n cannot read admits everybody: the hub's own
 * calls have to be answered 200 then, too, or it switches the webhook off for good (reference: Events);
 * no order is read and nothing acknowledged, and the workflow gets the notification with the reason.
 */
export async function isAdmitted(
	context: IWebhookFunctions,
	{ secret, allowedIps, readTimeLimit }: WebhookSettings,
): Promise<boolean> {
	if (secret === undefined || allowedIps === undefined) return false;
	const { ip = '' } = context.getRequestObject();
	if (allowedIps.trim() !== '' && !isInRanges(ip, allowedIps)) return false;
	const expected = secret === '' ? await credentialSecret(context, readTimeLimit) : secret;
	return expected === '' || isSame(context.getQueryData(), expected);
}

/** The credential's secret; empty for none, and where n8n cannot read the credential in time. */
async function credentialSecret(context: IWebhookFunctions, timeLimit: number): Promise<string> {
	const secret = await orAborted(currentCredential(context), deadlineIn(timeLimit)).then(
		({ webhookSecret }) => webhookSecret,
		() => '',
	);
	return typeof secret === 'string' ? secret.trim() : '';
}

function isSame(query: unknown, secret: string): boolean {
	const given =
		typeof query === 'object' && query !== null && 'secret' in query ? query.secret : undefined;
	return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
