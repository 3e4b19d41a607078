import type { IDataObject } from 'n8n-workflow';
import type { Hub } from '../hub/index.mts';
import { asJson, bodies, mapped, op } from './items.mts';
import { productFields } from './products.mts';

/** Parameters of the batch operations, with their entries from the columns of the input items. */
export const stock = op('stock updateBatch', mapped);
export const price = op('price updateBatch', mapped);
export const createBatch = op('product createBatch', mapped);
/** The same of the operations that set prices of a channel. */
export const customized = op('customizedPrice set', mapped);
export const listing = op('listingPrice set', mapped);
export const create = op('product create', mapped);
/** One entry as JSON, whose result is not waited for. */
export const oneStock = op('stock updateBatch', {
	...asJson({ sku: 'S0', estoque: 1 }),
	waitForResult: false,
});

/** Entries of `S0`, `S1`, …, or of the SKUs given. */
export const stocks = (skus: number | string[], estoque = 1) =>
	(typeof skus === 'number' ? Array.from({ length: skus }, (_, index) => `S${index}`) : skus).map(
		(sku) => ({ sku, estoque }),
	);

/** Each batch operation with its endpoint and an entry for a SKU that the hub has, or is to have. */
export const batchKinds: Array<[string, typeof stock, string, (sku: string) => IDataObject]> = [
	['stock', stock, 'stockBatch', (sku) => ({ sku, estoque: 7 })],
	['price', price, 'priceBatch', (sku) => ({ sku, precoDe: 20, precoPor: 10 })],
	['product', createBatch, 'productBatch', (sku) => productFields({ skuProduto: `N${sku}` })],
];

/** The entries of each request for a batch of stock. */
export const stocksSent = (hub: Hub) =>
	bodies<{ estoques: Array<{ sku: string; estoque: number }> }>(hub, 'stockBatch').map(
		({ estoques }) => estoques,
	);

/** The entries of each request that sets prices, of a batch or of a channel. */
export const pricesSent = (hub: Hub, endpoint: string) =>
	bodies<{ precos: IDataObject[] }>(hub, endpoint).map(({ precos }) => precos);

/** The SKUs of each request for a batch of products. */
export const productsSent = (hub: Hub) =>
	bodies<{ produtos: Array<{ skuProduto: string }> }>(hub, 'productBatch').map(({ produtos }) =>
		produtos.map(({ skuProduto }) => skuProduto),
	);

/** A processed batch as the hub answers it. */
export const batchRecord = (observacoes: unknown, changes: object = {}) => ({
	batchId: 5001,
	requestId: 'r',
	data: '2026-03-01 10:00:00',
	tipo: 'produto',
	acao: 'atualizarEstoque',
	status: 'processado',
	contemErros: false,
	observacoes,
	...changes,
});

/** A note of the hub about an entry. */
export const batchNote = (
	identificador: string,
	result: object = { sucesso: true, info: 'ok' },
) => ({
	idLista: 'L1',
	identificador,
	...result,
	data: '2026-03-01 10:00:01',
});

/** Error and description of a failed item. */
export const said = ({ error, description }: IDataObject) =>
	`${String(error)} ${String(description)}`;
