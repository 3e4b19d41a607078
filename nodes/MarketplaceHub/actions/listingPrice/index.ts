import type { Resource } from '../operation';
import { deletePrice } from './delete';
import { setPrices } from './set';

export const listingPrice: Resource = {
	option: {
		name: 'Listing Price',
		value: 'listingPrice',
		description: 'Prices of single marketplace listings',
	},
	operations: [deletePrice, setPrices],
};
