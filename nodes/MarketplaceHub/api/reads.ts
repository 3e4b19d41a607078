import type { IDataObject } from 'n8n-workflow';
import type { Hub } from './hub';
import type { List } from './pagination';
import { plainId } from './values/ids';
import { groupedRowsOf, recordOf, rowsOf } from './schemas/reads/answers';
import { orderOf } from './schemas/reads/orderAnswers';
import {
	channelRecord,
	customizedPriceEntry,
	productRecord,
	productListItem,
	securityStockEntry,
	variationRecord,
} from './schemas/reads/records';
import { timing } from './timing';
import { isBlank } from './values/blanks';

/** At most this many records are read one by one where a list would show them, too. */
export const mostSingleReads = 20;

/**
 * GET /v1/orders/{id} (reference: Orders), refused where it is another order.
 * @param signal ends the read
 */
export const readOrder = async (
	hub: Hub<'orderGet'>,
	id: string,
	signal?: AbortSignal,
): Promise<IDataObject> => await hub.request('orderGet', { path: { id }, signal }, orderOf(id));

/** The numbers by which a marketplace knows an order, in comparable form. */
export const marketplaceNumbers = (order: IDataObject): string[] =>
	[order.idPedidoCanal, order.referenciaPedidoCanal]
		.filter((id) => !isBlank(id))
		.map((id) => plainId(id));

/** GET /v1/products (reference: Products): how the list is read. */
export const productList: List<IDataObject, 'productList'> = {
	endpoint: 'productList',
	rows: rowsOf('produtos', productListItem),
	identity: ({ skuProduto }) => skuProduto,
};

/** GET /v1/products/{sku} (reference: Products), refused where it is another product. */
export const readProduct = async (hub: Hub<'productGet'>, sku: string): Promise<IDataObject> =>
	await hub.request('productGet', { path: { sku } }, recordOf(productRecord, 'skuProduto', sku));

/** GET /v1/products/variation/{sku} (reference: Products), refused where it is another variation. */
export const readVariation = async (hub: Hub<'variationGet'>, sku: string): Promise<IDataObject> =>
	await hub.request(
		'variationGet',
		{ path: { sku } },
		recordOf(variationRecord, 'skuVariacao', sku),
	);

/** The seller's channels (reference: Channel). */
export async function readChannels(hub: Hub<'channels'>): Promise<IDataObject[]> {
	return await hub.request('channels', {}, rowsOf('canais', channelRecord));
}

/** `readChannels` for pickers: the answer is shared for a minute, a failed read is not kept. */
export async function recentChannels(hub: Hub<'channels'>): Promise<IDataObject[]> {
	const { channels } = (await hub.account()).state;
	const known = channels.get('all');
	if (known !== undefined) return await known;
	const reading = readChannels(hub);
	channels.set('all', reading, timing.channelFreshness);
	return await reading.catch((error: unknown) => {
		channels.delete('all', reading);
		throw error;
	});
}

/** The lists that the hub groups by channel. */
export type ChannelList = 'customizedPriceList' | 'securityStockList';

/** The records of a list that the hub groups by channel name. */
export const channelRows = {
	customizedPriceList: groupedRowsOf('produtosPrecoPersonalizado', customizedPriceEntry),
	securityStockList: groupedRowsOf('produtosEstoqueSeguranca', securityStockEntry),
};
