import get from 'lodash/get';
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { toNodeError } from '../shared/nodeErrors';
import { productList, recentChannels } from '../api/reads';
import { pageSize, readList } from '../api/pagination';
import { OrderList } from '../api/orders/list';
import { readQueue } from '../api/queue/readQueue';
import { connectHub, type Hub } from '../api/hub';
import { isBlank } from '../api/values/blanks';
import { timing } from '../api/timing';
import { plainWord } from '../api/values/words';

/** Fields by which a person knows an order: number, buyer, channel, numbers in the marketplace, status. */
function orderEntry({
	idPedido,
	idPedidoCanal,
	status,
	...order
}: IDataObject): INodeListSearchItems {
	const known = [get(order, 'cliente.nome'), get(order, 'canal.canalIntegracao'), idPedidoCanal];
	const details = [...known, status].filter((value) => !isBlank(value)).map(String);
	const reference = order.referenciaPedidoCanal;
	return {
		name: `${String(idPedido)} (${details.join(', ')})`,
		value: String(idPedido),
		description: isBlank(reference) ? undefined : String(reference),
	};
}

/** Records that a search looks through at a time: the API has no search of its own. */
const searchSpan = 10 * pageSize;

/**
 * A search over the records that `read` gives, by the text in the editor's search box.
 * @param none the entry of an empty list; choosing it chooses nothing
 */
function search(
	read: (
		hub: Hub,
		offset: number,
		count: number,
		zone: string,
	) => Promise<{ records: IDataObject[]; more?: boolean }>,
	entry: (record: IDataObject) => INodeListSearchItems,
	none: INodeListSearchItems[] = [],
) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		try {
			const offset = Number(paginationToken ?? 0);
			const wanted = plainWord(filter ?? '');
			const count = wanted === '' ? pageSize : searchSpan;
			const hub = connectPicker(this);
			const { records, more } = await read(hub, offset, count, this.getTimezone());
			const isFound = ({ name, description = '' }: INodeListSearchItems) =>
				[name, description].some((text) => plainWord(text).includes(wanted));
			const found = records.map(entry).filter(isFound);
			return {
				results: found.length === 0 && wanted === '' ? none : found,
				paginationToken: more === true ? String(offset + count) : undefined,
			};
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	};
}

/** n8n's lint takes it for a parameter where it stands as an object. */
const noRecord = (name: string): INodeListSearchItems => ({ name, value: '' });

export const listSearch = {
	searchChannels: search(
		async (hub) => ({ records: await recentChannels(hub) }),
		(channel) => ({ name: channelName(channel), value: String(channel.id) }),
	),
	searchOrders: search(async (hub, offset, limit, zone) => {
		const newest = { limit, offset, wanted: {}, newestFirst: true };
		const records = await new OrderList(hub, zone).find(newest);
		return { records, more: records.length === limit };
	}, orderEntry),
	searchProducts: search(
		async (hub, offset, count) => {
			const records = await readList(hub, { ...productList, offset }, count);
			return { records, more: records.length === count };
		},
		({ skuProduto, nome }) => ({
			name: `${String(skuProduto)} (${String(nome)})`,
			value: String(skuProduto),
		}),
	),
	searchQueue: search(async (hub) => ({ records: (await readQueue(hub)).rows }), orderEntry, [
		noRecord('No order is waiting in the queue'),
	]),
};

export const loadOptions = {
	/** Channels by the name that the seller gave them; value: id. */
	getChannels: channelOptions(({ id }) => Number(id)),
	/** The same; value: the name, as orders have it. */
	getOrderChannels: channelOptions(({ nome }) => String(nome)),
};

function channelOptions(value: (channel: IDataObject) => string | number) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		try {
			const channels = await recentChannels(connectPicker(this));
			return channels.map((channel) => ({ name: channelName(channel), value: value(channel) }));
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	};
}

/** The hub for lists of the editor, for which somebody waits; at most `ms`. */
export const connectPicker = (context: ILoadOptionsFunctions, ms = timing.pickerWait): Hub =>
	connectHub(context, { longestWait: { ms }, deadline: ms });

/** A channel as pickers show it: by the name that the seller gave it. */
export const channelName = ({ nome, ativo }: IDataObject): string =>
	ativo === false ? `${String(nome)} (inactive)` : String(nome);
