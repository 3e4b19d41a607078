import { fiscalDocument } from '../../api/schemas/records';
import { simplify } from '../common/properties';
import { simplified, simplifiedSchema } from '../common/simplified';
import type { ItemOperation } from '../operation';
import { accessKey, fiscalSimplification, readFiscalDocument } from './properties';

/** GET /v1/erp/fiscal-documents/{chaveAcesso} (reference: Fiscal documents). */
export const get: ItemOperation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get fiscal document',
		description: 'Read one NF-e or cancellation event; simplified, it comes without the XML',
	},
	properties: [accessKey, simplify],
	endpoints: ['fiscalDocumentGet'],
	output: simplifiedSchema(fiscalDocument, fiscalSimplification),
	async perItem(context, itemIndex) {
		const document = await readFiscalDocument(context, itemIndex);
		return context.parameters.flag('simplify', itemIndex)
			? simplified(document, fiscalSimplification)
			: document;
	},
};
