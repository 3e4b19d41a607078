import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { properties, subtitle } from './actions/properties';
import { runOperation } from './actions/run/runOperation';
import { listSearch, loadOptions } from './methods/pickers';
import { resourceMapping } from './methods/resourceMapping';

/** Hints for n8n's AI builder: when the node fits, and its companions. */
const builderHint = {
	searchHint:
		'Marketplace hub (ERP API, Brazil): read and write products, prices, stock and orders (pedidos, estoque, preços) of all connected marketplaces, NF-e and shipment labels. For a whole list of an ERP use Sync, which compares it with the hub within guards; for rows that changed use in Batch, whose refused rows leave by the error output.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-marketplace-hub.marketplaceHubTrigger',
			relationHint: 'Starts a workflow at once with each new or changed order',
		},
		{
			nodeType: 'n8n-nodes-marketplace-hub.marketplaceHubQueueTrigger',
			relationHint: 'Starts a workflow with waiting orders where the hub cannot reach n8n',
		},
	],
};

export class MarketplaceHub implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Marketplace Hub',
		name: 'marketplaceHub',
		icon: {
			light: 'file:../../icons/marketplaceHub.svg',
			dark: 'file:../../icons/marketplaceHub.dark.svg',
		},
		group: ['transform'],
		// two names of one behaviour: the editor empties a pasted node whose version it does not know
		version: [1, 1.1],
		defaultVersion: 1,
		subtitle: subtitle(),
		description:
			'Manage products, prices, stock, orders, invoices (NF-e) and shipment labels of a marketplace hub',
		builderHint,
		defaults: { name: 'Marketplace Hub' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'marketplaceHubApi', required: true }],
		properties: properties(),
	};

	methods = { listSearch, loadOptions, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperation(this);
	}
}
