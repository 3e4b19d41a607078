import type { OperationParameters } from '../../engine/nodes.mts';
import type { Fault, Hub } from '../../hub/index.mts';
import { asJson } from '../../support/items.mts';
import { byId, bySku } from '../../support/locators.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { productFields } from '../../support/products.mts';

/** A fault without the endpoint that it hits. */
export type Injected = Partial<Fault> & Pick<Fault, 'kind'>;
const always = 10_000;

/** What happens in the column; `closed`: the hub is stopped. */
export const faults: Record<string, Injected[] | 'closed'> = {
	'400 or 404': [400, 404].map((status) => ({ kind: 'status', status, times: always })),
	'500 or 503, once': [500, 503].map((status) => ({ kind: 'status', status })),
	'500 or 503, lasting': [500, 503].map((status) => ({ kind: 'status', status, times: always })),
	'connection lost, once': [{ kind: 'resetBefore' }, { kind: 'resetAfter' }],
	'connection lost, lasting': [
		{ kind: 'resetBefore', times: always },
		{ kind: 'resetAfter', times: always },
	],
	'answer cut off, once': [{ kind: 'truncate' }],
	'web page, once': [{ kind: 'html', status: 200, applied: true }],
	'answer without a body': [{ kind: 'empty' }],
	'nothing listens': 'closed',
	'no answer in time, once': [{ kind: 'hang' }],
	'401, once': [{ kind: 'status', status: 401 }],
	'401, lasting': [{ kind: 'status', status: 401, times: always }],
	'429, once': [{ kind: 'status', status: 429, headers: { 'Retry-After': '1' } }],
	'429, lasting': [{ kind: 'status', status: 429, times: always, headers: { 'Retry-After': '0' } }],
	'429 for longer than Longest Wait': [
		{ kind: 'status', status: 429, times: always, headers: { 'Retry-After': '3600' } },
	],
};

interface Request {
	/** The endpoint that the fault hits. */
	endpoint: string;
	parameters(hub: Hub): OperationParameters;
}

const price = (hub: Hub) => {
	const product = { idCanalIntegracao: 11, skuProduto: 'S0' };
	const place = { ...product, prefixoCanalIntegracao: 'CLA' };
	const prices = { precoDe: 20, precoPor: 10 };
	hub.state.listings.set('11|CLA|S0', { ...place, codigoMkt: 'M', preco: prices });
	hub.state.customizedPrices.set('11|S0', { idProduto: 1, ...product, ...prices });
	return { listing: { ...place, ...prices }, customized: { ...product, ...prices } };
};
const channelAndSku = { idCanalIntegracao: byId(11), sku: bySku('S0') };
const stock = () => ({
	resource: 'stock',
	operation: 'updateBatch',
	...asJson({ sku: 'S0', estoque: 1 }),
});
const order = (hub: Hub, status: string) => byId(hub.createOrder({ status }).idPedido);
const product = (operation: string) => () => ({
	resource: 'product',
	operation,
	...asJson(productFields({ skuProduto: 'NEW' })),
});
const statusWrite = (operation: string, endpoint: string): Request => ({
	endpoint,
	parameters: (hub) => ({ resource: 'order', operation, idPedido: order(hub, 'pago') }),
});

/** The operations of each row. */
export const requests: Record<string, Request[]> = {
	'Read: Get, Get Many': [
		{
			endpoint: 'orderGet',
			parameters: (hub) => ({
				resource: 'order',
				operation: 'get',
				idPedido: order(hub, 'pago'),
			}),
		},
		{
			endpoint: 'productGet',
			parameters: () => ({ resource: 'product', operation: 'get', sku: bySku('S0') }),
		},
		{ endpoint: 'productList', parameters: () => ({ resource: 'product', operation: 'getMany' }) },
		{
			endpoint: 'queueList',
			parameters: (hub) => {
				order(hub, 'pago');
				return { resource: 'orderQueue', operation: 'getMany' };
			},
		},
		{ endpoint: 'channels', parameters: () => ({ resource: 'channel', operation: 'getMany' }) },
	],
	'Stock and Price: Update in Batch': [
		{ endpoint: 'stockBatch', parameters: stock },
		{
			endpoint: 'priceBatch',
			parameters: () => ({
				resource: 'price',
				operation: 'updateBatch',
				...asJson({ sku: 'S0', precoDe: 20, precoPor: 10 }),
			}),
		},
	],
	'Product: Create in Batch': [{ endpoint: 'productBatch', parameters: product('createBatch') }],
	'Looking at a batch that the hub took': [{ endpoint: 'batchGet', parameters: stock }],
	'Product: Create; Sandbox Order: Create': [
		{ endpoint: 'productCreate', parameters: product('create') },
		{
			endpoint: 'sandboxOrderCreate',
			parameters: () => ({
				resource: 'sandboxOrder',
				operation: 'create',
				...asJson(sandboxOrderFields()),
			}),
		},
	],
	'Product: Update': [
		{
			endpoint: 'productUpdate',
			parameters: () => ({
				resource: 'product',
				operation: 'update',
				sku: bySku('S0'),
				...asJson({ nome: 'Novo nome' }),
			}),
		},
	],
	'Customized Price, Listing Price, Security Stock: Set': [
		{
			endpoint: 'customizedPriceSet',
			parameters: (hub) => ({
				resource: 'customizedPrice',
				operation: 'set',
				...asJson(price(hub).customized),
			}),
		},
		{
			endpoint: 'listingPriceSet',
			parameters: (hub) => ({
				resource: 'listingPrice',
				operation: 'set',
				...asJson(price(hub).listing),
			}),
		},
		{
			endpoint: 'securityStockSet',
			parameters: () => ({
				resource: 'securityStock',
				operation: 'set',
				...channelAndSku,
				estoqueSeguranca: 2,
			}),
		},
	],
	'Product, Customized Price, Listing Price: Delete': [
		{
			endpoint: 'productDelete',
			parameters: () => ({ resource: 'product', operation: 'delete', sku: bySku('S0') }),
		},
		{
			endpoint: 'customizedPriceDelete',
			parameters: (hub) => {
				price(hub);
				return { resource: 'customizedPrice', operation: 'delete', ...channelAndSku };
			},
		},
		{
			endpoint: 'listingPriceDelete',
			parameters: (hub) => {
				const { prefixoCanalIntegracao } = price(hub).listing;
				return {
					resource: 'listingPrice',
					operation: 'delete',
					prefixoCanalIntegracao,
					...channelAndSku,
				};
			},
		},
	],
	'Order Queue: Acknowledge': [
		{
			endpoint: 'acknowledge',
			parameters: (hub) => ({
				resource: 'orderQueue',
				operation: 'acknowledge',
				idPedido: order(hub, 'pago'),
				status: 'pago',
			}),
		},
	],
	'Order: Set as …; Sandbox Order: Simulate Payment': [
		statusWrite('setAsInvoiced', 'orderInvoiced'),
		statusWrite('setAsSent', 'orderSent'),
		statusWrite('setAsDelivered', 'orderDelivered'),
		{
			endpoint: 'sandboxOrderPaid',
			parameters: (hub) => ({
				resource: 'sandboxOrder',
				operation: 'simulatePayment',
				idPedido: order(hub, 'novo'),
			}),
		},
	],
};
