import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { properties, subtitle } from './actions/properties';
import { runOperation } from './actions/run';
import { listSearch } from './methods/listSearch';
import { loadOptions } from './methods/loadOptions';
import { resourceMapping } from './methods/resourceMapping';
import { actionHint } from './shared/builderHints';

export class MarketplaceHub implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Marketplace Hub',
		name: 'marketplaceHub',
		icon: {
			light: 'file:../../icons/marketplaceHub.svg',
			dark: 'file:../../icons/marketplaceHub.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitle(),
		description:
			'Manage products, prices, stock, orders, invoices (NF-e) and shipment labels of a marketplace hub',
		builderHint: actionHint,
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
