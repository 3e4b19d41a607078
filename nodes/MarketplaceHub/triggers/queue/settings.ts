import type { IPollFunctions } from 'n8n-workflow';
import type { AcknowledgeStatus } from '../../api/orderQueue';
import { isBlank } from '../../api/values/checks';
import { typedNumber } from '../../api/values/numbers';
import { statusesIn } from '../../shared/filters';
import { triggerFallback } from '../../shared/orderStatus';

/** The queue trigger's parameters. */
export interface QueueSettings {
	/** Whether the node removes orders from the queue, or leaves that to the workflow. */
	acknowledges: boolean;
	/** Statuses to emit; empty for all. */
	statuses: ReadonlySet<string>;
	/** What an acknowledgement says of an order with a status that the hub does not take there. */
	fallbackStatus: AcknowledgeStatus;
	/** ms after which an order that still waits is emitted once more; Infinity for never. */
	repeatAfter: number;
	/** Whether orders come again whose execution has failed. */
	repeatsFailed: boolean;
}

/** Reads the node's parameters. Throws what n8n throws for an expression that does not resolve, and for what is no number. */
export function readQueueSettings(context: IPollFunctions): QueueSettings {
	const acknowledges = context.getNodeParameter('acknowledgement', 'afterEmitting') !== 'workflow';
	const minutes = context.getNodeParameter('settings.repeatAfter', 0);
	const repeatAfter = isBlank(minutes)
		? 0
		: typedNumber('Emit Again After (Minutes)', minutes, { least: 0 });
	return {
		acknowledges,
		statuses: statusesIn(context.getNodeParameter('filters', {})),
		fallbackStatus: triggerFallback(context.getNodeParameter('settings.fallbackStatus', '')),
		repeatAfter: !acknowledges && repeatAfter > 0 ? repeatAfter * 60_000 : Infinity,
		repeatsFailed: context.getNodeParameter('settings.repeatFailed', true) !== false,
	};
}
