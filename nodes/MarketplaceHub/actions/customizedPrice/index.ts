import type { Resource } from '../operation';
import { deletePrice } from './delete';
import { getMany } from './getMany';
import { setPrices } from './set';
import { sync } from './sync';

export const customizedPrice: Resource = {
	option: {
		name: 'Customized Price',
		value: 'customizedPrice',
		description: 'Prices of products that differ in a channel',
	},
	operations: [deletePrice, getMany, setPrices, sync],
};
