import type { Change, WayName, Write } from '../../../nodes/MarketplaceHub/actions/sync/change.ts';
import type { Desired } from '../../../nodes/MarketplaceHub/actions/sync/desired.ts';
import { HubError } from '../../../nodes/MarketplaceHub/api/errors.ts';
import type { Comparable } from '../../../nodes/MarketplaceHub/api/comparison/comparable.ts';
import { Names } from '../../../nodes/MarketplaceHub/api/snapshot/names.ts';
import type { ListRow } from '../../../nodes/MarketplaceHub/api/snapshot/snapshot.ts';

type Does = Change['does'];
type Of<One extends Does> = One extends WayName ? Write : Extract<Change, { does: One }>;
type Part<One extends Does> = Partial<Omit<Write, 'does'>> & { does?: One };

/** Why a change is not sent. */
export const held = new HubError('held', 'Held');
export const unsendable = new HubError('invalid', 'Nein');

/** A change that updates an entry, but for what `part` says; one that is not compared has a failure. */
export const row = <One extends Does = 'update'>(part: Part<One> = {}): Of<One> =>
	({
		...{ itemIndexes: [0], position: 0, identity: { sku: 'A' }, key: 'A' },
		...{ does: 'update', after: {} },
		...(part.does === 'notCompared' && { failure: unsendable }),
		...part,
	}) as unknown as Of<One>;

/** An update of an entry whose values in the hub are `before` and that would have `after`. */
export const change = (before: Comparable | undefined, after: Comparable): Write =>
	row({ before, after });

/** So many times the same change. */
export const times = <One extends Does = 'update'>(
	count: number,
	part: Part<One>,
): Array<Of<One>> => Array.from({ length: count }, () => row(part));

/** A row of the list, as it was checked. */
export const listRow = (sku: string, part: Partial<ListRow> = {}): ListRow => ({
	...{ itemIndexes: [0], position: 0, identity: { sku }, body: {}, key: sku, given: {} },
	...part,
});

/** What a list of these rows wants. */
export const desired = async (...rows: ListRow[]): Promise<Desired> => {
	const compared = rows.filter(({ failure }) => failure === undefined);
	return {
		rows,
		repeats: new Map(),
		byKey: new Map(compared.map((one) => [one.key, one])),
		names: await Names.of(rows),
		lacksRows: false,
	};
};
