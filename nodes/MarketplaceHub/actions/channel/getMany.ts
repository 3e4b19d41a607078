import { readChannels } from '../../api/reads';
import { channelRecord } from '../../api/schemas/reads/records';
import { paging } from '../form/listProperties';
import { defineOperation } from '../operation';

/** GET /v1/erp/channels (reference: Channels): the hub gives all of them in one answer. */
export const getChannels = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many channels',
		toolDescription:
			'List the connected marketplaces (channels) with their ID and name. Use it to find the ID of a channel that the user calls by name. Not for what a channel sells or charges. Reads only; one request, and the hub allows 10 a minute.',
		description:
			'List the connected channels with their ID, hash, name and whether they are active',
	},
	properties: paging,
	endpoints: ['channels'],
	list: 'channels',
	output: channelRecord,
	async perItem({ hub, parameters }, itemIndex) {
		const channels = await readChannels(hub);
		hub.report.addTotal('channels', channels.length);
		return channels.slice(0, parameters.limit(itemIndex));
	},
});
