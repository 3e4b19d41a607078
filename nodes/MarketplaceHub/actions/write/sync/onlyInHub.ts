import mapValues from 'lodash/mapValues';
import { eachWithPauses } from '../../../api/async';
import type { Channels } from '../../../api/channels';
import { HubError } from '../../../api/errors';
import { channelOf, skuOf } from '../../../api/rows/row';
import { type Comparable, hasValues } from '../../../api/comparable';
import { knownChannels } from '../../../api/reading/channelNotes';
import { NamedEntries } from '../../../api/reading/namedEntries';
import type { Reading } from '../../../api/reading/reading';
import { namesNothing } from '../../../api/values/spreadsheet';
import type { NodeContext } from '../../operation';
import { compareRow } from './compare';
import type { MissingInList } from './syncProperties';
import type { SyncKind } from './syncKind';
import { hold, none, type SyncRow } from './syncRow';

/** The rows that name a thing, also invalid ones. */
export async function namedBy(rows: readonly SyncRow[]): Promise<NamedEntries<SyncRow>> {
	const named = new NamedEntries<SyncRow>();
	await eachWithPauses(rows, (row) => {
		if (row.key !== '') named.add(row, row.ofProduct);
	});
	return named;
}

/**
 * Whether a row, or an item that could not be read, does not say which thing it is about; nor does one that names a channel
 * which the hub does not list.
 * @param rows all rows of the list, compared with the hub
 * @param itemIndexes all items: one without a row may have lost its list
 * @param channels of the account, where entries are about one
 */
export async function someRowNamesNothing(
	{ hasUnresolved }: Pick<NodeContext, 'hasUnresolved'>,
	rows: readonly SyncRow[],
	itemIndexes: readonly number[],
	channels?: Channels,
): Promise<boolean> {
	const known = await knownChannels(channels);
	const isInNoChannel = ({ identity }: SyncRow) => known?.has(channelOf(identity)) === false;
	const withoutRow = new Set(itemIndexes);
	let hasNameless = hasUnresolved === true;
	await eachWithPauses(rows, (row) => {
		row.itemIndexes.forEach((itemIndex) => withoutRow.delete(itemIndex));
		hasNameless ||= row.key === '' || isInNoChannel(row) || isNamedByNothing(row.sameAs ?? row);
	});
	return hasNameless || withoutRow.size > 0;
}

/**
 * Whether a word for nothing stands in place of a row's name, and the hub has nothing by that name or was not asked:
 * a join of lists may have failed.
 */
const isNamedByNothing = ({ before, identity }: SyncRow) =>
	isZeroOrNone(before) && Object.values(identity).some(namesNothing);

/** How rows that the list does not name are to be treated, and which it may mean all the same. */
interface Unnamed {
	missingInList: MissingInList;
	dryRun: boolean;
	/** Rows of the list that name a thing. */
	named: NamedEntries<SyncRow>;
	/** Whether a row names no thing. */
	hasNameless: boolean;
}

/** Rows for entries that only the hub has. One that the list may mean is neither set to zero nor deleted. */
export async function rowsOfHub(
	onlyInHub: Reading['onlyInHub'],
	{ missingInList, dryRun, named, hasNameless }: Unnamed,
	kind: SyncKind,
): Promise<SyncRow[]> {
	const whyNameless = hasNameless ? byNamelessItem : undefined;
	const rows: SyncRow[] = [];
	await eachWithPauses(onlyInHub, ({ key, identity, values: before }) => {
		if (named.has(key)) return;
		const alike = named.alike(identity);
		const why = alike === undefined ? whyNameless : inAnotherSpelling(alike);
		const row: SyncRow = {
			key,
			itemIndexes: [],
			position: Infinity,
			identity,
			body: none,
			before,
			given: none,
			written: none,
			status: 'onlyInHub',
		};
		if (missingInList !== 'report' && why !== undefined) {
			// it would not change
			if (hasValues(before) && isZeroOrNone(before)) return;
			hold(row, mayBeMeant({ missingInList, dryRun }, why));
		} else if (missingInList === 'delete') {
			row.status = 'change';
			row.way = 'remove';
		} else if (missingInList === 'zero') {
			row.given = mapValues(kind.comparedFields, () => 0);
			compareRow(row, kind);
		}
		rows.push(row);
	});
	return rows;
}

/** Whether an entry of the hub is none, or only zeros. */
const isZeroOrNone = (before: Comparable = {}): boolean =>
	!Object.values(before).some((value) => Number(value) > 0);

const byNamelessItem =
	'an input item does not say which SKU or channel it is about, or names a channel that the hub does not list, or its credential cannot be resolved; this may be the one';
const inAnotherSpelling = ({ identity }: SyncRow) =>
	`the list has the SKU "${skuOf(identity)}", which may be this one in another spelling`;

function mayBeMeant(
	{ missingInList, dryRun }: Pick<Unnamed, 'missingInList' | 'dryRun'>,
	why: string,
) {
	const held = dryRun ? 'Would be held' : 'Held';
	const change = missingInList === 'delete' ? 'deleted' : 'set to zero';
	return new HubError('held', `${held}, not ${change}: ${why}`, {
		description: 'Correct the list, or the credential, and run again.',
	});
}
