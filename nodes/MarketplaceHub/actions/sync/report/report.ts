import compact from 'lodash/compact';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses } from '../../../api/async';
import type { HubError } from '../../../api/errors';
import { type EntryResult, type Row, skuOf } from '../../../api/rows/row';
import {
	fromComparable,
	hasValues,
	noValues,
	type SyncFields,
} from '../../../api/comparison/comparable';
import { valuesThatChange } from '../../../api/comparison/differences';
import { failureJson, saidOnce } from '../../failures/failedItem';
import type { Applied } from '../apply';
import {
	type Change,
	type FieldChange,
	fieldChanges,
	isCompared,
	isOnlyInHub,
	isWrite,
} from '../change';
import type { Desired } from '../desired';
import { type HeldRun, isHold } from '../guards/held';
import type { Sending, SyncKind } from '../kind';
import { columnsOf } from './columns';
import { done, inDryRun, type SyncStatus } from '../statuses';

/** The decisions and outcomes of a run. */
interface Told {
	changes: readonly Change[];
	/** Rows that repeat an earlier one, in the order of the list: each gets the result of that. */
	repeats: Desired['repeats'];
	/** The outcomes of the changes that were sent; left out in a dry run. */
	sendings?: Applied['sendings'];
	heldRun?: HeldRun;
	isOfDryRun: boolean;
}

/** A result for each row and each entry that only the hub has, and one for the run where that is held and none says so. */
export async function reportChanges(
	{ changes, repeats, sendings, heldRun, isOfDryRun }: Told,
	{ comparedFields }: Pick<SyncKind, 'comparedFields'>,
): Promise<EntryResult[]> {
	const results: EntryResult[] = [];
	const tell = (result: EntryResult) => results.push(isOfDryRun ? ofDryRun(result) : result);
	let isHeldTold = heldRun === undefined;
	await eachWithPauses(inListOrder(changes, repeats), (row) => {
		const change = 'repeated' in row ? row.repeated : row;
		if (isOnlyInHub(change) && change.does === 'unchanged') return;
		isHeldTold ||= change.failure === heldRun;
		tell(reportOf(row, change, sendings?.get(change), comparedFields));
	});
	if (!isHeldTold) {
		const json = columnsOf({ status: 'held', failure: heldRun });
		tell({ itemIndexes: [], json, failure: heldRun });
	}
	return results;
}

/** The subject of a result: the row of a change, or a row that repeats it. */
type About = Pick<Row, 'itemIndexes' | 'identity' | 'position'>;

/** A row that wants the same as an earlier one, with the change of that. */
interface Repeat extends About {
	readonly repeated: Change;
}

/** Changes and repeats in the order of the list, then entries that only the hub has. */
function inListOrder(
	changes: readonly Change[],
	repeats: Desired['repeats'],
): ReadonlyArray<Change | Repeat> {
	if (repeats.size === 0) return changes;
	const changeAt = new Map(changes.map((change) => [change.position, change]));
	const all: Array<Change | Repeat> = [...changes];
	for (const [{ itemIndexes, identity, position }, first] of repeats) {
		const repeated = changeAt.get(first.position);
		if (repeated !== undefined) all.push({ itemIndexes, identity, position, repeated });
	}
	// two parts that are in order are merged in one pass
	return all.sort((one, other) =>
		one.position < other.position ? -1 : Number(one.position > other.position),
	);
}

/** The result of a row of a sync; in a dry run, the result that sending would give. */
function reportOf(
	{ itemIndexes, identity }: About,
	change: Change,
	sending: Sending<Change> | undefined,
	fields: SyncFields,
): EntryResult {
	const { failure = change.failure, batchId, note } = sending ?? {};
	const { ownPrices } = change;
	const notes = compact([change.note, note]);
	const glance = {
		status: statusOf(change, failure),
		failure,
		note: notes.length > 0 ? notes.join('; ') : undefined,
		change: changesShown(change, fields),
	};
	const json: IDataObject = { sku: skuOf(identity), ...columnsOf(glance), ...identity };
	addValues(json, change, fields);
	if (batchId !== undefined) json.batchId = batchId;
	if (ownPrices !== undefined) json.productPrices = fromComparable(ownPrices, fields);
	if (glance.note !== undefined) json.note = glance.note;
	return { itemIndexes, json, failure };
}

function statusOf({ does, failure }: Change, sendingFailure: HubError | undefined): SyncStatus {
	if (failure !== undefined) return isHold(failure) ? 'held' : 'notSent';
	if (does === 'notInHub' || does === 'onlyInHub' || does === 'unchanged') return does;
	if (sendingFailure !== undefined) return sendingFailure.outcome ?? 'refused';
	return does === 'notCompared' ? 'notSent' : done[does];
}

/** Whether it breaks a rule, or the hub cannot be read: nobody knows what it would change. */
const isUnsendable = ({ failure }: Change) => failure !== undefined && !isHold(failure);

/** Adds the values that the hub had, and those that are written. */
function addValues(json: IDataObject, change: Change, fields: SyncFields): void {
	const { does, before = noValues } = change;
	if (isUnsendable(change)) return;
	const shown =
		isCompared(change) && does !== 'remove' ? valuesThatChange(before, change.after) : before;
	if (hasValues(shown)) json.before = fromComparable(shown, fields);
	if (isWrite(change) && does !== 'remove') json.after = fromComparable(change.after, fields);
}

/** The fields that change, with values as they are returned. */
function changesShown(change: Change, fields: SyncFields): FieldChange[] {
	if (!isWrite(change) || isUnsendable(change)) return [];
	const shown = (name: string, value: unknown) =>
		value === undefined ? undefined : fromComparable({ [name]: value }, fields)[name];
	return fieldChanges(change).map(([name, was, is]) => [name, shown(name, was), shown(name, is)]);
}

/** A result as a dry run gives it: it says what the run would do, and nothing of it follows On Error. */
function ofDryRun({ failure, json, itemIndexes }: EntryResult): EntryResult {
	json.status = inDryRun(json.status as SyncStatus);
	if (failure === undefined) return { itemIndexes, json };
	return { itemIndexes, json: saidOnce({ ...json, ...failureJson(failure) }, failure) };
}
