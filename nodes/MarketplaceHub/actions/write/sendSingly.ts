import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Row } from '../../api/rows/row';
import type { Blocker } from '../../api/rows/rowOrder';
import { sendRows } from '../../api/rows/sendRows';
import { progressOf } from './progress';

/**
 * Sends rows of which each is a request of its own, one after another.
 * @param work gives the row's result; without one that is its identity, as where it fails
 */
export async function sendSingly<Sent extends Row>(
	node: IExecuteFunctions,
	rows: readonly Sent[],
	work: (row: Sent) => Promise<IDataObject | void>,
	blockersOf?: (row: Sent) => readonly Blocker[],
): Promise<void> {
	await sendRows(rows, {
		most: 1,
		gone: progressOf(node, rows.length).sent,
		blockersOf,
		async send([row]) {
			if (row === undefined) return;
			row.result = row.identity;
			const result = await work(row);
			if (result !== undefined) row.result = result;
		},
	});
}
