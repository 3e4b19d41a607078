/** The operations of the API (part 'Endpoints'), as data. */
import * as orders from './orders.mts';
import * as products from './products.mts';
import * as records from './records.mts';
import { integer, list, number, oneOf, open, optional, text } from './schema.mts';
import type { Fields, Schema } from './schema.mts';
import { filled, fiscalDocumentType, positive, price, sku } from './shapes.mts';

export interface Declared {
	/** method and path; a path parameter stands in braces, see `pathParameters` */
	route: `${string} /${string}`;
	/** the reference does not show method and path */
	assumed?: true;
	/** absent in production */
	sandboxOnly?: true;
	/** documented limit of requests a minute (part 'Limits') */
	limit?: number;
	query?: Fields;
	body?: Schema;
	/** the body may be left out */
	bodyOptional?: true;
	/** of a success; 200 when left out, 204 without an answer */
	status?: 201;
	answer?: Schema;
}

export const pathParameters: Record<string, Schema> = {
	id: positive,
	idCanalIntegracao: positive,
	prefixoCanalIntegracao: filled,
	skuProduto: filled,
	sku: filled,
	// an access key must carry the right modulo-11 check digit
	chaveAcesso: filled,
};

const limit = integer({ minimum: 1, maximum: 100 });
const paged = { offset: integer({ minimum: 0 }), limit };
/** One or several values separated by a vertical bar. */
const channelFilter = { idCanalIntegracao: optional(text({ pattern: '^\\d+(\\|\\d+)*$' })) };
const skuFilter = { sku: optional(filled) };
const statusFilter = { status: optional(filled) };
/** Full ISO-8601 with time and UTC offset. */
const instant = text({
	pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:?\\d{2})$',
});

const upTo100 = { minItems: 1, maxItems: 100 };
const customizedPrice = {
	idCanalIntegracao: positive,
	skuProduto: sku,
	precoDe: price,
	precoPor: price,
};
const batch = { assumed: true, limit: 10, status: 201, answer: records.batchCreated } as const;
const statusChange = {
	assumed: true,
	body: open({}),
	bodyOptional: true,
	answer: orders.order,
} as const;

export const declared = {
	auth: {
		route: 'POST /v1/logistic/auth',
		body: open({ apiKey: filled, secretKey: filled }),
		status: 201,
		answer: records.token,
	},
	// replies with plain text when both tokens are valid
	ping: { route: 'GET /v1/ping', assumed: true, answer: { const: 'pong' } },
	shipmentLabels: {
		route: 'GET /v1/logistic/orders/{id}/shipment_labels',
		query: paged,
		answer: records.page('etiquetas', records.label),
	},
	channels: { route: 'GET /v1/erp/channels', limit: 10, answer: records.channels },
	securityStockList: {
		route: 'GET /v1/erp/products/security-stock',
		limit: 40,
		query: { ...paged, ...channelFilter, ...skuFilter },
		answer: records.pageByChannel('produtosEstoqueSeguranca', records.securityStock),
	},
	// creates or updates; one element per affected variation comes back
	securityStockSet: {
		route: 'PUT /v1/erp/products/security-stock',
		body: open({
			idCanalIntegracao: positive,
			sku: text({ minLength: 1, maxLength: 255 }),
			estoqueSeguranca: number({ minimum: 0 }),
		}),
		answer: records.securityStockWritten,
	},
	customizedPriceList: {
		route: 'GET /v1/erp/products/customized-prices',
		limit: 40,
		query: { ...paged, ...channelFilter, ...skuFilter },
		answer: records.pageByChannel('produtosPrecoPersonalizado', records.customizedPrice),
	},
	// per item: a 200 may hold both successes and failures
	customizedPriceSet: {
		route: 'PUT /v1/erp/products/customized-prices',
		limit: 60,
		body: open({ precos: list(open(customizedPrice), upTo100) }),
		answer: records.priceResult,
	},
	customizedPriceDelete: {
		route: 'DELETE /v1/erp/products/customized-prices/{idCanalIntegracao}/{skuProduto}',
	},
	listingPriceSet: {
		route: 'PUT /v1/erp/marketplacex/items/customized-prices',
		limit: 60,
		body: open({
			precos: list(
				open({ ...customizedPrice, prefixoCanalIntegracao: text({ minLength: 1, maxLength: 10 }) }),
				upTo100,
			),
		}),
		answer: records.listingPriceResult,
	},
	listingPriceDelete: {
		route:
			'DELETE /v1/erp/marketplacex/items/customized-prices/{idCanalIntegracao}/{prefixoCanalIntegracao}/{skuProduto}',
	},
	fiscalDocumentList: {
		route: 'GET /v1/erp/fiscal-documents',
		query: {
			...paged,
			dataEmissaoInicial: instant,
			dataEmissaoFinal: instant,
			...channelFilter,
			tipoDocumento: optional(fiscalDocumentType),
		},
		answer: records.page('documentosFiscais', records.fiscalDocument),
	},
	fiscalDocumentGet: {
		route: 'GET /v1/erp/fiscal-documents/{chaveAcesso}',
		answer: records.fiscalDocument,
	},
	productList: {
		route: 'GET /v1/products',
		query: paged,
		answer: records.page('produtos', products.basicProduct),
	},
	productCreate: {
		route: 'POST /v1/products',
		assumed: true,
		limit: 60,
		body: products.productWrite,
		status: 201,
		answer: products.product,
	},
	productGet: { route: 'GET /v1/products/{sku}', answer: products.product },
	// any part of the write shape
	productUpdate: {
		route: 'PUT /v1/products/{sku}',
		assumed: true,
		body: products.productChange,
		answer: products.product,
	},
	// not while it is linked to a channel or leads others
	productDelete: { route: 'DELETE /v1/products/{sku}' },
	variationGet: { route: 'GET /v1/products/variation/{sku}', answer: products.variation },
	productBatch: {
		route: 'POST /v1/products/batch',
		...batch,
		body: open({ produtos: list(products.productWrite, upTo100) }),
	},
	stockBatch: {
		route: 'PUT /v1/products/stock-batch',
		...batch,
		body: open({ estoques: list(products.stockWrite, upTo100) }),
	},
	priceBatch: {
		route: 'PUT /v1/products/price-batch',
		...batch,
		body: open({ precos: list(products.priceWrite, upTo100) }),
	},
	// up to 10 days after its creation, with the notes written so far
	batchGet: { route: 'GET /v1/batch/{id}', answer: records.batch },
	orderList: {
		route: 'GET /v1/orders',
		query: { ...paged, ...statusFilter },
		answer: records.page('pedidos', orders.basicOrder),
	},
	sandboxOrderCreate: {
		route: 'POST /v1/orders',
		assumed: true,
		sandboxOnly: true,
		limit: 60,
		body: orders.sandboxOrder,
		status: 201,
		answer: orders.order,
	},
	orderGet: { route: 'GET /v1/orders/{id}', answer: orders.order },
	queueList: {
		route: 'GET /v1/orders/queue',
		// `offset` must not be sent
		query: { limit, ...statusFilter, offset: optional({ not: {} }) },
		answer: records.queuePage(orders.order),
	},
	acknowledge: {
		route: 'PUT /v1/orders/queue/{id}',
		assumed: true,
		body: open({
			idInterno: integer({ minimum: 1, maximum: 999_999_999_999_999_999 }),
			status: oneOf('novo', 'pago', 'faturado', 'enviado', 'entregue', 'cancelado'),
		}),
	},
	// only in status novo
	sandboxOrderPaid: {
		route: 'PUT /v1/orders/{id}/paid',
		assumed: true,
		sandboxOnly: true,
		limit: 60,
		body: open({ dataOcorrencia: optional(text()) }),
		bodyOptional: true,
	},
	orderInvoiced: { route: 'PUT /v1/orders/{id}/invoiced', ...statusChange },
	orderSent: { route: 'PUT /v1/orders/{id}/sent', ...statusChange },
	orderDelivered: { route: 'PUT /v1/orders/{id}/delivered', ...statusChange },
} satisfies Record<string, Declared>;

export type OperationId = keyof typeof declared;
