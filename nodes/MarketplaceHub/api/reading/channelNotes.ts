import compact from 'lodash/compact';
import { eachWithPauses } from '../async';
import { channelOf, skuOf } from '../rows/row';
import { whichChannels } from '../values/ids';
import type { Findings, ReadRequest } from './reading';

/**
 * Notes on entries that the hub shows no such channel, or no such SKU. The hub may take them all the same.
 * @param absent SKUs that were looked for in vain
 */
export async function noteAbsent(
	findings: Findings,
	{ wanted, channels }: ReadRequest,
	absent: ReadonlySet<string>,
): Promise<void> {
	if (wanted.size === 0) return;
	const all = await channels?.all();
	// a hub that does not give its channels may take the entries all the same
	const known = Array.isArray(all) ? new Set(all.map(({ id }) => String(id))) : undefined;
	await eachWithPauses(wanted.values(), ({ key, identity }) => {
		const [channel, sku] = [channelOf(identity), skuOf(identity)];
		const isInNoChannel = known?.has(channel) === false;
		if (isInNoChannel) findings.learn(key, { isInNoChannel });
		const sentences = [
			isInNoChannel && `The hub lists no channel ${channel}; ${whichChannels}`,
			absent.has(sku) && `The hub has no SKU ${sku}`,
		];
		const note = compact(sentences).join('. ');
		if (note !== '') findings.learn(key, { note });
	});
}
