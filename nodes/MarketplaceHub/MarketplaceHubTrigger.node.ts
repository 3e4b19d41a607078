import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { knownAddress } from './triggers/webhook/address';
import { checkAllowedIps } from './triggers/webhook/admission';
import { beginExecution } from './triggers/webhook/execution';
import { webhookPanel, webhookProperties } from './triggers/webhook/properties';
import { receiveNotification } from './triggers/webhook/receive';

/** Hints for n8n's AI builder: when the node fits, and its companions. */
const builderHint = {
	searchHint:
		'Starts a workflow with each new or changed order of a marketplace hub. Needs a public address of n8n; without one use the Marketplace Hub Queue Trigger.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-marketplace-hub.marketplaceHub',
			relationHint: 'Acts on the order: status, label, NF-e',
		},
		{
			nodeType: 'n8n-nodes-marketplace-hub.marketplaceHubQueueTrigger',
			relationHint: 'Brings the orders that the webhook missed',
		},
	],
};

export class MarketplaceHubTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Marketplace Hub Trigger',
		name: 'marketplaceHubTrigger',
		icon: {
			light: 'file:../../icons/marketplaceHub.svg',
			dark: 'file:../../icons/marketplaceHub.dark.svg',
		},
		group: ['trigger'],
		// stays 1: with version 1 only, n8n leaves the body of a call to the node
		version: 1,
		subtitle: 'New or changed order',
		// n8n shows this text also for the entry that stands for this trigger and the actions together
		description:
			'Start the workflow on each new or changed order of a marketplace hub, and manage its products, prices, stock, orders, invoices and labels',
		eventTriggerDescription: 'Waiting for an order: make one in the panel of the hub',
		triggerPanel: webhookPanel,
		builderHint,
		defaults: { name: 'Marketplace Hub Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'marketplaceHubApi', required: true }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: webhookProperties,
	};

	/** The hub has no route to register a webhook: its user pastes the URL into the panel. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				checkAllowedIps(this);
				return true;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const warning = knownAddress(this.getNode());
				if (warning !== undefined) this.logger.warn(warning, { workflowId: this.getWorkflow().id });
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveNotification(this);
	}

	/** Runs first in each execution that `webhook` has started. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [beginExecution(this)];
	}
}
