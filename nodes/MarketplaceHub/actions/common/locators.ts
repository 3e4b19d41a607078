import type { INodeProperties } from 'n8n-workflow';

/** Picks one channel: from the list, or by its ID. */
export const channelLocator: INodeProperties = {
	displayName: 'Channel',
	name: 'idCanalIntegracao',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The integration channel (idCanalIntegracao)',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchChannels', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 12' },
	],
};

/** Picks one product: from the list, or by its SKU. */
export const productLocator: INodeProperties = {
	displayName: 'Product',
	name: 'sku',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: "The product, by its SKU (skuProduto), not by a variation's SKU",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchProducts', searchable: true },
		},
		{ displayName: 'By SKU', name: 'sku', type: 'string', placeholder: 'e.g. CAMISETA-AZUL' },
	],
};

/** Picks one order: from a list, or by the hub's order ID. */
export const orderLocator: INodeProperties = {
	displayName: 'Order',
	name: 'idPedido',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description:
		'The order, by the ID that the hub gave it (idPedido), not the ID in the marketplace',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchOrders', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 1024' },
	],
};

/** Filters by channels; options come from the hub. */
export const channelFilter: INodeProperties = {
	displayName: 'Channel Names or IDs',
	name: 'idCanalIntegracao',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getChannels' },
	default: [],
	description:
		'Only entries of these channels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Filters by SKUs. */
export const skuFilter: INodeProperties = {
	displayName: 'SKUs',
	name: 'sku',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add SKU' },
	default: [],
	placeholder: 'e.g. CAMISETA-AZUL',
	description: 'Only entries of these product SKUs',
};
