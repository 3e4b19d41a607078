import type { Resource } from '../operation';
import { sync } from './sync';
import { updateBatch } from './updateBatch';

export const stock: Resource = {
	option: { name: 'Stock', value: 'stock', description: 'Stock of products and variations' },
	operations: [sync, updateBatch],
};
