import { readList } from '../../api/pagination';
import { rowsOf } from '../../api/schemas/answers';
import { orderListItem } from '../../api/schemas/records';
import { statusFilter } from '../../shared/orderStatus';
import { paging, simplify } from '../common/properties';
import { simplified, simplifiedSchema } from '../common/simplified';
import type { ItemOperation } from '../operation';
import { orderListSimplification } from './properties';

/** GET /v1/orders (reference: Orders), ordered by issue date. */
export const getMany: ItemOperation = {
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many orders',
		description:
			'List orders by issue date, without items and payments, if wanted only those in certain statuses',
	},
	properties: [...paging, statusFilter, simplify],
	endpoints: ['orderList'],
	output: simplifiedSchema(orderListItem, orderListSimplification),
	async perItem({ hub, parameters }, itemIndex) {
		const orders = await readList(
			hub,
			{
				endpoint: 'orderList',
				query: { status: parameters.statusFilter(itemIndex) },
				rows: rowsOf('pedidos', orderListItem),
				identity: ({ idPedido }) => idPedido,
			},
			parameters.limit(itemIndex),
		);
		return parameters.flag('simplify', itemIndex)
			? orders.map((order) => simplified(order, orderListSimplification))
			: orders;
	},
};
