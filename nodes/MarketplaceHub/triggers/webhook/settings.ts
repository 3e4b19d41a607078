import get from 'lodash/get';
import type { IWebhookFunctions } from 'n8n-workflow';
import { assertStatuses, statusesIn } from '../../shared/filters';
import { acknowledgeableStatus } from '../../api/queue/acknowledge';
import { isRecord } from '../../api/values/objects';
import { type NumberKind, toNumber } from '../../api/values/numbers';
import { printable } from '../../api/values/text';
import { assertGiven, isExpression } from '../../shared/assertGiven';
import { statusFilter } from '../../shared/properties';

/** Longest read time limit, in seconds. */
export const longestReadTime = 60;

/** The statuses that are wanted; all, as n8n's log then says, where they cannot be read: no order is to be lost. */
function readStatuses(context: IWebhookFunctions): string[] {
	try {
		const filters = context.getNodeParameter('filters', {});
		assertGiven(context.getNode(), statusFilter, filters);
		if (isRecord(filters)) assertStatuses(filters);
		return statusesIn(filters);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		context.logger.warn(
			`The filter by status does not count, so orders in all statuses start the workflow: ${printable(reason)}`,
			{ workflowId: context.getWorkflow().id },
		);
		return [];
	}
}

export type WebhookSettings = ReturnType<typeof readSettings>;

/** Reads the parameters; a parameter that cannot be read counts as not set. Never throws. */
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
	/** An empty list would admit everybody, so an expression must not leave it empty unseen. */
	const admitting = (name: string) => {
		const found = text(name);
		const isLost = found?.trim() === '' && isExpression(get(context.getNode().parameters, name));
		return isLost ? undefined : found;
	};
	const number = (name: string, otherwise: number, most: number, kind?: NumberKind) => {
		const found = toNumber(value(name), kind);
		return typeof found === 'number' && found >= 0 ? Math.min(found, most) : otherwise;
	};
	return {
		fullOrder: text('orderDetails') !== 'notification',
		// a choice that cannot be read acknowledges nothing: the order stays in the queue
		acknowledges: text('acknowledgement') === 'onReceipt',
		/** Statuses to emit; empty for all. */
		statuses: readStatuses(context),
		/** In ms; 0 for never. */
		duplicateWindow: number('settings.duplicateWindow', 10, 24 * 60, 'pieces') * 60_000,
		readTimeLimit: Math.max(0.1, number('settings.readTimeLimit', 5, longestReadTime)) * 1_000,
		fallbackStatus: acknowledgeableStatus(value('settings.fallbackStatus')),
		/** Undefined when they cannot be read. */
		allowedIps: admitting('settings.allowedIps'),
	};
}
