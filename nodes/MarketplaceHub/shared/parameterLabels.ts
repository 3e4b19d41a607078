import { addressLabels, titled } from '../api/values/labels';

/** Labels of the parameters that messages name; a test holds them to the forms. */
export const parameterLabels: Readonly<Record<string, string>> = {
	...addressLabels,
	acknowledge: 'Acknowledge',
	alarmAfter: 'Alarm After (Hours)',
	binaryPropertyName: 'Put Output File in Field',
	bodyJson: 'Body JSON',
	canal: 'Channel Names or IDs',
	combine: 'Combine',
	dataEmissaoFinal: 'End Date',
	dataEmissaoInicial: 'Start Date',
	dataOcorrencia: 'Paid At',
	days: 'Days',
	deriveSimpleDescription: 'Derive Simple Description',
	downloadXml: 'Download XML',
	dryRun: 'Dry Run',
	estoqueSeguranca: 'Security Stock (Pieces)',
	fullRecord: 'Full Record of Missing Orders',
	idInterno: 'Internal ID',
	includeNotAvailable: 'Include Orders Without Label',
	issuedAfter: 'Issued After',
	issuedBefore: 'Issued Before',
	json: 'JSON',
	limit: 'Limit',
	lookback: 'Lookback (Days)',
	marketplaceOrderId: 'Marketplace Order ID',
	onlyChanges: 'Input Is Only Changes',
	otherStatus: 'Other Statuses',
	returnAll: 'Return All',
	simplify: 'Simplify',
	splitEntries: 'Split Into Entries',
	timeLimit: 'Time Limit (Minutes)',
	tipoDocumento: 'Document Type',
	waitForResult: 'Wait for Result',
	wholeList: 'Input Is the Whole List',
};

/** A parameter in a message by its label, if it has one, and by its name. */
export const labelled = (name: string): string =>
	titled(Object.hasOwn(parameterLabels, name) ? parameterLabels[name] : undefined, name);
