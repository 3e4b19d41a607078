import type { IDataObject } from 'n8n-workflow';
import { readMoment, withOffset } from '../../api/values/dates';
import { HubError } from '../../api/errors';
import { rowsOf } from '../../api/schemas/answers';
import { fiscalDocument } from '../../api/schemas/records';
import { filterQuery, filtersBy, filterValues } from '../../shared/orders';
import { channelFilter, paging } from '../common/properties';
import { defineOperation, type NodeContext } from '../operation';
import { fiscalFields } from './properties';

/** GET /v1/erp/fiscal-documents (reference: Fiscal documents), by ascending ID. */
export const getMany = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many fiscal documents',
		description:
			'List the NF-e and cancellation events of a period; an event counts with its own date and time',
	},
	properties: [
		{
			displayName: 'Start Date',
			name: 'dataEmissaoInicial',
			type: 'dateTime',
			required: true,
			default: '={{ $now.minus({ days: 7 }).startOf("day").toISO() }}',
			description:
				"Start of the period (dataEmissaoInicial), by default seven days ago. Without a UTC offset it is read in the workflow's time zone.",
		},
		{
			displayName: 'End Date',
			name: 'dataEmissaoFinal',
			type: 'dateTime',
			required: true,
			default: '={{ $now.toISO() }}',
			description:
				'End of the period (dataEmissaoFinal). A date without a time means the end of that day.',
		},
		...paging,
		filtersBy(channelFilter, {
			displayName: 'Document Type',
			name: 'tipoDocumento',
			type: 'options',
			options: [
				{ name: 'Cancellation Event', value: 'evento-cancelamento' },
				{ name: 'Electronic Invoice', value: 'nfe', description: 'NF-e' },
			],
			default: 'nfe',
			description: 'Only documents of this type',
		}),
	],
	endpoints: ['fiscalDocumentList'],
	output: fiscalDocument,
	simplify: fiscalFields,
	emptyBecause: 'No document has its date in the period; an event counts with its own date',
	list(context, itemIndex) {
		const filters = context.parameters.object('filters', itemIndex);
		return {
			endpoint: 'fiscalDocumentList',
			query: {
				...period(context, itemIndex),
				idCanalIntegracao: filterQuery('idCanalIntegracao', filters),
				tipoDocumento: typeQuery(filters),
			},
			rows: rowsOf('documentosFiscais', fiscalDocument),
			identity: ({ id }) => id,
		};
	},
});

const types = ['nfe', 'evento-cancelamento'];

function typeQuery(filters: IDataObject): string | undefined {
	const [type, ...others] = filterValues(filters.tipoDocumento);
	if (type === undefined || (types.includes(type) && others.length === 0)) return type;
	throw new HubError(
		'invalid',
		`\`tipoDocumento\` must be ${types.join(' or ')}, got '${[type, ...others].join(',')}'`,
		{ description: 'Leave the filter out for documents of both types.' },
	);
}

function period({ node, parameters }: NodeContext, itemIndex: number) {
	const zone = node.getTimezone();
	const from = readMoment(
		'dataEmissaoInicial',
		parameters.value('dataEmissaoInicial', itemIndex),
		zone,
	);
	const until = readMoment(
		'dataEmissaoFinal',
		parameters.value('dataEmissaoFinal', itemIndex),
		zone,
		'end',
	);
	const query = { dataEmissaoInicial: withOffset(from), dataEmissaoFinal: withOffset(until) };
	if (until >= from) return query;
	throw new HubError(
		'invalid',
		`\`dataEmissaoFinal\` (${query.dataEmissaoFinal}) is before \`dataEmissaoInicial\` (${query.dataEmissaoInicial})`,
		{ description: 'Exchange Start Date and End Date, or check what their expressions give.' },
	);
}
