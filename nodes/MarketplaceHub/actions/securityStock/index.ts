import type { Resource } from '../operation';
import { getMany } from './getMany';
import { setStock } from './set';

export const securityStock: Resource = {
	option: {
		name: 'Security Stock',
		value: 'securityStock',
		description: 'Stock kept back from a channel',
	},
	operations: [getMany, setStock],
};
