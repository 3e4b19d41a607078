import { customizedPriceEntry } from '../../api/schemas/reads/records';
import { defineGroupedList } from '../defineGroupedList';

/** GET /v1/erp/products/customized-prices (reference: Customized prices). */
export const getCustomizedPrices = defineGroupedList(
	{
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many customized prices',
		toolDescription:
			'List prices that hold in one channel only. Filter by channel and by the SKU of the product. Not for the price in all channels: that is Get product. Reads only; a request for 100 prices, 40 a minute.',
		description: 'List the products whose price differs in a channel, one entry for each channel',
	},
	'customizedPriceList',
	customizedPriceEntry,
);
