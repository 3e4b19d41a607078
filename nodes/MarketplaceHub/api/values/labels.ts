/** Labels of the names that stand in the hub's addresses; fields of entries have theirs in `api/schemas/`. */
export const addressLabels: Readonly<Record<string, string>> = {
	batchId: 'Batch ID',
	chaveAcesso: 'Access Key or Protocol',
	idCanalIntegracao: 'Channel',
	idPedido: 'Order',
	prefixoCanalIntegracao: 'Channel Prefix',
	status: 'Status',
};

/** A value in a message by its label, if it has one, and by the name under which columns and expressions give it. */
export const titled = (label: string | undefined, name: string): string =>
	label === undefined ? `\`${name}\`` : `${label} (\`${name}\`)`;

/** What stands in an address, in a message. */
export const addressed = (name: string): string => titled(addressLabels[name], name);
