import { readOrder } from '../../api/reads';
import { orderRecord } from '../../api/schemas/reads/records';
import { orderLocator } from '../form/locators';
import { defineOperation } from '../operation';
import { orderSimplification } from './simplification';

/** GET /v1/orders/{id} (reference: Orders). */
export const getOrder = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get order',
		toolDescription:
			'Read one order with its items, payments and delivery, by its ID in the hub (idPedido). For an order number of a marketplace, use Get many orders with the filter Marketplace Order ID. Reads only; one request.',
		description: 'Read one order with its buyer, delivery, items and payments',
	},
	properties: [orderLocator],
	endpoints: ['orderGet'],
	output: orderRecord,
	simplified: orderSimplification,
	async perItem({ hub, parameters }, itemIndex) {
		return await readOrder(hub, parameters.text('idPedido', itemIndex));
	},
});
