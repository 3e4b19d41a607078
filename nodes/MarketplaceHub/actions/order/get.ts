import { recordOf } from '../../api/schemas/answers';
import { order } from '../../api/schemas/records';
import { orderLocator } from '../common/locators';
import { simplify } from '../common/properties';
import { simplified, simplifiedSchema } from '../common/simplified';
import type { ItemOperation } from '../operation';
import { orderSimplification } from './properties';

/** GET /v1/orders/{id} (reference: Orders). */
export const get: ItemOperation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get order',
		description: 'Read one order with its buyer, delivery, items and payments',
	},
	properties: [orderLocator, simplify],
	endpoints: ['orderGet'],
	output: simplifiedSchema(order, orderSimplification),
	async perItem({ hub, parameters }, itemIndex) {
		const record = await hub.request(
			'orderGet',
			{ path: { id: parameters.text('idPedido', itemIndex) } },
			recordOf(order),
		);
		return parameters.flag('simplify', itemIndex)
			? simplified(record, orderSimplification)
			: record;
	},
};
