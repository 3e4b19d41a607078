import { createHash, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isInRanges } from './ipRanges';
import type { WebhookSettings } from './settings';

/**
 * Whether a call may be listened to: it carries the secret as `?secret=…`, if one is set, and comes
 * from an allowed address, if there is a list. What cannot be checked is not admitted.
 */
export function isAdmitted(
	context: IWebhookFunctions,
	{ secret, allowedIps }: WebhookSettings,
): boolean {
	if (secret === undefined || allowedIps === undefined) return false;
	if (secret !== '' && !isSame(context.getQueryData(), secret)) return false;
	return allowedIps.trim() === '' || isInRanges(context.getRequestObject().ip ?? '', allowedIps);
}

function isSame(query: unknown, secret: string): boolean {
	const given =
		typeof query === 'object' && query !== null && 'secret' in query ? query.secret : undefined;
	return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Answers 403. Only callers other than the hub see it: the hub uses the URL as it was pasted. */
export function turnAway(context: IWebhookFunctions): IWebhookResponseData {
	context.getResponseObject().status(403).json({ message: 'Forbidden' });
	return { noWebhookResponse: true };
}
