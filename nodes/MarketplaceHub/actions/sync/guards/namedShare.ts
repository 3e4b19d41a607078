import { eachWithPauses } from '../../../api/async';
import { channelOf, type Identity } from '../../../api/rows/row';
import type { Snapshot } from '../../../api/snapshot/snapshot';
import type { Desired } from '../desired';

/** How many of the hub's entries a whole list names; of channels, in the one where the share is smallest. */
export interface NamedShare {
	named: number;
	inHub: number;
	channel?: string;
}

/** Counts entries of the hub by channel; those without a channel together. */
export class NamedShares {
	private readonly byChannel = new Map<string, { named: number; inHub: number }>();

	count(identity: Identity, isNamed: boolean): void {
		const channel = channelOf(identity);
		const share = this.byChannel.get(channel) ?? { named: 0, inHub: 0 };
		share.inHub++;
		if (isNamed) share.named++;
		this.byChannel.set(channel, share);
	}

	get smallest(): NamedShare | undefined {
		const { byChannel } = this;
		let smallest: NamedShare | undefined;
		for (const [channel, { named, inHub }] of byChannel)
			if (smallest === undefined || named / inHub < smallest.named / smallest.inHub)
				smallest = { named, inHub, channel: byChannel.size > 1 ? channel : undefined };
		return smallest;
	}
}

/**
 * How many products of the product list are named, by their own SKU or by that of a variation. A variation counts as
 * one where no record tells its product: a right list may have no other of that.
 */
export async function shareOfListed(
	{ names, byKey }: Desired,
	snapshot: Snapshot,
): Promise<NamedShare> {
	const { listed, values } = snapshot;
	const named = new Set<string>();
	await eachWithPauses(listed, (sku) => {
		if (names.has(sku)) named.add(sku);
	});
	await eachWithPauses(byKey.keys(), (sku) => {
		if (values.has(sku)) named.add(snapshot.productOf(sku) ?? sku);
	});
	return { named: named.size, inHub: listed.size };
}
