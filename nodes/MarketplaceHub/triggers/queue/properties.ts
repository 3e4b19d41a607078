import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import {
	statusFilter,
	triggerFallbackStatus,
	triggerEvent,
	statusesIn,
	triggerFallback,
} from '../../shared/orders';
import type { AcknowledgeStatus } from '../../api/orderQueue';
import { isBlank, typedNumber } from '../../api/values/checks';

/** What the user sees of the queue trigger. */
export const queueProperties: INodeProperties[] = [
	{
		displayName:
			'For an n8n that the hub cannot reach. Where it can, the Marketplace Hub Trigger is faster. Both together: leave the acknowledgement of both to the workflow.',
		name: 'queueNotice',
		type: 'notice',
		default: '',
	},
	triggerEvent('On new or changed order (every few minutes, from queue)'),
	{
		displayName: 'Acknowledgement',
		name: 'acknowledgement',
		type: 'options',
		options: [
			{
				name: 'After Emitting',
				value: 'afterEmitting',
				description:
					"Orders are removed from the hub's queue as soon as their execution has succeeded. A poll goes on until the queue is empty.",
			},
			{
				name: 'In the Workflow',
				value: 'workflow',
				description:
					"Orders stay in the hub's queue until your workflow removes them with Order Queue: Acknowledge. The hub only shows the first 100, so acknowledge promptly.",
			},
		],
		default: 'afterEmitting',
		description:
			"When orders leave the hub's queue. Later updates of an order do not come before that.",
	},
	{
		...statusFilter,
		description:
			'Orders in other statuses do not start the workflow. After emitting, they are acknowledged all the same, so that their later updates come; in the workflow, they stay in the queue.',
	},
	{
		displayName: 'Options',
		name: 'settings',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Emit Again After (Minutes)',
				name: 'repeatAfter',
				type: 'string',
				default: '0',
				description:
					"How long an order may wait for your workflow's acknowledgement, once its execution has succeeded, before it is emitted again. 0 for never. Only with acknowledgement in the workflow.",
			},
			{
				displayName: 'Emit Again When Execution Has Failed',
				name: 'repeatFailed',
				type: 'boolean',
				default: true,
				description:
					'Whether orders stay in the queue and come again when their execution has failed or was stopped: after 20 seconds, then after longer and longer pauses up to 30 minutes, in smaller and smaller executions. Such an order carries failedExecutions. Off: what a failed execution had counts as done.',
			},
			triggerFallbackStatus,
		],
	},
];

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
