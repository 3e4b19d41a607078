import type { Handlers } from '../context.mts';
import { accountHandlers } from './account.mts';
import { batchHandlers } from './batches.mts';
import { customizedPriceHandlers } from './customizedPrices.mts';
import { documentHandlers } from './documents.mts';
import { orderHandlers } from './orders.mts';
import { productHandlers } from './products.mts';
import { securityStockHandlers } from './securityStock.mts';

export const handlers: Handlers = {
	...accountHandlers,
	...orderHandlers,
	...productHandlers,
	...batchHandlers,
	...securityStockHandlers,
	...customizedPriceHandlers,
	...documentHandlers,
};
