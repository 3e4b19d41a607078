import { rowsOf } from '../../api/schemas/answers';
import { orderListItem } from '../../api/schemas/records';
import { statusFilter, statusFilterQuery } from '../../shared/orders';
import { paging } from '../common/properties';
import { defineOperation } from '../operation';
import { orderListSimplification } from './properties';

/** GET /v1/orders (reference: Orders), ordered by issue date. */
export const getMany = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many orders',
		description: 'List orders by issue date, without items and payments; filter them by status',
	},
	properties: [...paging, statusFilter],
	endpoints: ['orderList'],
	output: orderListItem,
	simplify: orderListSimplification,
	list: ({ parameters }, itemIndex) => ({
		endpoint: 'orderList',
		query: { status: statusFilterQuery(parameters.object('filters', itemIndex)) },
		rows: rowsOf('pedidos', orderListItem),
		identity: ({ idPedido }) => idPedido,
	}),
});
