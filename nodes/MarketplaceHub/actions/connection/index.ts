import type { Resource } from '../operation';
import { ping } from './ping';

export const connection: Resource = {
	option: {
		name: 'Connection',
		value: 'connection',
		description: 'The connection to the hub itself',
	},
	operations: [ping],
};
