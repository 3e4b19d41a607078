import type { INodeProperties } from 'n8n-workflow';
import type { NodeContext } from '../operation';
import { channelLocator } from './locators';

/** Picks the channel of all entries that do not name one themselves. */
export const entryChannel: INodeProperties = {
	...channelLocator,
	required: false,
	description:
		'The channel of the prices (idCanalIntegracao). An entry with a channel ID of its own keeps that.',
};

/** What the parameter of `entryChannel` gives the entries of an item. */
export function channelDefault(
	{ parameters }: NodeContext,
	itemIndex: number,
): Record<string, unknown> {
	const idCanalIntegracao = parameters.text('idCanalIntegracao', itemIndex);
	return idCanalIntegracao === '' ? {} : { idCanalIntegracao };
}
