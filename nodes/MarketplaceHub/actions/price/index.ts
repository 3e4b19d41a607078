import type { Resource } from '../operation';
import { sync } from './sync';
import { updateBatch } from './updateBatch';

export const price: Resource = {
	option: {
		name: 'Price',
		value: 'price',
		description: 'Prices of products and variations, the same in all channels',
	},
	operations: [sync, updateBatch],
};
