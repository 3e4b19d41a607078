import type { EndpointName } from '../endpoints';

/** The records that no hub has, by which routes with an identifier are asked. */
export type MadeUpRecord = 'order' | 'product';

/** A writing route that is asked in Sandbox, with the body `{}`. */
export interface Probe {
	name: EndpointName;
	/** Whose made-up identifier stands in its path. */
	record?: MadeUpRecord;
	/** The field that its body must have: an answer that names it is the route's own. */
	field?: string;
}

/** The first reads, in every environment: documented routes, which also show the hub's habits. */
export const reads = {
	channels: {},
	productList: { offset: 0, limit: 2 },
	orderList: { offset: 0, limit: 10 },
	securityStockList: { offset: 0, limit: 2 },
	customizedPriceList: { offset: 0, limit: 2 },
} satisfies Partial<Record<EndpointName, Record<string, number>>>;

/** The page of products that shows whether `offset` counts records. */
export const secondPage = { offset: 1, limit: 2 };

/** The order that no hub has, as text: it is beyond the numbers that JavaScript keeps exact. */
export const madeUpOrder = '999999999999999999';

/** The writing routes, in the order in which they are asked. */
export const probes = [
	{ name: 'productCreate', field: 'skuProduto' },
	{ name: 'productUpdate', record: 'product' },
	{ name: 'productBatch', field: 'produtos' },
	{ name: 'stockBatch', field: 'estoques' },
	{ name: 'priceBatch', field: 'precos' },
	{ name: 'acknowledge', record: 'order', field: 'idInterno' },
	{ name: 'sandboxOrderCreate', field: 'idPedidoCanal' },
	{ name: 'sandboxOrderPaid', record: 'order' },
	{ name: 'orderInvoiced', record: 'order' },
	{ name: 'orderSent', record: 'order' },
	{ name: 'orderDelivered', record: 'order' },
] as const satisfies readonly Probe[];
