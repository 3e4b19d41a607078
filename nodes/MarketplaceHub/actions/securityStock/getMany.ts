import { securityStockEntry } from '../../api/schemas/records';
import { groupedList } from '../common/groupedList';

/** GET /v1/erp/products/security-stock (reference: Security stock). */
export const getMany = groupedList(
	{
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many security stocks',
		description:
			'List the products that have security stock, one entry for each channel; products without it are not listed',
	},
	'securityStockList',
	securityStockEntry,
);
