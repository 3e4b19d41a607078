import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { fallbackStatus, statusFilter, triggerEvent, statusesIn } from '../../shared/orders';
import { acknowledgeableStatus, type AcknowledgeStatus } from '../../api/orderQueue';
import { isBlank, typedNumber } from '../../api/values/checks';

/** What the user sees of the queue trigger. */
export const queueProperties: INodeProperties[] = [
	{
		displayName:
			'For an n8n that the hub cannot reach, or beside a webhook trigger for what that missed. Where that one has <b>In the Workflow</b>, choose it here, too.',
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
					"The node removes orders from the hub's queue as soon as their execution has succeeded. A poll goes on until the queue is empty.",
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
			'Orders in other statuses do not start the workflow. With After Emitting, the node acknowledges them too, so that their updates come; with In the Workflow, they stay in the queue.',
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
				displayName: 'Repeat Failed Executions',
				name: 'repeatFailed',
				type: 'boolean',
				default: true,
				description:
					'Whether orders stay in the queue and come again when their execution has failed or was stopped: after 20 seconds, then after longer and longer pauses up to 30 minutes, in smaller and smaller executions. Such an order carries failedExecutions. Off: what a failed execution had counts as done.',
			},
			fallbackStatus,
		],
	},
];

/** The queue trigger's parameters. */
export interface QueueSettings {
	/** Whether the node removes orders from the queue, or leaves that to the workflow. */
	acknowledges: boolean;
	/** Statuses to emit; empty for all. */
	statuses: ReadonlySet<string>;
	/**
	 * What an acknowledgement says of an order with a status that the hub does not take there; without it
	 * such an order stays in the queue.
	 */
	fallbackStatus?: AcknowledgeStatus;
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
		fallbackStatus: acknowledgeableStatus(context.getNodeParameter('settings.fallbackStatus', '')),
		repeatAfter: !acknowledges && repeatAfter > 0 ? repeatAfter * 60_000 : Infinity,
		repeatsFailed: context.getNodeParameter('settings.repeatFailed', true) !== false,
	};
}
