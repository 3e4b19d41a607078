import type { Resource } from '../operation';
import { get } from './get';
import { wait } from './wait';

export const batch: Resource = {
	option: {
		name: 'Batch',
		value: 'batch',
		description: 'Batches of products, stock or prices that the hub processes in the background',
	},
	operations: [get, wait],
};
