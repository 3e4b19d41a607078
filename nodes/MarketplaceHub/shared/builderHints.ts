const node = (name: string) => `n8n-nodes-marketplace-hub.${name}`;

/** What n8n's AI builder is told of the action node: when it fits, and what goes with it. */
export const actionHint = {
	searchHint:
		'Marketplace hub (ERP API, Brazil): read and write products, prices, stock and orders (pedidos, estoque, preços) of all connected marketplaces, NF-e and shipment labels. For many rows use Stock, Price or Product > in Batch, whose refused rows leave by the error output.',
	relatedNodes: [
		{
			nodeType: node('marketplaceHubTrigger'),
			relationHint: 'Starts a workflow at once with each new or changed order',
		},
		{
			nodeType: node('marketplaceHubQueueTrigger'),
			relationHint: 'Starts a workflow with waiting orders where the hub cannot reach n8n',
		},
	],
};

/** The same of the webhook trigger. */
export const webhookHint = {
	searchHint:
		'Starts a workflow with each new or changed order of a marketplace hub. Needs a public address of n8n; without one use the Marketplace Hub Queue Trigger.',
	relatedNodes: [
		{ nodeType: node('marketplaceHub'), relationHint: 'Acts on the order: status, label, NF-e' },
		{
			nodeType: node('marketplaceHubQueueTrigger'),
			relationHint: 'Brings the orders that the webhook missed',
		},
	],
};

/** The same of the queue trigger. */
export const queueHint = {
	searchHint:
		'Looks every few minutes for new and changed orders that wait in the queue of a marketplace hub, and starts a workflow with them. For an n8n without a public address.',
	relatedNodes: [
		{
			nodeType: node('marketplaceHub'),
			relationHint: 'Order Queue > Acknowledge removes an order from the queue once it is stored',
		},
	],
};
