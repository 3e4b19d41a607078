import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import type { EndpointName } from '../../api/endpoints';
import { type EntryResult, noteOnRows, skuOf } from '../../api/rows/row';
import type { OperationContext } from '../operation';
import { type Change, isSent, type WayName, wayNames } from './change';
import { withColumns } from './report/columns';
import type { Planned } from './report/estimate';
import type { Sync, SyncKind } from './kind';

/** The changes that are sent in this way. */
const sentBy = (changes: readonly Change[], way: WayName): Change[] =>
	changes.filter((change) => change.does === way && isSent(change) && change.sameAs === undefined);

/** The writes of a run, for the estimate of a dry run. */
export const plannedWrites = (changes: readonly Change[], { ways }: SyncKind): Planned[] =>
	wayNames.flatMap((name) => {
		const way = ways[name];
		return way === undefined ? [] : [{ ...way, rows: sentBy(changes, name) }];
	});

/**
 * Sends the changes, way by way, and notes on each its result.
 * @returns failures that the hub tells without a SKU; what it says of other SKUs is left out
 */
export async function apply<Name extends EndpointName>(
	context: OperationContext<Name>,
	changes: readonly Change[],
	{ ways }: Sync<Name>,
): Promise<EntryResult[]> {
	const all = changes.filter(({ sameAs }) => sameAs === undefined);
	const told: EntryResult[] = [];
	for (const name of wayNames) {
		const sent = sentBy(changes, name);
		if (sent.length === 0) continue;
		// the values of a product hold for its variations: theirs come after it
		const inOrder = sortBy(sent, ({ followsProduct }) => followsProduct === true);
		const further = await ways[name]?.send(context, inOrder, all);
		for (const result of noteOnRows(further ?? [])) told.push(result);
	}
	return told.flatMap(({ json, failure, ...about }): EntryResult[] => {
		if (failure === undefined || skuOf(json) !== '') return [];
		const status = failure.outcome ?? 'refused';
		const fields = withColumns({ status, ...pick(json, 'batchId') }, { failure });
		return [{ ...about, json: fields, failure }];
	});
}
