import { HubError } from '../../api/errors';
import { channelOf, skuOf, withSku } from '../../api/rows/row';
import type { Names } from '../../api/snapshot/names';
import type { HubEntry, Snapshot } from '../../api/snapshot/snapshot';
import type { MissingInList } from './settings';

/** What is known beside an entry that no row is about. */
export interface Beside {
	names: Names;
	snapshot: Pick<Snapshot, 'relativesOf' | 'hasUnknownOwner'>;
	/** Whether an item, a row, a channel or an account is not resolved: it may mean any entry. */
	hasUnresolved: boolean;
}

/**
 * All that keeps an entry of the hub from being deleted, set to zero or reported as missing: the first that
 * holds. `asNamed`: it counts as named by the list. `held`: it is held, if it would change.
 */
const conditions: ReadonlyArray<{
	name: string;
	keeps: 'asNamed' | 'held';
	/** Why; of one that counts as named nobody is told. */
	holds: (entry: HubEntry, beside: Beside) => string | boolean;
}> = [
	{
		name: 'a row names it, if only one that cannot be compared',
		keeps: 'asNamed',
		holds: ({ key }, { names }) => names.has(key),
	},
	{
		name: 'it is in a channel that no row names',
		keeps: 'asNamed',
		holds: ({ identity }, { names }) => channelOf(identity) !== '' && !names.hasChannelOf(identity),
	},
	{
		name: 'a row may mean it in another spelling',
		keeps: 'held',
		holds({ identity }, { names }) {
			const alike = names.alike(identity);
			return (
				alike !== undefined &&
				`the list has the SKU "${skuOf(alike.identity)}", which may be this one in another spelling`
			);
		},
	},
	{
		name: 'its product, or one of its variations, is named in the same channel: records tell',
		keeps: 'asNamed',
		holds: ({ identity }, { names, snapshot }) =>
			snapshot
				.relativesOf(skuOf(identity))
				.some((sku) => names.alike(withSku(identity, sku)) !== undefined),
	},
	{
		name: 'one of its variations is named: a row gives both SKUs',
		keeps: 'asNamed',
		holds: ({ identity }, { names }) => names.hasVariationOf(identity),
	},
	{
		name: 'it is a variation whose product no record tells, so that the list may name that',
		keeps: 'asNamed',
		holds: ({ identity }, { snapshot }) => snapshot.hasUnknownOwner(skuOf(identity)),
	},
	{
		name: 'something of the input is not resolved',
		keeps: 'held',
		holds: (_entry, { hasUnresolved }) =>
			hasUnresolved &&
			'an input item does not say which SKU or channel it is about, or names a channel that the hub does not list, or its credential cannot be resolved; this may be the one',
	},
];

/** What keeps an entry that no row is about; undefined where nothing does, and it may be removed. */
export function whatKeeps(
	entry: HubEntry,
	beside: Beside,
): { keeps: 'asNamed' | 'held'; why: string } | undefined {
	for (const { keeps, holds } of conditions) {
		const why = holds(entry, beside);
		if (why !== false) return { keeps, why: String(why) };
	}
	return undefined;
}

/** Why an entry that would be removed is held. */
export function heldRemoval(why: string, missingInList: MissingInList, dryRun: boolean): HubError {
	const held = dryRun ? 'Would be held' : 'Held';
	const change = missingInList === 'delete' ? 'deleted' : 'set to zero';
	return new HubError('held', `${held}, not ${change}: ${why}`, {
		description: 'Correct the list, or the credential, and run again.',
	});
}
