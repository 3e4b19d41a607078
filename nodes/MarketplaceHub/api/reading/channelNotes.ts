import compact from 'lodash/compact';
import { eachWithPauses } from '../async';
import type { Channels } from '../channels';
import { channelOf, skuOf } from '../rows/row';
import { whichChannels } from '../values/ids';
import type { Findings } from './findings';
import type { ReadRequest } from './reading';

/** The IDs of the channels that the hub lists; undefined where it does not give them. */
export async function knownChannels(channels?: Channels): Promise<Set<string> | undefined> {
	const all = await channels?.all();
	return Array.isArray(all) ? new Set(all.map(({ id }) => String(id))) : undefined;
}

/**
 * Notes on entries that the hub shows no such channel, or no such SKU. The hub may take them all the same.
 * @param absent SKUs that were looked for in vain
 */
export async function noteNotInHub(
	findings: Findings,
	{ wanted, channels }: ReadRequest,
	absent: ReadonlySet<string>,
): Promise<void> {
	if (wanted.size === 0) return;
	// a hub that does not give its channels may take the entries all the same
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
