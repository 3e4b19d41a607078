import { HubError } from '../../api/errors';
import { fiscalDocument } from '../../api/schemas/records';
import { binaryField, fileNamePart } from '../common/binary';
import { simplified, simplifiedSchema } from '../common/simplified';
import type { ItemOperation } from '../operation';
import { accessKey, fiscalSimplification, readFiscalDocument } from './properties';

/** The `xml` of GET /v1/erp/fiscal-documents/{chaveAcesso} as a file (reference: Fiscal documents). */
export const downloadXml: ItemOperation = {
	option: {
		name: 'Download XML',
		value: 'downloadXml',
		action: 'Download XML of fiscal document',
		description:
			'Get the XML of one NF-e or cancellation event as a file named after its key or protocol',
	},
	properties: [accessKey, binaryField],
	endpoints: ['fiscalDocumentGet'],
	output: simplifiedSchema(fiscalDocument, fiscalSimplification),
	async perItem(context, itemIndex) {
		const { node, parameters } = context;
		const document = await readFiscalDocument(context, itemIndex);
		const key = String(document.chaveAcesso);
		if (typeof document.xml !== 'string' || document.xml === '') {
			throw new HubError('refused', `The hub has no XML of document ${key}`, {
				description: 'It may come later: try again in some minutes.',
			});
		}
		const file = await node.helpers.prepareBinaryData(
			Buffer.from(document.xml, 'utf8'),
			`${fileNamePart(key)}.xml`,
			'application/xml',
		);
		return [
			{
				json: simplified(document, fiscalSimplification),
				binary: { [parameters.text('binaryPropertyName', itemIndex)]: file },
			},
		];
	},
};
