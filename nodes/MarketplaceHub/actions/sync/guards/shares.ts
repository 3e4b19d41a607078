import { eachWithPauses } from '../../../api/async';
import { typed } from '../../../api/values/amounts';
import { type Compared, isOnlyInHub, isWrite } from '../change';

/** A share as messages write it, e.g. `33,3 %`: with one decimal, and more only where it would look like the `limit`. */
export function percent(value: number, limit: number): string {
	const rounded = [10, 100, 1_000].map((unit) => Math.round(value * unit) / unit);
	return `${typed(rounded.find((one) => one !== limit) ?? value)} %`;
}

/** From how many entries on a share means something. */
export const fewest = 10;

/** A sentence about `count` of `all` where that is a larger share than `limit`; the share replaces `%`. 0 of 0 says nothing. */
export function above(limit: number, count: number, all: number, what: string): string | undefined {
	const share = (count / all) * 100;
	return share > limit
		? `${count} of ${all} ${what.replace('%', percent(share, limit))}`
		: undefined;
}

/** Whether an entry counts. */
export type Test = (change: Compared) => boolean;

/** A share of the entries: how many `of` them `count`. An entry that does not change never counts. */
interface Share {
	of: Test;
	counts: Test;
	/** Words for the entries that count, e.g. `entries (%) would change`; the share replaces `%`. */
	what: string;
	/** From how many on it means something. */
	least?: number;
	/** Whether a single entry that the list names says nothing beside others. */
	sparesOne?: true;
}

/** A sentence about a share that is larger than `limit`. */
export async function largeShare(
	compared: readonly Compared[],
	limit: number,
	share: Share,
): Promise<string | undefined> {
	const { of, counts, what, least = 0, sparesOne = false } = share;
	let [count, all] = [0, 0];
	let first: Compared | undefined;
	await eachWithPauses(compared, (change) => {
		if (!of(change)) return;
		all++;
		// a product that is settled by its variations may have another value than the hub shows
		if (!isWrite(change) || !counts(change)) return;
		count++;
		first ??= change;
	});
	const isSpared = all > 1 && count === 1 && first !== undefined && !isOnlyInHub(first);
	if (all < least || (sparesOne && isSpared)) return undefined;
	return above(limit, count, all, what);
}

/** A guard that asks about a share of all entries. */
export const shareOf =
	(share: Share) =>
	async ({ compared }: { compared: readonly Compared[] }, limit: number) =>
		await largeShare(compared, limit, share);
