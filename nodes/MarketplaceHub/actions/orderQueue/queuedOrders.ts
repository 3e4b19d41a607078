import { orderRecord } from '../../api/schemas/reads/records';
import { orderSimplification } from '../order/simplification';

/** How the orders of the queue come out. */
export const queuedOrders = {
	output: orderRecord,
	simplified: orderSimplification,
	list: 'queueList' as const,
	emptyBecause: 'Every new or changed order was acknowledged',
};
