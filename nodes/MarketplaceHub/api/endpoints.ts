/**
 * Whether a request is sent again after an answer that did not arrive: a `read` always,
 * a `repeatable` write, too, because the same value twice is harmless, and `once` never.
 */
export type RetryClass = 'read' | 'repeatable' | 'once';

/** Data that is written as absolute values; requests that write the same keep their order. */
export type WrittenData =
	| 'stock'
	| 'products'
	| 'securityStock'
	| 'customizedPrices'
	| 'listingPrices';

/**
 * How the route of an endpoint was found that the reference does not show: in a client of a hub of this kind, by
 * analogy with a route that was, or not at all.
 */
export type RouteBasis = 'seen in a client' | 'by analogy' | 'assumed';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/** A method and a path, e.g. `PUT /v1/orders/queue/{id}`. */
export type Route = `${Method} /${string}`;

/** One row of the hub's API: everything that a request needs besides its values. */
export interface Endpoint {
	method: Method;
	path: string;
	/** The parameters that give the path's `{parts}`, where these have other names. */
	parameters?: Readonly<Record<string, string>>;
	retry: RetryClass;
	/** Documented requests per minute (reference: Limits). */
	perMinute?: number;
	/** Set where the reference does not show method or path: the credential lets the user replace them. */
	assumed?: RouteBasis;
	/** Other routes that hubs of this kind may have in its place: the credential lets the user choose one. */
	candidates?: readonly Route[];
	/** The row's name where the user sees it, e.g. among the credential's routes. */
	label: string;
	answersText?: true;
	/** A 404 on a repeated request means that the first try did it. */
	notFoundOnRetryIsSuccess?: true;
	/** The data that it writes, where its repeat could overwrite a newer value: such requests wait for each other. */
	writes?: WrittenData;
}

/** Values of a path's `{parts}`, as they are: they are percent-encoded where the address is made. */
export type PathValues = Readonly<Record<string, string | number>>;

type Extras = Omit<Endpoint, 'method' | 'path' | 'retry' | 'label'>;

/** Makes functions that make a row of one retry class, e.g. `read('GET /v1/orders', 'Order List')`. */
const endpointRows =
	(retry: RetryClass) =>
	(route: `${Method} /v1/${string}`, label: string, extras: Extras = {}): Endpoint => {
		const [method, path = ''] = route.split(' ') as [Method, string];
		return { method, path, retry, label, ...extras };
	};

const read = endpointRows('read');
const repeatable = endpointRows('repeatable');
const once = endpointRows('once');

const notFoundOnRetryIsSuccess = true;
const seen = { assumed: 'seen in a client' } as const;
const byAnalogy = { assumed: 'by analogy' } as const;
const assumed = { assumed: 'assumed' } as const;
const ofOrder = { parameters: { id: 'idPedido' } };
const ofSku = { parameters: { skuProduto: 'sku' } };

/** Every endpoint of the reference. Adding an operation starts with a row here. */
export const endpoints = {
	// writes no data of the seller, so that it is repeated as a read is
	auth: read('POST /v1/logistic/auth', 'Token Exchange', { candidates: ['POST /v1/auth'] }),
	ping: read('GET /v1/ping', 'Token Test', { ...seen, answersText: true }),
	shipmentLabels: read('GET /v1/logistic/orders/{id}/shipment_labels', 'Shipment Labels', ofOrder),
	channels: read('GET /v1/erp/channels', 'Channels', { perMinute: 10 }),
	securityStockList: read('GET /v1/erp/products/security-stock', 'Security Stock List', {
		perMinute: 40,
	}),
	securityStockSet: repeatable('PUT /v1/erp/products/security-stock', 'Security Stock', {
		writes: 'securityStock',
	}),
	customizedPriceList: read('GET /v1/erp/products/customized-prices', 'Customized Price List', {
		perMinute: 40,
	}),
	customizedPriceSet: repeatable('PUT /v1/erp/products/customized-prices', 'Customized Prices', {
		perMinute: 60,
		writes: 'customizedPrices',
	}),
	customizedPriceDelete: repeatable(
		'DELETE /v1/erp/products/customized-prices/{idCanalIntegracao}/{skuProduto}',
		'Customized Price Deletion',
		{ ...ofSku, notFoundOnRetryIsSuccess, writes: 'customizedPrices' },
	),
	listingPriceSet: repeatable(
		'PUT /v1/erp/marketplacex/items/customized-prices',
		'Listing Prices',
		{ perMinute: 60, writes: 'listingPrices' },
	),
	listingPriceDelete: repeatable(
		'DELETE /v1/erp/marketplacex/items/customized-prices/{idCanalIntegracao}/{prefixoCanalIntegracao}/{skuProduto}',
		'Listing Price Deletion',
		{ ...ofSku, notFoundOnRetryIsSuccess, writes: 'listingPrices' },
	),
	fiscalDocumentList: read('GET /v1/erp/fiscal-documents', 'Fiscal Document List'),
	fiscalDocumentGet: read('GET /v1/erp/fiscal-documents/{chaveAcesso}', 'Fiscal Document'),
	productList: read('GET /v1/products', 'Product List'),
	productGet: read('GET /v1/products/{sku}', 'Product'),
	variationGet: read('GET /v1/products/variation/{sku}', 'Variation', {
		parameters: { sku: 'skuVariacao' },
	}),
	productCreate: once('POST /v1/products', 'Product Creation', {
		perMinute: 60,
		...byAnalogy,
		writes: 'products',
	}),
	productUpdate: repeatable('PUT /v1/products/{sku}', 'Product Update', {
		...byAnalogy,
		writes: 'products',
	}),
	productDelete: repeatable('DELETE /v1/products/{sku}', 'Product Deletion', {
		notFoundOnRetryIsSuccess,
		writes: 'products',
	}),
	productBatch: once('POST /v1/products/batch', 'Product Batch', {
		perMinute: 10,
		...byAnalogy,
		candidates: ['POST /v1/batch/products'],
		writes: 'products',
	}),
	stockBatch: repeatable('PUT /v1/products/stock-batch', 'Stock Batch', {
		perMinute: 10,
		...byAnalogy,
		candidates: ['POST /v1/batch/stocks'],
		writes: 'stock',
	}),
	priceBatch: repeatable('PUT /v1/products/price-batch', 'Price Batch', {
		perMinute: 10,
		...seen,
		candidates: ['POST /v1/batch/prices'],
		writes: 'products',
	}),
	batchGet: read('GET /v1/batch/{id}', 'Batch', { parameters: { id: 'batchId' } }),
	orderList: read('GET /v1/orders', 'Order List'),
	orderGet: read('GET /v1/orders/{id}', 'Order', ofOrder),
	queueList: read('GET /v1/orders/queue', 'Order Queue'),
	acknowledge: repeatable('PUT /v1/orders/queue/{id}', 'Queue Acknowledgement', {
		...ofOrder,
		notFoundOnRetryIsSuccess,
		...assumed,
		candidates: ['POST /v1/orders/queue/{id}'],
	}),
	sandboxOrderCreate: once('POST /v1/orders', 'Sandbox Order Creation', {
		perMinute: 60,
		...assumed,
	}),
	sandboxOrderPaid: once('PUT /v1/orders/{id}/paid', 'Sandbox Order Payment', {
		...ofOrder,
		perMinute: 60,
		...assumed,
		candidates: ['POST /v1/orders/{id}/paid'],
	}),
	orderInvoiced: once('PUT /v1/orders/{id}/invoiced', 'Order Invoiced', {
		...ofOrder,
		...assumed,
		candidates: ['POST /v1/orders/{id}/invoiced'],
	}),
	orderSent: once('PUT /v1/orders/{id}/sent', 'Order Sent', {
		...ofOrder,
		...assumed,
		candidates: ['POST /v1/orders/{id}/sent'],
	}),
	orderDelivered: once('PUT /v1/orders/{id}/delivered', 'Order Delivered', {
		...ofOrder,
		...assumed,
		candidates: ['POST /v1/orders/{id}/delivered'],
	}),
};

export type EndpointName = keyof typeof endpoints;
