import type { Resource } from '../operation';
import { acknowledge } from './acknowledge';
import { getMany } from './getMany';

export const orderQueue: Resource = {
	option: {
		name: 'Order Queue',
		value: 'orderQueue',
		description: 'New and changed orders that wait until they are acknowledged',
	},
	operations: [acknowledge, getMany],
};
