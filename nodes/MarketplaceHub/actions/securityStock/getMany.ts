import { securityStockEntry } from '../../api/schemas/reads/records';
import { defineGroupedList } from '../defineGroupedList';

/** GET /v1/erp/products/security-stock (reference: Security stock). */
export const getSecurityStock = defineGroupedList(
	{
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many security stocks',
		toolDescription:
			'List the security stock (pieces of a SKU that a channel must not sell). Filter by SKU or channel where you can. Not for the stock itself: that is Get product. Reads only; a request for 100 records, 40 a minute.',
		description:
			'List the products that have security stock, one entry for each channel; products without it are not listed',
	},
	'securityStockList',
	securityStockEntry,
);
