import type { TriggerPanelDefinition } from 'n8n-workflow';

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
