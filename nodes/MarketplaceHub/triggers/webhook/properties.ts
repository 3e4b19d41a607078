import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';
import {
	collection,
	fallbackStatus,
	notice,
	statusFilter,
	triggerEvent,
} from '../../shared/properties';
import { longestReadTime } from './settings';

const orderDetails: INodeProperties = {
	displayName: 'Order Details',
	name: 'orderDetails',
	type: 'options',
	options: [
		{
			name: 'Full Order',
			value: 'full',
			description: 'Pass on the order with its buyer, delivery, items and payments',
		},
		{
			name: 'Notification Only',
			value: 'notification',
			description:
				'Pass on order ID, status and the notification. Personal data of the buyer stays out of the executions.',
		},
	],
	default: 'full',
	description:
		'What the workflow gets. The node reads the order in both cases, because its reply to the hub must carry the status.',
};

const acknowledgement: INodeProperties = {
	displayName: 'Acknowledgement',
	name: 'acknowledgement',
	type: 'options',
	options: [
		{
			name: 'In the Workflow',
			value: 'workflow',
			description:
				'For orders that must not be lost: each stays in the queue until your workflow acknowledges it',
		},
		{
			name: 'On Receipt',
			value: 'onReceipt',
			description:
				'The node removes the order when its execution begins; if n8n is killed then, it does not come again',
		},
	],
	default: 'onReceipt',
	description:
		"When the order leaves the hub's queue; its later updates do not come before that. In a workflow, Order Queue: Acknowledge removes it. Has no effect while automatic acknowledgement is switched on in the hub's panel.",
};

const options: INodeProperties[] = [
	{
		displayName: 'Allowed IP Addresses',
		name: 'allowedIps',
		type: 'string',
		default: '',
		placeholder: 'e.g. 203.0.113.7, 2001:db8::/32',
		description:
			'Addresses and ranges that the hub calls from, separated by commas. The node answers others with 403. Behind a reverse proxy, set N8N_PROXY_HOPS.',
	},
	{
		displayName: 'Drop Duplicates (Minutes)',
		name: 'duplicateWindow',
		type: 'string',
		default: '10',
		description:
			'How long the same content of the same order does not start the workflow again. The node still answers duplicates. 0 lets them through; the maximum is 1440.',
	},
	{
		...fallbackStatus,
		description:
			'What the hub is told of an order whose own status is none of these. Not set: such orders stay in the queue. The reply to a notification must name a status; then it names Novo.',
	},
	{
		displayName: 'Read Limit (Seconds)',
		name: 'readTimeLimit',
		type: 'string',
		default: '5',
		description: `How long the node waits for the orders of a call, up to ${longestReadTime}, before it answers the hub. For an order that it has not read by then the workflow gets the notification and the reason.`,
	},
];

export const webhookProperties: INodeProperties[] = [
	notice(
		'urlNotice',
		"Paste the <b>production URL</b> of the published workflow into the hub's panel. The test URL soon answers 404, and the hub then switches the webhook off for good.",
	),
	triggerEvent('On new or changed order (at once, by webhook)'),
	orderDetails,
	acknowledgement,
	{
		...notice(
			'workersNotice',
			'For one n8n process that stores orders quickly; in a call of several, one that fails takes the others along. In queue mode, or where the ERP may be down, choose <b>In the Workflow</b> and end with Order Queue: Acknowledge.',
		),
		displayOptions: { show: { acknowledgement: ['onReceipt'] } },
	},
	{
		...statusFilter,
		description:
			'Orders in other statuses do not start the workflow. The node still answers the hub and, with On Receipt, acknowledges them.',
	},
	collection('Options', 'settings', 'Add Option', options),
	{
		// with this n8n leaves the body to the node; its own parser answers 422 to a malformed body
		displayName: 'Raw Body',
		name: 'options',
		type: 'hidden',
		default: { binaryData: true },
	},
];

/** Texts of the editor beside the webhook trigger (reference: Events, rule 1). */
export const webhookPanel: TriggerPanelDefinition = {
	header: 'Receive an order from the hub',
	executionsHelp: {
		inactive:
			"<b>To test</b>, click <i>Execute step</i>, then make one order. On a hub that you can switch on again yourself, such as the package's local hub, paste the test URL there first. At any other hub publish the workflow instead, and look at its executions: n8n answers the test URL with 404 as soon as the editor stops listening, and the hub then switches the webhook off for good.<br /><br /><b>In production</b>, publish the workflow, then paste the <b>production URL</b> into the hub's panel.",
		active:
			'<b>To test</b>, make an order and look at this workflow\'s <a data-key="executions">executions</a>: its production URL answers the hub. Do not give the hub the test URL: n8n answers it with 404 as soon as the editor stops listening, and the hub then switches the webhook off for good.<br /><br /><b>In production</b>, the <b>production URL</b> belongs in the hub\'s panel.',
	},
	activationHint: {
		inactive:
			'Publish the workflow before you paste its production URL into the panel of the hub: until then n8n answers it with 404',
		active: 'The production URL belongs in the panel of the hub, never the test URL',
	},
};
