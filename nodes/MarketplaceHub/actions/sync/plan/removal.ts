import once from 'lodash/once';
import { eachWithPauses, filterWithPauses } from '../../../api/async';
import type { HubError } from '../../../api/errors';
import { channelOf, type Identity, skuOf, withSku } from '../../../api/rows/row';
import type { Comparable } from '../../../api/comparison/comparable';
import type { Names } from '../../../api/snapshot/names';
import type { HubEntry, Snapshot } from '../../../api/snapshot/snapshot';
import { namesNothing } from '../../../api/values/spreadsheet';
import type { Desired } from '../desired';
import { heldBack } from '../guards/held';
import type { MissingInList } from '../settings';

/** The facts that decide on an entry that no row is about. */
export interface Beside {
	names: Names;
	snapshot: Pick<Snapshot, 'relativesOf' | 'hasUnknownOwner' | 'productOf'>;
	/** A SKU of the list that nothing has shown, and whose own record cannot be read. */
	unread?: string;
	/** Whether an item, a row, a channel or an account is not resolved: it may mean any entry. */
	hasUnresolved: boolean;
}

/**
 * The reason that keeps an entry: the list counts as naming the entry, or the entry is held, if it would
 * change.
 */
export type Kept = 'asNamed' | { heldBecause: string };

/**
 * All facts that keep an entry of the hub from being deleted or set to zero; the first that holds counts. An
 * entry that counts as named is not reported as missing either. Of channels that no row names none is read. Beside
 * these, an entry whose owner cannot be read ends the run (`find.ts`), and guards and approval may hold it.
 */
const reasonsToKeep: ReadonlyArray<(entry: HubEntry, beside: Beside) => boolean | Kept> = [
	// a row names it, if only one that cannot be compared
	({ key }, { names }) => names.has(key),

	// a row may mean it in another spelling
	({ identity }, { names }) => {
		const alike = names.alike(identity);
		return (
			alike !== undefined && {
				heldBecause: `the list has the SKU "${skuOf(alike.identity)}", which may be this one in another spelling`,
			}
		);
	},

	// its product, or one of its variations, is named in the same channel: records tell
	({ identity }, { names, snapshot }) =>
		snapshot
			.relativesOf(skuOf(identity))
			.some((sku) => names.alike(withSku(identity, sku)) !== undefined),

	// one of its variations is named: a row gives both SKUs
	({ identity }, { names }) => names.hasVariationOf(identity),

	// it is a variation whose product no record tells, so that the list may name that
	({ identity }, { snapshot }) => snapshot.hasUnknownOwner(skuOf(identity)),

	// it is no variation, and the list names a SKU that cannot be read: its record may hide that
	({ identity }, { snapshot, unread }) =>
		unread !== undefined &&
		snapshot.productOf(skuOf(identity)) === undefined && {
			heldBecause: `the list has the SKU "${unread}", which cannot be read and may be one of its variations`,
		},

	// something of the input is not resolved
	(_entry, { hasUnresolved }) =>
		hasUnresolved && {
			heldBecause:
				'an input item does not say which SKU or channel it is about, or names a channel that the hub does not list, or its credential cannot be resolved; this may be the one',
		},
];

/**
 * The reason that keeps an entry that no row is about; undefined where there is none, and the entry may be
 * removed.
 */
export function whatKeeps(entry: HubEntry, beside: Beside): Kept | undefined {
	for (const keeps of reasonsToKeep) {
		const kept = keeps(entry, beside);
		if (kept !== false) return kept === true ? 'asNamed' : kept;
	}
	return undefined;
}

/** Why an entry that would be removed is held. */
export function heldRemoval(why: string, missingInList: MissingInList, dryRun: boolean): HubError {
	const description = 'Correct the list, or the credential, and run again.';
	const change = missingInList === 'delete' ? 'deleted' : 'set to zero';
	return heldBack({ reason: why, description, dryRun }, change);
}

/**
 * Whether a row, or an item without a row, does not say which entry it is about: it names a channel that the
 * hub does not list, or has a word for nothing, which the hub does not know, in place of a name. Where the hub does
 * not give its channels, those count of which it has shown an entry.
 */
export async function isUnresolved(
	{ rows, lacksRows }: Desired,
	{ channels, values, others }: Snapshot,
): Promise<boolean> {
	let isFound = lacksRows;
	const withEntry = once(() => {
		const named = rows.filter(({ key }) => values.has(key));
		return new Set([...named, ...others.values()].map(({ identity }) => channelOf(identity)));
	});
	const isKnown = (channel: string) => channel === '' || (channels ?? withEntry()).has(channel);
	await eachWithPauses(rows, (row) => {
		if (isFound) return;
		const { key, identity } = row;
		const isNothing = Object.values(identity).some(namesNothing);
		isFound =
			key === '' || !isKnown(channelOf(identity)) || (isNothing && isZeroOrNone(values.get(key)));
	});
	return isFound;
}

/** The first SKU of the rows that nothing has shown, and whose own record cannot be read. */
export async function unreadOf({ rows }: Desired, snapshot: Snapshot): Promise<string | undefined> {
	const isUnread = ({ identity }: { identity: Identity }) => {
		const sku = skuOf(identity);
		return snapshot.isUnknown(sku) && snapshot.failureOf(sku) !== undefined;
	};
	const [first] = await filterWithPauses(rows, isUnread);
	return first === undefined ? undefined : skuOf(first.identity);
}

/** Whether an entry of the hub is none, or only zeros. */
const isZeroOrNone = (before: Comparable = {}): boolean =>
	!Object.values(before).some((value) => Number(value) > 0);
