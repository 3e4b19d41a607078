import { createHash, timingSafeEqual } from 'crypto';
import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IHookFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { orAborted } from '../../api/async';
import { credentialName, currentCredential } from '../../api/auth/account';
import { triggerCredential } from '../../api/state';
import { isRecord } from '../../api/values/checks';
import { parseUrl } from '../../api/values/urls';
import type { WebhookSettings } from './properties';

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
 * Whether a call may be listened to. Of a call that is `unclear` nothing is read or acknowledged: it is
 * answered, because a 403 to the hub's own call would switch the webhook off for good (reference: Events).
 */
export type Admission = 'admitted' | 'refused' | { unclear: string };

/**
 * Admits a call from an allowed address, if there is a list, that carries the secret as `?secret=…`, if
 * one is set in the node or else in the credential. A call is refused only on settings that were read
 * for it. While n8n cannot read the credential, the secret that it held last decides.
 * @param signal ends the reading of the credential
 */
export async function admissionOf(
	context: IWebhookFunctions,
	{ secret, allowedIps }: WebhookSettings,
	signal: AbortSignal,
): Promise<Admission> {
	if (secret === undefined || allowedIps === undefined)
		return {
			unclear: 'Secret or Allowed IP Addresses of the trigger could not be read, or give nothing',
		};
	const { ip = '' } = context.getRequestObject();
	if (noAddressIn(allowedIps) !== undefined)
		return { unclear: 'Allowed IP Addresses of the trigger holds something else than addresses' };
	if (allowedIps.trim() !== '' && !isInRanges(ip, allowedIps)) return 'refused';
	const given = digest(secretIn(context.getQueryData()));
	if (secret !== '') return timingSafeEqual(given, digest(secret)) ? 'admitted' : 'refused';
	return await credentialAdmission(context, given, signal);
}

async function credentialAdmission(
	context: IWebhookFunctions,
	given: Buffer,
	signal: AbortSignal,
): Promise<Admission> {
	const { id } = context.getNode().credentials?.[credentialName] ?? {};
	const known = triggerCredential(context, id ?? '');
	const isRight = () => {
		const { secretDigest = '' } = known;
		return secretDigest === '' || timingSafeEqual(given, Buffer.from(secretDigest, 'hex'));
	};
	const keepSecret = ({ webhookSecret }: ICredentialDataDecryptedObject) => {
		const secret = ['string', 'number'].includes(typeof webhookSecret)
			? String(webhookSecret).trim()
			: '';
		known.secretDigest = secret === '' ? '' : digest(secret).toString('hex');
	};
	try {
		keepSecret(await orAborted(currentCredential(context), signal));
		if (isRight()) return 'admitted';
		// a secret that was read before this call came may have been changed
		const afresh = known.reads.run(async () => await currentCredential(context, true));
		keepSecret(await orAborted(afresh, signal));
		return isRight() ? 'admitted' : 'refused';
	} catch {
		if (known.secretDigest !== undefined && isRight()) return 'admitted';
		return { unclear: 'n8n could not read the credential, so the Webhook Secret was not checked' };
	}
}

function secretIn(query: unknown): string {
	const given = isRecord(query) ? query.secret : undefined;
	return typeof given === 'string' ? given : '';
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** An address as 128 binary digits; IPv4 as the IPv6 address that it is mapped to. */
type Digits = string;

/** The first part of a list that is no address or range: all of it where it has separators only. */
function noAddressIn(list: string): string | undefined {
	const entries = listedAddresses(list);
	if (entries.length === 0) return list.trim() === '' ? undefined : list;
	return entries.find((entry) => rangeOf(entry) === undefined);
}

/** Whether an address is in one of the ranges of a list, e.g. `203.0.113.7, 2001:db8::/32`. */
function isInRanges(address: string, list: string): boolean {
	const digits = addressDigits(address);
	const ranges = listedAddresses(list).flatMap((entry) => rangeOf(entry) ?? []);
	return digits !== undefined && ranges.some((range) => digits.startsWith(range));
}

const listedAddresses = (list: string) => list.split(/[\s,;]+/).filter((entry) => entry !== '');

/** The digits that all addresses of a range begin with. */
function rangeOf(entry: string): Digits | undefined {
	const [address = '', length, ...rest] = entry.split('/');
	const digits = addressDigits(address);
	if (digits === undefined || rest.length > 0) return undefined;
	if (length === undefined) return digits;
	const longest = address.includes(':') ? 128 : 32;
	if (!/^\d{1,3}$/.test(length) || Number(length) > longest) return undefined;
	return digits.slice(0, 128 - longest + Number(length));
}

function addressDigits(address: string): Digits | undefined {
	const [plain = ''] = address.split('%');
	const url = `http://[${/^[\d.]+\.\d+$/.test(plain) ? `::ffff:${plain}` : plain}]/`;
	const normal = /^[\da-f:.]+$/i.test(plain) ? parseUrl(url)?.hostname.slice(1, -1) : undefined;
	if (normal === undefined) return undefined;
	const [left = [], right = []] = normal.split('::').map((part) => part.split(':').filter(Boolean));
	const zeros = Array<string>(8 - left.length - right.length).fill('0');
	return [...left, ...zeros, ...right]
		.map((group) => parseInt(group, 16).toString(2).padStart(16, '0'))
		.join('');
}
