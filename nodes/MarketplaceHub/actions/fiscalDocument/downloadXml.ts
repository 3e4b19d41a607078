import omit from 'lodash/omit';
import pick from 'lodash/pick';
import { HubError } from '../../api/errors';
import { fiscalDocumentRecord } from '../../api/schemas/reads/records';
import { binaryField, withFile } from '../outputFile';
import { defineOperation } from '../operation';
import { accessKey, fiscalFields, readFiscalDocument } from './get';
import { xmlFile } from './xmlFile';

/** The `xml` of GET /v1/erp/fiscal-documents/{chaveAcesso} as a file (reference: Fiscal documents). */
export const downloadXml = defineOperation({
	option: {
		name: 'Download XML',
		value: 'downloadXml',
		action: 'Download XML of fiscal document',
		toolDescription:
			"Download the XML of one NF-e of the marketplace's fulfilment as a file. For a workflow; an agent gets no files: in a tool, use Get fiscal document. Reads only; one request.",
		description:
			'Get the XML of one NF-e or cancellation event as a file named after its key or protocol',
	},
	properties: [accessKey, binaryField],
	endpoints: ['fiscalDocumentGet'],
	output: omit(fiscalDocumentRecord, 'xml'),
	async perItem(context, itemIndex) {
		const document = await readFiscalDocument(context, itemIndex);
		const json = pick(document, fiscalFields);
		const file = xmlFile(context, document);
		if (file instanceof HubError) throw file;
		return await withFile(context, itemIndex, json, file);
	},
});
