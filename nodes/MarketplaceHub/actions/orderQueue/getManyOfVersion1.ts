import range from 'lodash/range';
import { toHubError } from '../../shared/nodeErrors';
import { shownFor, statusFilter } from '../../shared/properties';
import { limitProperty, returnAllProperty } from '../common/listProperties';
import { defineOperation } from '../operation';
import { acknowledgementOptions, drainChoice, takeOrders, tellUnread } from './getAndAcknowledge';
import { firstChoice, firstLimit, getManyOption, queuedOrders, readFirst } from './queuedOrders';

/** Get Many as version 1 of the node has it: with its switch on it acknowledges, too. */
export const getManyOfVersion1 = defineOperation({
	...queuedOrders,
	option: getManyOption,
	properties: [
		{
			displayName: 'Acknowledge',
			name: 'acknowledge',
			type: 'boolean',
			default: false,
			description:
				'Whether to remove each order from the queue right after reading it. Leave off to acknowledge later, once your workflow has stored the order. The node then reads ten orders at a time: an update that comes between reading and removing leaves the queue unseen.',
		},
		shownFor({ acknowledge: [true] }, returnAllProperty),
		shownFor({ acknowledge: [true], returnAll: [false] }, limitProperty),
		shownFor({ acknowledge: [false] }, firstLimit),
		statusFilter,
		shownFor({ acknowledge: [true] }, acknowledgementOptions),
	],
	endpoints: ['queueList', 'acknowledge'],
	check({ parameters }, itemIndex) {
		const choice = parameters.flag('acknowledge', itemIndex) ? drainChoice : firstChoice;
		choice(parameters, itemIndex);
	},
	async perItem(context, itemIndex) {
		const { hub, node, parameters } = context;
		const acknowledges = (index: number) => parameters.flag('acknowledge', index);
		const keepsEarlier = !node.continueOnFail() && range(itemIndex).some(acknowledges);
		if (acknowledges(itemIndex)) return await takeOrders(context, itemIndex, keepsEarlier);
		return await readFirst(hub, parameters, itemIndex).catch((error: unknown) => {
			if (!keepsEarlier) throw error;
			tellUnread(context, toHubError(error, true));
			return [];
		});
	},
});
