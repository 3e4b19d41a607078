import type { INodeProperties } from 'n8n-workflow';
import { pageSize } from '../../api/pagination';

/** `Return All` and `Limit` of a list. */
export const paging: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		hint: `The hub gives up to ${pageSize} records per request`,
		displayOptions: { show: { returnAll: [false] } },
	},
];
