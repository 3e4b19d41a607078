import type { Resource } from '../operation';
import { updateBatch } from './updateBatch';

export const price: Resource = {
	option: {
		name: 'Price',
		value: 'price',
		description: 'Prices of products and variations, the same in all channels',
	},
	operations: [updateBatch],
};
