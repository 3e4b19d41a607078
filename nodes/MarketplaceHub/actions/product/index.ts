import type { Resource } from '../operation';
import { create } from './create';
import { createBatch } from './createBatch';
import { deleteProduct } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { getVariation } from './getVariation';
import { update } from './update';

export const product: Resource = {
	option: {
		name: 'Product',
		value: 'product',
		description: 'Products with their variations by size or voltage',
	},
	operations: [create, createBatch, deleteProduct, get, getMany, getVariation, update],
};
