import { customizedPriceEntry } from '../../api/schemas/records';
import { groupedList } from '../common/groupedList';

/** GET /v1/erp/products/customized-prices (reference: Customized prices). */
export const getMany = groupedList(
	{
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many customized prices',
		description: 'List the products whose price differs in a channel, one entry for each channel',
	},
	'customizedPriceList',
	customizedPriceEntry,
);
