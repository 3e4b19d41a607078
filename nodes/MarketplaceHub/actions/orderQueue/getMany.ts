import { statusFilter } from '../../shared/properties';
import { defineOperation } from '../operation';
import { getManyOfVersion1 } from './getManyOfVersion1';
import { firstLimit, getManyOption, queuedOrders, readFirst } from './queuedOrders';

/** GET /v1/orders/queue (reference: Orders), which shows no more than the first hundred. */
export const getQueue = defineOperation({
	...queuedOrders,
	option: getManyOption,
	properties: [firstLimit, statusFilter],
	endpoints: ['queueList'],
	perItem: async ({ hub, parameters }, itemIndex) => await readFirst(hub, parameters, itemIndex),
	version1: getManyOfVersion1,
});
