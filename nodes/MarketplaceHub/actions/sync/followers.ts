import { eachWithPauses, filterWithPauses, mapWithPauses } from '../../api/async';
import { channelOf, skuOf } from '../../api/rows/row';
import { type Change, type Follows, isToSend, type Unchanged, type Write } from './change';
import { heldBack } from './guards/held';

/*
 * Security stock that is set for a product is set for its variations, too: the row of a variation follows that of its
 * product, and is sent after it.
 */

/** The changes, once it is decided which are sent: no row overwrites the value that a follower wants. */
export async function settleFollowers(
	changes: readonly Change[],
	{ dryRun }: { dryRun: boolean },
): Promise<readonly Change[]> {
	const followers = await filterWithPauses(changes, ({ follows }) => follows !== undefined);
	if (followers.length === 0) return changes;
	return await sendOverwritten(await holdOverwriting(changes, followers, dryRun));
}

/** Where a follower is not sent, neither is the row that it follows. */
async function holdOverwriting(
	changes: readonly Change[],
	followers: readonly Change[],
	dryRun: boolean,
): Promise<readonly Change[]> {
	const unsent = new Map<string, Change>();
	await eachWithPauses(followers, (follower) => {
		const { follows, failure } = follower;
		if (failure !== undefined && follows !== undefined && 'row' in follows)
			unsent.set(follows.row, follower);
	});
	return await mapWithPauses(changes, (change) => {
		const follower = unsent.get(change.key);
		return follower !== undefined && isToSend(change) ? heldFor(follower, change, dryRun) : change;
	});
}

/** Whether it changes nothing, and is sent all the same where a row that it follows is sent. */
export const isUnchangedFollower = (change: Change): change is Unchanged & { follows: Follows } =>
	change.does === 'unchanged' && change.follows !== undefined;

/** A follower that changes nothing is sent all the same after a row that it follows. */
async function sendOverwritten(changes: readonly Change[]): Promise<readonly Change[]> {
	const rows = new Set<string>();
	const channels = new Set<string>();
	await eachWithPauses(changes, (change) => {
		if (!isToSend(change)) return;
		rows.add(change.key);
		if (change.follows === undefined) channels.add(channelOf(change.identity));
	});
	const isOverwritten = (follows: Follows) =>
		'row' in follows ? rows.has(follows.row) : channels.has(follows.anyOfChannel);
	return await mapWithPauses(changes, (change) =>
		isUnchangedFollower(change) && isOverwritten(change.follows)
			? { ...change, does: 'update' }
			: change,
	);
}

function heldFor(follower: Change, write: Write, dryRun: boolean): Write {
	const sku = skuOf(follower.identity);
	const reason = `its variation ${sku} is not sent, and would get the value of this row`;
	const description = `Correct the row of ${sku}, or take both rows out of the list.`;
	return { ...write, failure: heldBack({ reason, description, dryRun }) };
}
