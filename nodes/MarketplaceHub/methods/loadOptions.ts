import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { recentChannels } from '../api/channels';
import { channelName } from './channelName';
import { connectPicker } from './connectPicker';
import { toNodeError } from '../shared/nodeErrors';

/** Options that the editor loads for pickers of several entries. */
export const loadOptions = {
	/** Channels by the name that the seller gave them; value: id. */
	async getChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		try {
			const channels = await recentChannels(connectPicker(this));
			return channels.map((channel) => ({
				name: channelName(channel),
				value: Number(channel.id),
			}));
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	},
};
