import { readMoment, withOffset } from '../../api/values/dates';
import { HubError } from '../../api/errors';
import { readList } from '../../api/pagination';
import { rowsOf } from '../../api/schemas/answers';
import { fiscalDocument } from '../../api/schemas/records';
import { channelFilter } from '../common/locators';
import { paging, simplify } from '../common/properties';
import { simplified, simplifiedSchema } from '../common/simplified';
import type { ItemOperation, OperationContext } from '../operation';
import { fiscalSimplification } from './properties';

/** GET /v1/erp/fiscal-documents (reference: Fiscal documents), by ascending ID. */
export const getMany: ItemOperation = {
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
			default: '',
			description:
				"Start of the period (dataEmissaoInicial). Without a UTC offset it is read in the workflow's time zone.",
		},
		{
			displayName: 'End Date',
			name: 'dataEmissaoFinal',
			type: 'dateTime',
			required: true,
			default: '',
			description:
				'End of the period (dataEmissaoFinal). A date without a time means the end of that day.',
		},
		...paging,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				channelFilter,
				{
					displayName: 'Document Type',
					name: 'tipoDocumento',
					type: 'options',
					options: [
						{ name: 'Cancellation Event', value: 'evento-cancelamento' },
						{ name: 'Electronic Invoice', value: 'nfe', description: 'NF-e' },
					],
					default: 'nfe',
					description: 'Only documents of this type',
				},
			],
		},
		simplify,
	],
	endpoints: ['fiscalDocumentList'],
	output: simplifiedSchema(fiscalDocument, fiscalSimplification),
	async perItem(context, itemIndex) {
		const { hub, parameters } = context;
		const query = {
			...period(context, itemIndex),
			idCanalIntegracao: parameters.filter('idCanalIntegracao', itemIndex),
			tipoDocumento: parameters.filter('tipoDocumento', itemIndex),
		};
		const documents = await readList(
			hub,
			{
				endpoint: 'fiscalDocumentList',
				query,
				rows: rowsOf('documentosFiscais', fiscalDocument),
				identity: ({ id }) => id,
			},
			parameters.limit(itemIndex),
		);
		return parameters.flag('simplify', itemIndex)
			? documents.map((document) => simplified(document, fiscalSimplification))
			: documents;
	},
};

function period({ node, parameters }: OperationContext, itemIndex: number) {
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
	);
}
