import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses } from '../../api/async';
import type { EndpointName } from '../../api/endpoints';
import { type EntryResult, noteOnRows, skuOf } from '../../api/rows/row';
import {
	fromComparable,
	noValues,
	type SyncFields,
	toComparable,
} from '../../api/comparison/comparable';
import { agrees } from '../../api/comparison/differences';
import type { OperationContext } from '../operation';
import { type Change, isToSend, isWrite, type WayName, wayNames, type Write } from './change';
import type { Sending, Sync, SyncKind } from './kind';
import { columnsOf } from './report/columns';
import type { Planned } from './report/estimate';

/** The outcomes of changes. */
export interface Applied {
	/** Of each that is to be sent, or would be without a failure. */
	sendings: ReadonlyMap<Change, Sending<Change>>;
	/** Failures that the hub tells without a SKU; failures of other SKUs are left out. */
	further: readonly EntryResult[];
}

const isSentBy =
	(way: WayName) =>
	(change: Change): change is Write =>
		change.does === way && isToSend(change);

/** The writes of a run, for the estimate of a dry run. */
export const plannedWrites = (changes: readonly Change[], { ways }: SyncKind): Planned[] =>
	wayNames.flatMap((name) => {
		const way = ways[name];
		return way === undefined ? [] : [{ ...way, writes: changes.filter(isSentBy(name)) }];
	});

/** Sends the changes, way by way, and notes the outcome of each. */
export async function apply<Name extends EndpointName>(
	context: OperationContext<Name>,
	changes: readonly Change[],
	{ ways }: Sync<Name>,
): Promise<Applied> {
	const sendings = new Map<Change, Sending<Change>>();
	await eachWithPauses(changes, (change) => {
		if (isWrite(change) || change.does === 'notCompared') sendings.set(change, sendingOf(change));
	});
	const all = [...sendings.values()];
	const further: EntryResult[] = [];
	for (const name of wayNames) {
		const isOfWay = isSentBy(name);
		const sent = all.filter((sending): sending is Sending => isOfWay(sending.change));
		if (sent.length === 0) continue;
		const inOrder = sortBy(sent, ({ change }) => change.follows !== undefined);
		const answered = await ways[name]?.send(context, inOrder, all);
		for (const result of noteOnRows(answered ?? [])) further.push(result);
	}
	return { sendings, further: further.flatMap(furtherResult) };
}

function sendingOf(change: Change): Sending<Change> {
	const { itemIndexes, position, identity, failure } = change;
	const body = 'body' in change ? change.body : undefined;
	return { change, itemIndexes, position, identity, body: body ?? noValues, failure };
}

function furtherResult({ json, failure, ...about }: EntryResult): EntryResult[] {
	if (failure === undefined || skuOf(json) !== '') return [];
	const status = failure.outcome ?? 'refused';
	const fields = { ...columnsOf({ status, failure }), ...pick(json, 'batchId') };
	return [{ ...about, json: fields, failure }];
}

/**
 * Notes on a change that was sent the values that the hub confirms instead, where they differ.
 * @param confirmed entries of the hub's answer about the change
 */
export function noteOtherValues(
	sending: Sending,
	confirmed: readonly IDataObject[],
	fields: SyncFields,
): void {
	const other = confirmed
		.map((entry) => toComparable(entry, fields))
		.find((values) => !agrees(sending.change.after, values));
	if (other === undefined) return;
	const values = Object.entries(fromComparable(other, fields)).map(
		([name, value]) => `${name} ${String(value)}`,
	);
	sending.note = `The hub confirms ${values.join(', ')}`;
}
