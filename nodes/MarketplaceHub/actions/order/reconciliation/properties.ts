import type { INodeProperties } from 'n8n-workflow';
import { entryProperties } from '../../form/entryProperties';

/** Which results come out. */
export const resultsProperty: INodeProperties = {
	displayName: 'Results',
	name: 'results',
	type: 'multiOptions',
	options: [
		{ name: 'Missing', value: 'missing', description: 'In the hub, not in the input' },
		{ name: 'Only in Input', value: 'onlyInInput', description: 'Not in the hub' },
		{ name: 'Same', value: 'same', description: 'In both, with the same status and total' },
		{ name: 'Status Differs', value: 'statusDiffers', description: 'In both, status differs' },
		{
			name: 'Total Differs',
			value: 'totalDiffers',
			description: 'In both, total differs, as after a payment by link',
		},
	],
	default: ['missing', 'statusDiffers', 'totalDiffers', 'onlyInInput'],
	description:
		'Which orders come out, each once. Two orders that the same row of the input may mean come in any case, as ambiguous: give the channel or the hub order ID. Only in Input includes unknown, where the list of orders did not settle while it was read.',
};

export const periodProperty: INodeProperties = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: [
		{ name: 'Issued After', value: 'issuedAfter', description: 'Since a point in time' },
		{ name: 'Last Days', value: 'lastDays', description: 'So many days until now' },
	],
	default: 'lastDays',
	description: 'Which orders of the hub are compared',
};

/** The parameters of a reconciliation; they hold for the whole run. */
export const reconciliationProperties: INodeProperties[] = [
	periodProperty,
	{
		displayName: 'Days',
		name: 'days',
		type: 'string',
		default: '7',
		description: 'How many days until now; 0.5 is twelve hours',
		displayOptions: { show: { period: ['lastDays'] } },
	},
	{
		displayName: 'Issued After',
		name: 'issuedAfter',
		type: 'dateTime',
		required: true,
		default: '={{ $now.minus({ days: 7 }).startOf("day").toISO() }}',
		description:
			"Since when orders were issued (dataEmissao) or reached the hub (dataIntegracao). Without a UTC offset it is read in the workflow's time zone.",
		displayOptions: { show: { period: ['issuedAfter'] } },
	},
	{
		displayName: 'Lookback (Days)',
		name: 'lookback',
		type: 'string',
		default: '3',
		description:
			'How many days before the period an order may have been issued that reached the hub within it',
	},
	...entryProperties(
		'getReconciliationFields',
		{ idPedido: '100001', status: 'pago', total: 89.9 },
		{},
		'Values of the Order',
	),
	resultsProperty,
	{
		displayName: 'Full Record of Missing Orders',
		name: 'fullRecord',
		type: 'boolean',
		default: false,
		description:
			'Whether a missing order comes with its items and payments, as from Order > Get, so that it can be stored right away; one request for each',
	},
];
