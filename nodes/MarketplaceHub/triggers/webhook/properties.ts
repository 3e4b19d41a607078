import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';
import { statusFilter, triggerFallbackStatus, triggerEvent } from '../../shared/orders';
import { longestReadTime } from './settings';

/** What the user sees of the webhook trigger. */
export const webhookProperties: INodeProperties[] = [
	{
		displayName:
			"Publish the workflow, then paste the <b>production URL</b> above into the webhook field of your integration in the hub's panel. Never the test URL: n8n answers it with 404 as soon as the editor stops listening, and the hub switches the webhook off for good. Which acknowledgement fits your n8n is in the package's docs/triggers.md.",
		name: 'urlNotice',
		type: 'notice',
		default: '',
	},
	triggerEvent('On new or changed order (at once, by webhook)'),
	{
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
			'What the workflow gets. The order is read in both cases, because the reply to the hub must carry its status.',
	},
	{
		displayName: 'Acknowledgement',
		name: 'acknowledgement',
		type: 'options',
		options: [
			{
				name: 'In the Workflow',
				value: 'workflow',
				description:
					"The order stays in the hub's queue until your workflow removes it with Order Queue: Acknowledge. Its later updates do not come before that.",
			},
			{
				name: 'On Receipt',
				value: 'onReceipt',
				description:
					"The order is removed from the hub's queue when its execution begins: n8n has stored it then",
			},
		],
		default: 'onReceipt',
		description:
			"When the order leaves the hub's queue. Has no effect while automatic acknowledgement is switched on in the hub's panel.",
	},
	{
		displayName:
			'Does your n8n run executions on workers (queue mode)? Then choose <b>In the Workflow</b> and let Order Queue: Acknowledge be the last node: when a worker is killed, n8n loses the data of its executions, and an order acknowledged on receipt would be gone with them.',
		name: 'workersNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { acknowledgement: ['onReceipt'] } },
	},
	{
		...statusFilter,
		description:
			'Orders in other statuses do not start the workflow. They are still answered and, on receipt, acknowledged.',
	},
	{
		displayName: 'Options',
		name: 'settings',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Allowed IP Addresses',
				name: 'allowedIps',
				type: 'string',
				default: '',
				placeholder: 'e.g. 203.0.113.7, 2001:db8::/32',
				description:
					'Addresses and ranges that the hub calls from, separated by commas. Others are answered 403. Behind a reverse proxy, N8N_PROXY_HOPS must be set.',
			},
			{
				displayName: 'Drop Duplicates Within (Minutes)',
				name: 'duplicateWindow',
				type: 'string',
				default: '10',
				description:
					'How long the same content of the same order does not start the workflow again. Duplicates are still answered. 0 lets them through; 1440 is the most.',
			},
			triggerFallbackStatus,
			{
				displayName: 'Read Time Limit (Seconds)',
				name: 'readTimeLimit',
				type: 'string',
				default: '5',
				description: `How long to wait for the order, up to ${longestReadTime}, before the hub is answered without it. The workflow then gets the notification and the reason.`,
			},
			{
				displayName: 'Secret',
				name: 'secret',
				type: 'string',
				typeOptions: { password: true },
				default: '',
				description:
					"Better use the credential's Webhook Secret: n8n stores this one with every execution, as part of the workflow. If set, it takes the place of the credential's.",
			},
		],
	},
	{
		// with this n8n leaves the body to the node; its own parser answers 422 to one that is malformed
		displayName: 'Raw Body',
		name: 'options',
		type: 'hidden',
		default: { binaryData: true },
	},
];

/**
 * What the editor says beside the webhook trigger. A hub switches a webhook off for good after one
 * reply that is not 200 (reference: Events, rule 1), and n8n answers its test URL with 404 whenever
 * the editor does not listen.
 */
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
