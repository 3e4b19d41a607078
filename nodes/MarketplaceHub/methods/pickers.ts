import get from 'lodash/get';
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { toNodeError } from '../shared/nodeErrors';
import { recentChannels } from '../api/channels';
import { pageSize, readList } from '../api/pagination';
import { readQueue } from '../api/orderQueue';
import { type Hub, connectHub } from '../api/hub';
import { isBlank } from '../api/values/checks';
import { rowsOf } from '../api/schemas/answers';
import { orderListItem, productListItem } from '../api/schemas/records';
import { timing } from '../api/timing';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** By what a person knows an order: number, buyer, channel, number in the marketplace, status. */
function orderEntry({
	idPedido,
	idPedidoCanal,
	status,
	...order
}: IDataObject): INodeListSearchItems {
	const known = [get(order, 'cliente.nome'), get(order, 'canal.canalIntegracao'), idPedidoCanal];
	const details = [...known, status].filter((value) => !isBlank(value)).map(String);
	return { name: `${String(idPedido)} (${details.join(', ')})`, value: String(idPedido) };
}

/** What a list shows in place of nothing; to choose it chooses nothing. */
const nothing = (name: string): INodeListSearchItems => ({ name, value: '' });

const productEntry = ({ skuProduto, nome }: IDataObject): INodeListSearchItems => ({
	name: `${String(skuProduto)} (${String(nome)})`,
	value: String(skuProduto),
});

/** Records that a search looks through at a time: the API has no search of its own. */
const searchSpan = 10 * pageSize;

/** A search over what `read` gives, by the text in the editor's search box. */
function search(
	read: (
		hub: Hub,
		offset: number,
		count: number,
	) => Promise<{ records: IDataObject[]; more?: boolean }>,
	entry: (record: IDataObject) => INodeListSearchItems,
): Search {
	return async function (filter, paginationToken) {
		try {
			const offset = Number(paginationToken ?? 0);
			const wanted = filter?.toLowerCase() ?? '';
			const count = wanted === '' ? pageSize : searchSpan;
			const { records, more } = await read(connectPicker(this), offset, count);
			return {
				results: records.map(entry).filter(({ name }) => name.toLowerCase().includes(wanted)),
				paginationToken: more === true ? String(offset + count) : undefined,
			};
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	};
}

const queueSearch = search(
	async (hub) => ({ records: await readQueue(hub, pageSize) }),
	orderEntry,
);

/** What the resource locators' lists show. */
export const listSearch = {
	searchChannels: search(
		async (hub) => ({ records: await recentChannels(hub) }),
		(channel) => ({ name: channelName(channel), value: String(channel.id) }),
	),
	searchOrders: search(
		async (hub, ...part) => await page(hub, 'orderList', 'pedidos', ...part),
		orderEntry,
	),
	searchProducts: search(
		async (hub, ...part) => await page(hub, 'productList', 'produtos', ...part),
		productEntry,
	),
	searchQueue: async function (filter, paginationToken) {
		const found = await queueSearch.call(this, filter, paginationToken);
		const isEmpty = found.results.length === 0 && (filter ?? '') === '';
		return isEmpty ? { results: [nothing('No order is waiting in the queue')] } : found;
	} satisfies Search,
};

async function page(
	hub: Hub,
	endpoint: 'orderList' | 'productList',
	field: string,
	offset: number,
	count: number,
) {
	const rows = rowsOf(field, endpoint === 'orderList' ? orderListItem : productListItem);
	const records = await readList(hub, { endpoint, rows, offset }, count);
	return { records, more: records.length === count };
}

/** Options that the editor loads for pickers of several entries. */
export const loadOptions = {
	/** Channels by the name that the seller gave them; value: id. */
	async getChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		try {
			const channels = await recentChannels(connectPicker(this));
			return channels.map((channel) => ({
				name: channelName(channel),
				value: Number(channel.id),
			}));
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	},
};

/** The hub for what the editor shows while somebody waits for it. */
const connectPicker = (context: ILoadOptionsFunctions): Hub =>
	connectHub(context, {
		longestWait: { ms: timing.pickerWait },
		deadline: timing.pickerWait,
	});

/** A channel as pickers show it: by the name that the seller gave it. */
export const channelName = ({ nome, ativo }: IDataObject): string =>
	ativo === false ? `${String(nome)} (inactive)` : String(nome);
