/** What may be done again after an answer that did not arrive (design: Request rules). */
export type RetryClass =
	/** Reading: always. */
	| 'read'
	/** The same value written twice is harmless. */
	| 'repeatable'
	/** A second try could do it twice: never. */
	| 'once';

/** One row of the hub's API: what a request needs to know beyond its values. */
export interface Endpoint {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
	/** Relative to the base URL, with `{name}` for path parts. */
	path: string;
	retry: RetryClass;
	/** Documented requests per minute (reference: Limits). */
	perMinute?: number;
	/** The reference does not show method or path: the credential lets the user replace them. */
	assumed?: true;
	/** What the row is called where the user sees it, e.g. among the credential's routes. */
	label: string;
	/** The answer is plain text, not JSON. */
	answersText?: true;
	/** A 404 on a repeated request means that the first try did it. */
	notFoundOnRetryIsSuccess?: true;
}

/** Every endpoint of the reference. Adding an operation starts with a row here. */
export const endpoints = {
	auth: { method: 'POST', path: '/v1/logistic/auth', retry: 'repeatable', label: 'Token Exchange' },
	ping: {
		method: 'GET',
		path: '/v1/ping',
		retry: 'read',
		assumed: true,
		answersText: true,
		label: 'Token Test',
	},
	shipmentLabels: {
		method: 'GET',
		path: '/v1/logistic/orders/{id}/shipment_labels',
		retry: 'read',
		label: 'Shipment Labels',
	},
	channels: {
		method: 'GET',
		path: '/v1/erp/channels',
		retry: 'read',
		perMinute: 10,
		label: 'Channels',
	},
	securityStockList: {
		method: 'GET',
		path: '/v1/erp/products/security-stock',
		retry: 'read',
		perMinute: 40,
		label: 'Security Stock List',
	},
	securityStockSet: {
		method: 'PUT',
		path: '/v1/erp/products/security-stock',
		retry: 'repeatable',
		label: 'Security Stock',
	},
	customizedPriceList: {
		method: 'GET',
		path: '/v1/erp/products/customized-prices',
		retry: 'read',
		perMinute: 40,
		label: 'Customized Price List',
	},
	customizedPriceSet: {
		method: 'PUT',
		path: '/v1/erp/products/customized-prices',
		retry: 'repeatable',
		perMinute: 60,
		label: 'Customized Prices',
	},
	customizedPriceDelete: {
		method: 'DELETE',
		path: '/v1/erp/products/customized-prices/{idCanalIntegracao}/{skuProduto}',
		retry: 'repeatable',
		notFoundOnRetryIsSuccess: true,
		label: 'Customized Price Deletion',
	},
	listingPriceSet: {
		method: 'PUT',
		path: '/v1/erp/marketplacex/items/customized-prices',
		retry: 'repeatable',
		perMinute: 60,
		label: 'Listing Prices',
	},
	listingPriceDelete: {
		method: 'DELETE',
		path: '/v1/erp/marketplacex/items/customized-prices/{idCanalIntegracao}/{prefixoCanalIntegracao}/{skuProduto}',
		retry: 'repeatable',
		notFoundOnRetryIsSuccess: true,
		label: 'Listing Price Deletion',
	},
	fiscalDocumentList: {
		method: 'GET',
		path: '/v1/erp/fiscal-documents',
		retry: 'read',
		label: 'Fiscal Document List',
	},
	fiscalDocumentGet: {
		method: 'GET',
		path: '/v1/erp/fiscal-documents/{chaveAcesso}',
		retry: 'read',
		label: 'Fiscal Document',
	},
	productList: { method: 'GET', path: '/v1/products', retry: 'read', label: 'Product List' },
	productGet: { method: 'GET', path: '/v1/products/{sku}', retry: 'read', label: 'Product' },
	variationGet: {
		method: 'GET',
		path: '/v1/products/variation/{sku}',
		retry: 'read',
		label: 'Variation',
	},
	productCreate: {
		method: 'POST',
		path: '/v1/products',
		retry: 'once',
		perMinute: 60,
		assumed: true,
		label: 'Product Creation',
	},
	productUpdate: {
		method: 'PUT',
		path: '/v1/products/{sku}',
		retry: 'repeatable',
		assumed: true,
		label: 'Product Update',
	},
	productDelete: {
		method: 'DELETE',
		path: '/v1/products/{sku}',
		retry: 'repeatable',
		notFoundOnRetryIsSuccess: true,
		label: 'Product Deletion',
	},
	productBatch: {
		method: 'POST',
		path: '/v1/batch/products',
		retry: 'once',
		perMinute: 10,
		assumed: true,
		label: 'Product Batch',
	},
	stockBatch: {
		method: 'POST',
		path: '/v1/batch/stocks',
		retry: 'repeatable',
		perMinute: 10,
		assumed: true,
		label: 'Stock Batch',
	},
	priceBatch: {
		method: 'POST',
		path: '/v1/batch/prices',
		retry: 'repeatable',
		perMinute: 10,
		assumed: true,
		label: 'Price Batch',
	},
	batchGet: { method: 'GET', path: '/v1/batch/{id}', retry: 'read', label: 'Batch' },
	orderList: { method: 'GET', path: '/v1/orders', retry: 'read', label: 'Order List' },
	orderGet: { method: 'GET', path: '/v1/orders/{id}', retry: 'read', label: 'Order' },
	queueList: { method: 'GET', path: '/v1/orders/queue', retry: 'read', label: 'Order Queue' },
	acknowledge: {
		method: 'PUT',
		path: '/v1/orders/queue/{id}',
		retry: 'repeatable',
		notFoundOnRetryIsSuccess: true,
		assumed: true,
		label: 'Queue Acknowledgement',
	},
	sandboxOrderCreate: {
		method: 'POST',
		path: '/v1/orders',
		retry: 'once',
		perMinute: 60,
		assumed: true,
		label: 'Sandbox Order Creation',
	},
	sandboxOrderPaid: {
		method: 'PUT',
		path: '/v1/orders/{id}/paid',
		retry: 'once',
		perMinute: 60,
		assumed: true,
		label: 'Sandbox Order Payment',
	},
	orderInvoiced: {
		method: 'PUT',
		path: '/v1/orders/{id}/invoiced',
		retry: 'once',
		assumed: true,
		label: 'Order Invoiced',
	},
	orderSent: {
		method: 'PUT',
		path: '/v1/orders/{id}/sent',
		retry: 'once',
		assumed: true,
		label: 'Order Sent',
	},
	orderDelivered: {
		method: 'PUT',
		path: '/v1/orders/{id}/delivered',
		retry: 'once',
		assumed: true,
		label: 'Order Delivered',
	},
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** The credential's field that holds the user's own route for an assumed endpoint, e.g. `routePing`. */
export function routeField(name: EndpointName): string {
	return `route${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The rows whose method or path the reference does not show. */
export const assumedEndpoints = (
	Object.entries(endpoints) as Array<[EndpointName, Endpoint]>
).filter(([, endpoint]) => endpoint.assumed === true);
