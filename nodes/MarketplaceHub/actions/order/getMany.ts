import memoize from 'lodash/memoize';
import sortBy from 'lodash/sortBy';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { statusFilterQuery, assertFilter, filterValues } from '../../shared/filters';
import type { Hub } from '../../api/hub';
import { channelNames } from '../../api/orders/orderChannels';
import { OrderList } from '../../api/orders/list';
import type { OrderSelection } from '../../api/orders/selection';
import { pageSize } from '../../api/pagination';
import { orderListItem } from '../../api/schemas/reads/records';
import { isBlank } from '../../api/values/blanks';
import { plainId, isNumericId } from '../../api/values/ids';
import { statusFilter } from '../../shared/properties';
import { readHubDate } from '../../shared/typedValues';
import { channelFilter, paging } from '../form/listProperties';
import { defineOperation } from '../operation';
import { mostUsedOfOrder } from './simplification';

/** In which order a list of orders comes. */
const sort: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	options: [
		{ name: 'Newest First', value: 'newestFirst' },
		{ name: 'Oldest First', value: 'oldestFirst' },
	],
	default: 'newestFirst',
	description: 'Which orders come first, by their issue date (dataEmissao)',
};

/** Filters of a list of orders. */
const orderFilters: INodeProperties = {
	...statusFilter,
	options: sortBy(
		[
			{
				...channelFilter,
				name: 'canal',
				typeOptions: { loadOptionsMethod: 'getOrderChannels' },
				description:
					'Only orders of these channels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			},
			{
				displayName: 'Issued After',
				name: 'issuedAfter',
				type: 'dateTime',
				default: '',
				description:
					"Only orders issued at this time or later (dataEmissao). Without a UTC offset it is read in the workflow's time zone.",
			},
			{
				displayName: 'Issued Before',
				name: 'issuedBefore',
				type: 'dateTime',
				default: '',
				description:
					'Only orders issued at this time or earlier (dataEmissao). A date without a time means the end of that day.',
			},
			{
				displayName: 'Marketplace Order ID',
				name: 'marketplaceOrderId',
				type: 'string',
				default: '',
				placeholder: 'e.g. 2000009876543210',
				description:
					'Only orders with this number or reference in the marketplace (idPedidoCanal or referenciaPedidoCanal). The newest orders are looked through first; without Issued After, only until a page behind the first match.',
			},
			...(statusFilter.options as INodeProperties[]),
		],
		'displayName',
	),
};

/** GET /v1/orders (reference: Orders), by issue date. */
export const getOrders = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many orders',
		toolDescription:
			'List orders, or find one by its number in the marketplace. Filter by status, channel, number or period, and take few. Not for what is new since the last look: that is Get many orders in queue. Reads only; a request for 100 orders, and a period reads pages until it is found.',
		description:
			'List orders by issue date, without items and payments; filter them by period, channel, status or number',
	},
	properties: [...paging, sort, orderFilters],
	endpoints: ['orderList', 'channels'],
	list: 'orderList',
	output: orderListItem,
	simplified: [...mostUsedOfOrder, 'entrega.prazoEntrega'],
	/** Items that read the same list learn the way through it once. */
	share: ({ hub, parameters }) =>
		memoize(
			(status: string | undefined, size: number) =>
				new OrderList(hub, parameters.timezone, status, size),
			(...settings) => settings.join(' '),
		),
	async perItem({ hub, parameters }, itemIndex, { simplify, shared: listOf }) {
		const chosen = parameters.filters(orderFilters, itemIndex);
		const limit = parameters.limit(itemIndex);
		const selection = selectionIn(chosen, parameters.timezone);
		const wanted = { ...selection, channels: await channelsIn(hub, chosen) };
		return await listOf(statusFilterQuery(chosen), sizeFor(wanted, limit)).find({
			wanted,
			limit,
			newestFirst: parameters.choice(sort, itemIndex) === 'newestFirst',
			keeps: simplify,
		});
	},
});

/** Records of a page: no more than are asked for, where any order will do. */
function sizeFor(wanted: OrderSelection, limit = pageSize): number {
	const isAny = Object.values(wanted).every((filter) => filter === undefined);
	return isAny ? Math.min(limit, pageSize) : pageSize;
}

/** The chosen filters, without the statuses. */
function selectionIn(filters: IDataObject, zone: string): OrderSelection {
	const { marketplaceOrderId } = filters;
	const dateIn = (name: string, edge?: 'end') =>
		isBlank(filters[name]) ? undefined : readHubDate(name, filters[name], zone, edge);
	assertFilter('marketplaceOrderId', marketplaceOrderId);
	const numbers = filterValues(marketplaceOrderId).map(plainId);
	const [after, before] = [dateIn('issuedAfter'), dateIn('issuedBefore', 'end')];
	if (after !== undefined && before !== undefined && after > before)
		throw new HubError('invalid', `The period ends before it begins: ${after} to ${before}`, {
			description: 'Set Issued After to an earlier time than Issued Before.',
		});
	return { after, before, numbers: numbers.length === 0 ? undefined : new Set(numbers) };
}

/** The chosen channels as orders name them, in comparable form; a channel's ID stands for its hash and its name. */
async function channelsIn(
	hub: Hub<'channels'>,
	{ canal }: IDataObject,
): Promise<ReadonlySet<string> | undefined> {
	assertFilter('canal', canal);
	const chosen = filterValues(canal).map((value) => value.trim());
	if (chosen.length === 0) return undefined;
	const names = await channelNames(hub, chosen, (name) => !isNumericId(name));
	// an order may call its channel by digits, too
	return new Set([...chosen.map(plainId), ...[...names.values()].flatMap((ofOne) => [...ofOne])]);
}
