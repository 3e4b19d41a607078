import omit from 'lodash/omit';
import pick from 'lodash/pick';
import { fiscalDocument } from '../../api/schemas/records';
import { binaryField, fileNamePart, withFile } from '../common/binary';
import { defineOperation } from '../operation';
import { xmlIn } from './xml';
import { accessKey, fiscalFields, readFiscalDocument } from './properties';

/** The `xml` of GET /v1/erp/fiscal-documents/{chaveAcesso} as a file (reference: Fiscal documents). */
export const downloadXml = defineOperation({
	option: {
		name: 'Download XML',
		value: 'downloadXml',
		action: 'Download XML of fiscal document',
		description:
			'Get the XML of one NF-e or cancellation event as a file named after its key or protocol',
	},
	properties: [accessKey, binaryField],
	endpoints: ['fiscalDocumentGet'],
	output: omit(fiscalDocument, 'xml'),
	async perItem(context, itemIndex) {
		const document = await readFiscalDocument(context, itemIndex);
		const key = String(document.chaveAcesso);
		const file = {
			content: Buffer.from(xmlIn(document), 'utf8'),
			name: `${fileNamePart(key)}.xml`,
			mimeType: 'application/xml',
		};
		return [await withFile(context, itemIndex, pick(document, fiscalFields), file)];
	},
});
