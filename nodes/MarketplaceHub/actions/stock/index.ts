import type { Resource } from '../operation';
import { updateBatch } from './updateBatch';

export const stock: Resource = {
	option: { name: 'Stock', value: 'stock', description: 'Stock of products and variations' },
	operations: [updateBatch],
};
