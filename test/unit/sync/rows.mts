import type { Comparable } from '../../../nodes/MarketplaceHub/api/comparable.ts';
import type { SyncRow } from '../../../nodes/MarketplaceHub/actions/write/sync/syncRow.ts';

/** A row of a sync that changes something, but for what `part` says. */
export const row = (part: Partial<SyncRow> = {}): SyncRow => ({
	...{ itemIndexes: [0], position: 0, identity: { sku: 'A' }, body: {}, key: 'A' },
	...{ given: {}, written: {}, status: 'change', way: 'update' },
	...part,
});

/** A row whose values in the hub are `before` and that would have `written`. */
export const change = (before: Comparable | undefined, written: Comparable): SyncRow =>
	row({ before, written });

/** So many times the same row. */
export const times = (count: number, part: Partial<SyncRow>): SyncRow[] =>
	Array.from({ length: count }, () => row(part));
