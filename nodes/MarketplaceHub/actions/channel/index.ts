import type { Resource } from '../operation';
import { getMany } from './getMany';

export const channel: Resource = {
	option: {
		name: 'Channel',
		value: 'channel',
		description: 'Marketplace channels that the seller has connected',
	},
	operations: [getMany],
};
