import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

/** Picks one record of the hub: from the list that `searchListMethod` gives, or by its ID. */
const locator = (
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	searchListMethod: string,
	by: Pick<INodePropertyMode, 'displayName' | 'name' | 'placeholder'>,
): INodeProperties => ({
	...field,
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod, searchable: true },
		},
		{ ...by, type: 'string' },
	],
});

export const channelLocator = locator(
	{
		displayName: 'Channel',
		name: 'idCanalIntegracao',
		description: 'The integration channel (idCanalIntegracao)',
	},
	'searchChannels',
	{ displayName: 'By ID', name: 'id', placeholder: 'e.g. 12' },
);

export const productLocator = locator(
	{
		displayName: 'Product',
		name: 'sku',
		description: "The product, by its SKU (skuProduto), not by a variation's SKU",
	},
	'searchProducts',
	{ displayName: 'By SKU', name: 'sku', placeholder: 'e.g. CAMISETA-AZUL' },
);

/** The same where the hub also takes a variation. */
export const skuLocator = {
	...productLocator,
	description: 'The product or the variation, by its SKU (skuProduto or skuVariacao)',
};

const orderFrom = (searchListMethod: string) =>
	locator(
		{
			displayName: 'Order',
			name: 'idPedido',
			description:
				'The order, by the ID that the hub gave it (idPedido), not the ID in the marketplace',
		},
		searchListMethod,
		{ displayName: 'By ID', name: 'id', placeholder: 'e.g. 1024' },
	);

export const orderLocator = orderFrom('searchOrders');

export const queuedOrderLocator = orderFrom('searchQueue');
