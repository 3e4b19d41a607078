import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Row } from '../../api/rows/row';
import type { Blocker } from '../../api/send/rowOrder';
import { sendRows } from '../../api/send/sendRows';
import { progressOf } from './progress';

/**
 * Sends rows one after another, each in a request of its own.
 * @param work gives the row's result; where it gives none, or fails, the result is the row's identity
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
