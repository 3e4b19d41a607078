import compact from 'lodash/compact';
import { eachWithPauses } from '../async';
import type { Channels } from '../channels';
import { channelOf, skuOf } from '../rows/row';
import { whichChannels } from '../values/ids';
import type { Findings } from './findings';
import type { ReadRequest } from './reading';

/** The IDs of the channels that the hub has. Undefined if it does not give them. */
export async function knownChannels(channels?: Channels): Promise<Set<string> | undefined> {
	const all = await channels?.all();
	return Array.isArray(all) ? new Set(all.map(({ id }) => String(id))) : undefined;
}

/**
 * Adds a note to each entry whose channel or SKU the hub does not have. The hub may accept the
 * entry all the same.
 * @param absent the absent SKUs among those of the entries
 */
export async function noteNotInHub(
	findings: Findings,
	{ wanted, channels }: ReadRequest,
	absent: ReadonlySet<string>,
): Promise<void> {
	if (wanted.size === 0) return;
	// if the hub does not give its channels, no entry gets a note about its channel
	const known = await knownChannels(channels);
	await eachWithPauses(wanted.values(), ({ key, identity }) => {
		const [channel, sku] = [channelOf(identity), skuOf(identity)];
		const sentences = [
			known?.has(channel) === false && `The hub lists no channel ${channel}; ${whichChannels}`,
			absent.has(sku) && `The hub has no SKU ${sku}`,
		];
		const note = compact(sentences).join('. ');
		if (note !== '') findings.learn(key, { note });
	});
}
