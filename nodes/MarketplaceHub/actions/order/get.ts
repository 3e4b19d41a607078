import { readOrder } from '../../api/records';
import { order } from '../../api/schemas/records';
import { orderLocator } from '../common/properties';
import { defineOperation } from '../operation';
import { orderSimplification } from './properties';

/** GET /v1/orders/{id} (reference: Orders). */
export const get = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get order',
		description: 'Read one order with its buyer, delivery, items and payments',
	},
	properties: [orderLocator],
	endpoints: ['orderGet'],
	output: order,
	simplify: orderSimplification,
	async perItem({ hub, parameters }, itemIndex) {
		return await readOrder(hub, parameters.text('idPedido', itemIndex));
	},
});
