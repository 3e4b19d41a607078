import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { pollQueue } from './triggers/queue/poll';
import { queueProperties } from './triggers/queue/properties';

/** Hints for n8n's AI builder: when the node fits, and its companions. */
const builderHint = {
	searchHint:
		'Looks every few minutes for new and changed orders that wait in the queue of a marketplace hub, and starts a workflow with them. For an n8n without a public address.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-marketplace-hub.marketplaceHub',
			relationHint: 'Order Queue > Acknowledge removes an order from the queue once it is stored',
		},
	],
};

export class MarketplaceHubQueueTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Marketplace Hub Queue Trigger',
		name: 'marketplaceHubQueueTrigger',
		icon: {
			light: 'file:../../icons/marketplaceHub.svg',
			dark: 'file:../../icons/marketplaceHub.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: 'Orders in queue',
		description:
			"Look every few minutes for new and changed orders in a marketplace hub's update queue, and start the workflow with them",
		eventTriggerDescription: 'Waiting for orders in the queue of the hub',
		builderHint,
		defaults: { name: 'Marketplace Hub Queue Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'marketplaceHubApi', required: true }],
		properties: queueProperties,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollQueue(this);
	}
}
