import type { IWebhookFunctions } from 'n8n-workflow';
import { acknowledgeableStatus, type AcknowledgeStatus } from '../../api/orderQueue';
import { toNumber } from '../../api/values/checks';
import { statusesIn } from '../../shared/orders';

/** The node's parameters, checked; what cannot be read is as if it had not been set. */
export interface WebhookSettings {
	/** Whether the order itself is emitted, or only what the notification says. */
	fullOrder: boolean;
	/** Whether the node removes the order from the queue, or leaves that to the workflow. */
	acknowledges: boolean;
	/** Statuses to emit; empty for all. */
	statuses: ReadonlySet<string>;
	/** ms in which the same content of an order counts as a duplicate; 0 for never. */
	duplicateWindow: number;
	/** ms for reading the order before the hub is answered without it. */
	readTimeLimit: number;
	/**
	 * What the hub is told of an order with a status that it does not take; without it such an order stays
	 * in the queue.
	 */
	fallbackStatus?: AcknowledgeStatus;
	/** Undefined when it cannot be read. */
	secret: string | undefined;
	/** Undefined when it cannot be read. */
	allowedIps: string | undefined;
}

/** Longest read time limit, in seconds. */
export const longestReadTime = 60;

/** Reads the parameters. Never throws, not even when an expression in one of them does. */
export function readSettings(context: IWebhookFunctions): WebhookSettings {
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
		statuses: statusesIn(value('filters')),
		duplicateWindow: number('settings.duplicateWindow', 10, 24 * 60) * 60_000,
		readTimeLimit: Math.max(0.1, number('settings.readTimeLimit', 5, longestReadTime)) * 1_000,
		fallbackStatus: acknowledgeableStatus(value('settings.fallbackStatus')),
		secret: text('settings.secret'),
		allowedIps: text('settings.allowedIps'),
	};
}
