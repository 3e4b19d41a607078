import get from 'lodash/get';
import type { IDataObject } from 'n8n-workflow';
import type { Hub } from '../hub';
import { recentChannels } from '../reads';
import { isBlank } from '../values/blanks';
import { plainId } from '../values/ids';

/* The names that orders give their channels. */

const channelFields = ['canal.hashCanal', 'canal.canalIntegracao', 'canal.canal'];

/** The names of an order's channel that it has, in comparable form. */
export const channelsOfOrder = (order: IDataObject): string[] =>
	channelFields
		.map((field) => get(order, field))
		.filter((name) => !isBlank(name))
		.map(plainId);

/** Whether an order lacks some of these names, so that its channel may be called by another one. */
export const lacksChannelNames = (order: IDataObject): boolean =>
	channelsOfOrder(order).length < channelFields.length;

/** The names that orders have for each channel that is given, in comparable form. */
export type ChannelNames = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Finds the names that orders give channels, which are given by name, hash or ID; no name for a channel that
 * the hub does not know.
 * @param isOfOrders whether orders themselves have the name; only other names are looked up in the hub's list
 */
export async function channelNames(
	hub: Hub<'channels'>,
	given: readonly string[],
	isOfOrders: (name: string) => boolean,
): Promise<ChannelNames> {
	const known = byAnyName(given.every(isOfOrders) ? [] : await recentChannels(hub));
	const namesOf = (name: string): ReadonlySet<string> =>
		isOfOrders(name) ? new Set([plainId(name)]) : (known.get(plainId(name)) ?? new Set());
	return new Map(given.map((name) => [name, namesOf(name)]));
}

/** The names that orders give channels, by each way in which a channel may be given. */
function byAnyName(channels: readonly IDataObject[]): ReadonlyMap<string, Set<string>> {
	const known = new Map<string, Set<string>>();
	for (const channel of channels)
		for (const name of [channel.id, channel.hash, channel.nome].map(plainId)) {
			const names = known.get(name) ?? new Set<string>();
			known.set(name, names);
			for (const inOrders of namesInOrders(channel)) names.add(inOrders);
		}
	return known;
}

const namesInOrders = ({ hash, nome }: IDataObject): string[] =>
	[hash, nome].filter((known) => !isBlank(known)).map(plainId);
