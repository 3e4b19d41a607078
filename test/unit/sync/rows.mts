import type { Change } from '../../../nodes/MarketplaceHub/actions/sync/change.ts';
import type { Desired } from '../../../nodes/MarketplaceHub/actions/sync/desired.ts';
import type { Comparable } from '../../../nodes/MarketplaceHub/api/snapshot/comparable.ts';
import { Names } from '../../../nodes/MarketplaceHub/api/snapshot/names.ts';
import type { ListRow } from '../../../nodes/MarketplaceHub/api/snapshot/snapshot.ts';

/** A change that updates an entry, but for what `part` says. */
export const row = (part: Partial<Change> = {}): Change => ({
	...{ itemIndexes: [0], position: 0, identity: { sku: 'A' }, body: {}, key: 'A' },
	...{ does: 'update', after: {} },
	...part,
});

/** An update of an entry whose values in the hub are `before` and that would have `after`. */
export const change = (before: Comparable | undefined, after: Comparable): Change =>
	row({ before, after });

/** So many times the same change. */
export const times = (count: number, part: Partial<Change>): Change[] =>
	Array.from({ length: count }, () => row(part));

/** A row of the list, as it was checked. */
export const listRow = (sku: string, part: Partial<ListRow> = {}): ListRow => ({
	...{ itemIndexes: [0], position: 0, identity: { sku }, body: {}, key: sku, given: {} },
	...part,
});

/** What a list of these rows wants. */
export const desired = async (...rows: ListRow[]): Promise<Desired> => {
	const compared = rows.filter(({ failure, sameAs }) => failure === undefined && !sameAs);
	return {
		rows,
		byKey: new Map(compared.map((one) => [one.key, one])),
		names: await Names.of(rows),
		lacksRows: false,
	};
};
