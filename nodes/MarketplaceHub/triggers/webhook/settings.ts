import type { IWebhookFunctions } from 'n8n-workflow';
import { acknowledgeableStatus } from '../../api/orderQueue';
import { toNumber } from '../../api/values/checks';
import { statusesIn } from '../../shared/properties';

export type WebhookSettings = ReturnType<typeof readSettings>;

/** Longest read time limit, in seconds. */
export const longestReadTime = 60;

/** Reads the parameters; one that cannot be read is as if it had not been set. Never throws. */
export function readSettings(context: IWebhookFunctions) {
	/** Undefined for a value that cannot be had, '' for none. */
	const value = (name: string): unknown => {
		try {
			return context.getNodeParameter(name, '');
		} catch {
			return undefined;
		}
	};
	const text = (name: string) => {
		const found = value(name);
		return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
	};
	const number = (name: string, otherwise: number, most: number) => {
		const found = toNumber(value(name));
		return typeof found === 'number' && found >= 0 ? Math.min(found, most) : otherwise;
	};
	return {
		fullOrder: text('orderDetails') !== 'notification',
		acknowledges: text('acknowledgement') !== 'workflow',
		/** Statuses to emit; empty for all. */
		statuses: statusesIn(value('filters')),
		/** In ms; 0 for never. */
		duplicateWindow: number('settings.duplicateWindow', 10, 24 * 60) * 60_000,
		readTimeLimit: Math.max(0.1, number('settings.readTimeLimit', 5, longestReadTime)) * 1_000,
		fallbackStatus: acknowledgeableStatus(value('settings.fallbackStatus')),
		/** Undefined when it cannot be read, and so are the addresses. */
		secret: text('settings.secret'),
		allowedIps: text('settings.allowedIps'),
	};
}
