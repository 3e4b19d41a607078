/** Labels of parameters that messages name; a test holds them to the forms. Fields of entries have theirs in `api/schemas/`. */
export const parameterLabels: Readonly<Record<string, string>> = {
	acknowledge: 'Acknowledge',
	alarmAfter: 'Alarm After (Hours)',
	batchId: 'Batch ID',
	bodyJson: 'Body JSON',
	canal: 'Channel Names or IDs',
	chaveAcesso: 'Access Key or Protocol',
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
	idCanalIntegracao: 'Channel',
	idInterno: 'Internal ID',
	idPedido: 'Order',
	includeNotAvailable: 'Include Orders Without Label',
	issuedAfter: 'Issued After',
	issuedBefore: 'Issued Before',
	json: 'JSON',
	limit: 'Limit',
	lookback: 'Lookback (Days)',
	marketplaceOrderId: 'Marketplace Order ID',
	onlyChanges: 'Input Is Only Changes',
	otherStatus: 'Other Statuses',
	prefixoCanalIntegracao: 'Channel Prefix',
	returnAll: 'Return All',
	simplify: 'Simplify',
	skuVariacao: 'Variation SKU',
	splitEntries: 'Split Into Entries',
	status: 'Status',
	timeLimit: 'Time Limit (Minutes)',
	tipoDocumento: 'Document Type',
	waitForResult: 'Wait for Result',
	wholeList: 'Input Is the Whole List',
};

/** A value in a message by its label, and by the name under which columns and expressions give it. */
export const titled = (label: string, name: string): string => `${label} (\`${name}\`)`;

/** The same for a parameter; what has no label goes by its name alone. */
export const labelled = (name: string): string => {
	const label = Object.hasOwn(parameterLabels, name) ? parameterLabels[name] : undefined;
	return label === undefined ? `\`${name}\`` : titled(label, name);
};
