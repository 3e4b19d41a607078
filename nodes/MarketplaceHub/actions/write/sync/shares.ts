import type { RunPreview } from './guards';
import { isOnlyInHub, type SyncRow } from './syncRow';

export const percent = (value: number) => `${Math.round(value * 10) / 10} %`;

/** From how many entries on a share means something. */
export const fewest = 10;

/** A sentence about `count` of `all` where that is a larger share than `limit`; the share replaces `%`. 0 of 0 says nothing. */
export function above(limit: number, count: number, all: number, what: string): string | undefined {
	const share = (count / all) * 100;
	return share > limit ? `${count} of ${all} ${what.replace('%', percent(share))}` : undefined;
}

/** Whether an entry counts. */
export type Test = (row: SyncRow) => boolean;

/** A share of the entries: how many `of` them `count`. */
interface Share {
	of: Test;
	counts: Test;
	/** Says of those that count what they do; the share replaces `%`. */
	what: string;
	/** From how many on it means something. */
	least?: number;
	/** Whether a single one that the list names says nothing beside others. */
	sparesOne?: true;
}

/** A sentence about a share that is larger than `limit`. */
export function largeShare(
	rows: readonly SyncRow[],
	limit: number,
	share: Share,
): string | undefined {
	const { of, counts, what, least = 0, sparesOne = false } = share;
	const counted: SyncRow[] = [];
	let all = 0;
	for (const row of rows) {
		if (!of(row)) continue;
		all++;
		if (counts(row)) counted.push(row);
	}
	const [first] = counted;
	const isSpared = all > 1 && counted.length === 1 && first && !isOnlyInHub(first);
	if (all < least || (sparesOne && isSpared)) return undefined;
	return above(limit, counted.length, all, what);
}

/** A guard that asks about a share of all entries. */
export const shareOf =
	(share: Share) =>
	({ compared }: RunPreview, limit: number) =>
		largeShare(compared, limit, share);
