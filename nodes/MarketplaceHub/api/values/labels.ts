/** Labels of the parameters that give parts of the hub's addresses; fields of entries have theirs in `api/schemas/`. */
export const addressLabels: Readonly<Record<string, string>> = {
	batchId: 'Batch ID',
	chaveAcesso: 'Access Key or Protocol',
	idCanalIntegracao: 'Channel',
	idPedido: 'Order',
	prefixoCanalIntegracao: 'Channel Prefix',
	sku: 'Product',
	skuVariacao: 'Variation SKU',
	status: 'Status',
};

/** A value in a message by its label, if it has one, and by the name under which columns and expressions give it. */
export const titled = (label: string | undefined, name: string): string =>
	label === undefined || label === '' ? `\`${name}\`` : `${label} (\`${name}\`)`;

/**
 * A part of an address, in a message.
 * @param name its name in the address
 * @param parameter the parameter that gives it
 */
export const addressed = (name: string, parameter = name): string =>
	titled(addressLabels[parameter], name);
