import { createHash, timingSafeEqual } from 'crypto';
import { NodeOperationError, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { deadlineIn, orAborted } from '../../api/async';
import { currentCredential } from '../../api/auth/account';
import { isRecord } from '../../api/values/checks';
import type { WebhookSettings } from './properties';

/** Holds up publishing while an entry of the allow-list matches no address: the hub could be turned away. */
export function checkAllowedIps(context: IHookFunctions): void {
	const entries = entriesOf(String(context.getNodeParameter('settings.allowedIps', '')));
	const invalid = entries.find((entry) => rangeOf(entry) === undefined);
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
 * that cannot be read admit nobody; a credential that n8n cannot read admits everybody, because a 403 to
 * the hub's own call would switch the webhook off for good (reference: Events).
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
	const given = isRecord(query) ? query.secret : undefined;
	return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** An address as 128 binary digits; IPv4 as the IPv6 address that it is mapped to. */
type Digits = string;

/** Whether an address is in one of the ranges of a list, e.g. `203.0.113.7, 2001:db8::/32`. */
function isInRanges(address: string, list: string): boolean {
	const digits = digitsOf(address);
	const ranges = entriesOf(list).flatMap((entry) => rangeOf(entry) ?? []);
	return digits !== undefined && ranges.some((range) => digits.startsWith(range));
}

const entriesOf = (list: string) => list.split(/[\s,;]+/).filter((entry) => entry !== '');

/** The digits that all addresses of a range begin with. */
function rangeOf(entry: string): Digits | undefined {
	const [address = '', length, ...rest] = entry.split('/');
	const digits = digitsOf(address);
	if (digits === undefined || rest.length > 0) return undefined;
	if (length === undefined) return digits;
	const longest = address.includes(':') ? 128 : 32;
	if (!/^\d{1,3}$/.test(length) || Number(length) > longest) return undefined;
	return digits.slice(0, 128 - longest + Number(length));
}

function digitsOf(address: string): Digits | undefined {
	const [plain = ''] = address.split('%');
	const url = `http://[${/^[\d.]+\.\d+$/.test(plain) ? `::ffff:${plain}` : plain}]/`;
	if (!/^[\da-f:.]+$/i.test(plain) || !URL.canParse(url)) return undefined;
	const normal = new URL(url).hostname.slice(1, -1);
	const [left = [], right = []] = normal.split('::').map((part) => part.split(':').filter(Boolean));
	const zeros = Array<string>(8 - left.length - right.length).fill('0');
	return [...left, ...zeros, ...right]
		.map((group) => parseInt(group, 16).toString(2).padStart(16, '0'))
		.join('');
}
