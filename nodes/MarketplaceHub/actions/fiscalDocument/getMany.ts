import groupBy from 'lodash/groupBy';
import map from 'lodash/map';
import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from '../../api/async';
import { HubError } from '../../api/errors';
import { filterQuery, filterValues } from '../../shared/filters';
import { readsAtOnce } from '../../api/http/runLimit';
import { type List, readList } from '../../api/pagination';
import { recentChannels } from '../../api/reads';
import { rowsOf } from '../../api/schemas/reads/answers';
import { fiscalDocumentRecord } from '../../api/schemas/reads/records';
import { withOffset } from '../../api/values/hubDates';
import { filtersBy } from '../../shared/properties';
import { readMoment } from '../../shared/typedValues';
import { binaryField, withFile } from '../outputFile';
import { channelFilter, paging } from '../form/listProperties';
import { defineOperation, type NodeContext, Output } from '../operation';
import { fiscalFields } from './get';
import { xmlFile } from './xmlFile';

const documentFilters = filtersBy(channelFilter, {
	displayName: 'Document Type',
	name: 'tipoDocumento',
	type: 'options',
	options: [
		{ name: 'Cancellation Event', value: 'evento-cancelamento' },
		{ name: 'Electronic Invoice', value: 'nfe', description: 'NF-e' },
	],
	default: 'nfe',
	description: 'Only documents of this type',
});

/** GET /v1/erp/fiscal-documents (reference: Fiscal documents), by ascending ID. */
export const getFiscalDocuments = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many fiscal documents',
		toolDescription:
			"List the NF-e and cancellations of a marketplace's fulfilment in a period. Needs a beginning and an end; a time without an offset is read in the time zone of the workflow. Not for notes that the seller issues. Reads only; a request for 100 documents.",
		description:
			'List NF-e and cancellation events of fulfilment, not the notes that you issue yourself',
	},
	properties: [
		{
			displayName: 'Start Date',
			name: 'dataEmissaoInicial',
			type: 'dateTime',
			required: true,
			default: '={{ $now.minus({ days: 7 }).startOf("day").toISO() }}',
			description:
				"Start of the period (dataEmissaoInicial), by default seven days ago. An event counts with its own date and time. Without a UTC offset it is read in the workflow's time zone.",
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
		documentFilters,
		{
			displayName: 'Download XML',
			name: 'downloadXml',
			type: 'boolean',
			default: false,
			description:
				'Whether to return the XML of each document as a file, with the name of its channel (nomeCanal). Costs one request for the names.',
		},
		{ ...binaryField, displayOptions: { show: { downloadXml: [true] } } },
	],
	endpoints: ['fiscalDocumentList', 'channels'],
	list: 'fiscalDocumentList',
	output: { ...fiscalDocumentRecord, nomeCanal: 'string' },
	simplified: fiscalFields,
	emptyBecause: 'No document has its date in the period; an event counts with its own date',
	async perItem(context, itemIndex, { simplify }) {
		const { hub, parameters } = context;
		const chosen = parameters.filters(documentFilters, itemIndex);
		const downloads = parameters.flag('downloadXml', itemIndex, false);
		const list: List<IDataObject, 'fiscalDocumentList'> = {
			endpoint: 'fiscalDocumentList',
			query: {
				...period(context, itemIndex),
				idCanalIntegracao: filterQuery('idCanalIntegracao', chosen),
				tipoDocumento: typeQuery(chosen),
			},
			rows: rowsOf('documentosFiscais', fiscalDocumentRecord),
			identity: ({ id }) => id,
			...(!downloads && { keeps: simplify }),
		};
		const documents = await readList(hub, list, parameters.limit(itemIndex));
		if (!downloads || documents.length === 0) return documents;
		// the files come without the names, too
		const channels = await recentChannels(hub).catch(() => []);
		const names = new Map(
			Object.entries(groupBy(channels, 'hash')).map(([hash, alike]) => [
				hash,
				map(alike, 'nome').join(', '),
			]),
		);
		return await mapConcurrently(documents, readsAtOnce, async (document) => {
			const nomeCanal = names.get(String(document.canal)) ?? '';
			const json = { ...omit(simplify(document), 'xml'), nomeCanal };
			const file = xmlFile(context, document);
			if (file instanceof HubError) return new Output([itemIndex], json, { failure: file });
			return await withFile(context, itemIndex, json, file);
		});
	},
});

const types = ['nfe', 'evento-cancelamento'];

function typeQuery(filters: IDataObject): string | undefined {
	const [type, ...others] = filterValues(filters.tipoDocumento);
	if (type === undefined || (types.includes(type) && others.length === 0)) return type;
	throw new HubError(
		'invalid',
		`Document Type (\`tipoDocumento\`) must be ${types.join(' or ')}, got '${[type, ...others].join(',')}'`,
		{ description: `Choose ${types.join(' or ')}, or remove the filter to get both.` },
	);
}

function period({ parameters }: NodeContext, itemIndex: number) {
	const zone = parameters.timezone;
	const read = (name: string, edge?: 'end') =>
		readMoment(name, parameters.value(name, itemIndex), zone, edge);
	const from = read('dataEmissaoInicial');
	const until = read('dataEmissaoFinal', 'end');
	const query = { dataEmissaoInicial: withOffset(from), dataEmissaoFinal: withOffset(until) };
	if (until >= from) return query;
	throw new HubError(
		'invalid',
		`End Date (\`dataEmissaoFinal\`) is before Start Date (\`dataEmissaoInicial\`): ${query.dataEmissaoFinal}, ${query.dataEmissaoInicial}`,
		{ description: 'Exchange Start Date and End Date, or check what their expressions give.' },
	);
}
