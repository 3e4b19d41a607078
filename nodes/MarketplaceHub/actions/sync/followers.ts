import { eachWithPauses, mapWithPauses } from '../../api/async';
import { channelOf, skuOf } from '../../api/rows/row';
import { type Change, isToSend, type Write } from './change';
import { heldBack } from './guards/held';

/* Security stock that is set for a product is set for its variations, too: rows of these follow that of the product. */

/** The key of the row that a row follows; `true` where it may be any of its channel. */
export type Follows = string | true;

/**
 * The changes, once it is decided which are sent: a follower that changes nothing is sent all the same after the
 * row that it follows, and where a follower is not sent, neither is that row, which would overwrite it.
 */
export async function settleFollowers(
	changes: readonly Change[],
	{ dryRun }: { dryRun: boolean },
): Promise<readonly Change[]> {
	const unsent = new Map<Follows, Change>();
	let hasFollowers = false;
	await eachWithPauses(changes, (change) => {
		if (change.follows === undefined) return;
		hasFollowers = true;
		if (change.failure !== undefined) unsent.set(change.follows, change);
	});
	if (!hasFollowers) return changes;
	/** Keys and channels of rows that are sent. */
	const sent = new Set<string>();
	const settled = await mapWithPauses(changes, (change) => {
		if (!isToSend(change)) return change;
		const follower = unsent.get(change.key);
		if (follower !== undefined) return heldFor(follower, change, dryRun);
		sent.add(change.key);
		if (change.follows === undefined) sent.add(channelOf(change.identity));
		return change;
	});
	return await mapWithPauses(settled, (change) => {
		const { does, follows, identity } = change;
		const row = follows === true ? channelOf(identity) : follows;
		const isOverwritten = does === 'unchanged' && row !== undefined && sent.has(row);
		return isOverwritten ? { ...change, does: 'update' } : change;
	});
}

function heldFor(follower: Change, write: Write, dryRun: boolean): Write {
	const sku = skuOf(follower.identity);
	const reason = `its variation ${sku} is not sent, and would get the value of this row`;
	const description = `Correct the row of ${sku}, or take both rows out of the list.`;
	return { ...write, failure: heldBack({ reason, description, dryRun }) };
}
