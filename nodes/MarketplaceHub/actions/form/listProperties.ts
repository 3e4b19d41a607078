import type { INodeProperties } from 'n8n-workflow';
import { pageSize } from '../../api/pagination';

export const channelFilter: INodeProperties = {
	displayName: 'Channel Names or IDs',
	name: 'idCanalIntegracao',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getChannels' },
	default: [],
	description:
		'Only entries of these channels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

export const skuFilter: INodeProperties = {
	displayName: 'SKUs',
	name: 'sku',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add SKU' },
	// the editor adds it as the first value
	default: '',
	placeholder: 'e.g. CAMISETA-AZUL',
	description: 'Only entries of these product SKUs',
};

export const returnAllProperty: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limitProperty: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

/** `Return All` and `Limit` of a list. */
export const paging: INodeProperties[] = [
	returnAllProperty,
	{
		...limitProperty,
		hint: `The hub gives up to ${pageSize} records per request`,
		displayOptions: { show: { returnAll: [false] } },
	},
];
