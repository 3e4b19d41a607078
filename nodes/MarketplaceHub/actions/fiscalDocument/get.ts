import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { recordOf } from '../../api/schemas/reads/answers';
import { fiscalDocumentRecord } from '../../api/schemas/reads/records';
import { readAccessKey } from '../../api/values/accessKey';
import { defineOperation, type OperationContext } from '../operation';

/** The document to read. */
export const accessKey: INodeProperties = {
	displayName: 'Access Key or Protocol',
	name: 'chaveAcesso',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 352607… (44 characters)',
	description:
		'Access key of the NF-e (44 characters, its check digit is verified), or protocol number of a cancellation event',
};

/** Everything but the XML, which is long. */
export const fiscalFields = Object.keys(fiscalDocumentRecord).filter((field) => field !== 'xml');

/** GET /v1/erp/fiscal-documents/{chaveAcesso} (reference: Fiscal documents). */
export async function readFiscalDocument(
	{ hub, parameters }: OperationContext<'fiscalDocumentGet'>,
	itemIndex: number,
): Promise<IDataObject> {
	const chaveAcesso = readAccessKey(parameters.text('chaveAcesso', itemIndex));
	return await hub.request(
		'fiscalDocumentGet',
		{ path: { chaveAcesso } },
		recordOf(fiscalDocumentRecord, 'chaveAcesso', chaveAcesso),
	);
}

export const getFiscalDocument = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get fiscal document',
		toolDescription:
			"Read one NF-e of the marketplace's fulfilment, or one cancellation event, by its access key or protocol. Not for notes that the seller issues: those are in the ERP. Reads only; one request.",
		description: 'Read one NF-e or cancellation event; simplified, it comes without the XML',
	},
	properties: [accessKey],
	endpoints: ['fiscalDocumentGet'],
	output: fiscalDocumentRecord,
	simplified: fiscalFields,
	perItem: readFiscalDocument,
});
