import { fiscalDocument } from '../../api/schemas/records';
import { defineOperation } from '../operation';
import { accessKey, fiscalFields, readFiscalDocument } from './properties';

/** GET /v1/erp/fiscal-documents/{chaveAcesso} (reference: Fiscal documents). */
export const get = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get fiscal document',
		description: 'Read one NF-e or cancellation event; simplified, it comes without the XML',
	},
	properties: [accessKey],
	endpoints: ['fiscalDocumentGet'],
	output: fiscalDocument,
	simplify: fiscalFields,
	async perItem(context, itemIndex) {
		return await readFiscalDocument(context, itemIndex);
	},
});
