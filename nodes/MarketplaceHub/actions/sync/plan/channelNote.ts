import compact from 'lodash/compact';
import { channelOf, skuOf } from '../../../api/rows/row';
import type { ListRow, Snapshot } from '../../../api/snapshot/snapshot';
import { whichChannels } from '../../../api/values/ids';

/** A note to a row whose channel or SKU the hub does not have; the hub may accept it all the same. */
export function channelNote(
	{ identity }: Pick<ListRow, 'identity'>,
	{ channels }: Pick<Snapshot, 'channels'>,
	isAbsent = false,
): string | undefined {
	const channel = channelOf(identity);
	const isUnknown = channels?.has(channel) === false;
	if (!isUnknown && !isAbsent) return undefined;
	return compact([
		isUnknown && `The hub lists no channel ${channel}; ${whichChannels}`,
		isAbsent && `The hub has no SKU ${skuOf(identity)}`,
	]).join('. ');
}
