import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { statusesIn, statusFilterQuery } from '../../shared/filters';
import { isBlank } from '../../api/values/blanks';
import { assertGiven } from '../../shared/assertGiven';
import {
	chosenFallback,
	collection,
	fallbackStatus,
	notice,
	statusFilter,
	triggerEvent,
} from '../../shared/properties';
import { offeredValue, typedSwitch, typedTime } from '../../shared/typedValues';

const acknowledgement: INodeProperties = {
	displayName: 'Acknowledgement',
	name: 'acknowledgement',
	type: 'options',
	options: [
		{
			name: 'After Emitting',
			value: 'afterEmitting',
			description:
				'The node removes orders once their execution has succeeded, and goes on until the queue is empty',
		},
		{
			name: 'In the Workflow',
			value: 'workflow',
			description:
				'Orders stay in the queue until your workflow acknowledges them; the hub only shows the first 100',
		},
	],
	default: 'afterEmitting',
	description:
		"When orders leave the hub's queue; later updates of an order do not come before that. In a workflow, Order Queue: Acknowledge removes them.",
};

export const queueProperties: INodeProperties[] = [
	notice(
		'queueNotice',
		'For an n8n that the hub cannot reach, or beside a webhook trigger for what that missed. Where that one has <b>In the Workflow</b>, choose it here, too.',
	),
	triggerEvent('On new or changed order (every few minutes, from queue)'),
	acknowledgement,
	{
		...statusFilter,
		description:
			'Orders in other statuses do not start the workflow. With After Emitting, the node acknowledges them too, so that their updates come; with In the Workflow, they stay in the queue.',
	},
	collection('Options', 'settings', 'Add Option', [
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
	]),
];

export type QueueSettings = ReturnType<typeof readQueueSettings>;

/**
 * The queue trigger's parameters. Throws n8n's error for an expression that does not resolve, and an error for
 * a value that is no number or status, or that a list does not offer.
 */
export function readQueueSettings(context: IPollFunctions) {
	const chosen = context.getNodeParameter(acknowledgement.name, acknowledgement.default);
	const acknowledges = offeredValue(acknowledgement, chosen) === 'afterEmitting';
	const filters = context.getNodeParameter('filters', {}) as IDataObject;
	assertGiven(context.getNode(), statusFilter, filters);
	const minutes = context.getNodeParameter('settings.repeatAfter', 0);
	const repeatAfter = isBlank(minutes) ? 0 : typedTime('Emit Again After (Minutes)', minutes);
	return {
		acknowledges,
		/** Statuses to emit, empty for all, and the same as a query value. */
		statuses: statusesIn(filters),
		status: statusFilterQuery(filters),
		fallbackStatus: chosenFallback(context.getNodeParameter('settings.fallbackStatus', '')),
		/** ms after which an order that still waits is emitted once more; Infinity for never. */
		repeatAfter: !acknowledges && repeatAfter > 0 ? repeatAfter * 60_000 : Infinity,
		repeatsFailed: typedSwitch(
			'Repeat Failed Executions',
			context.getNodeParameter('settings.repeatFailed', true),
		),
	};
}
