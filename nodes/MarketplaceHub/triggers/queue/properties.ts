import type { INodeProperties } from 'n8n-workflow';
import { statusFilter } from '../../shared/filters';
import { triggerFallbackStatus } from '../../shared/orderStatus';
import { triggerEvent } from '../../shared/triggerEvent';

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
