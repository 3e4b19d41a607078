import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../../api/rows/row';
import type { Blocker } from '../../api/send/rowOrder';
import { sendRows } from '../../api/send/sendRows';

/**
 * Sends rows of which each is a request of its own, one after another.
 * @param work gives the row's result; without one that is its identity, as where it fails
 */
export async function sendSingly<Sent extends Row>(
	rows: readonly Sent[],
	work: (row: Sent) => Promise<IDataObject | void>,
	blockersOf?: (row: Sent) => readonly Blocker[],
): Promise<void> {
	await sendRows(rows, {
		most: 1,
		blockersOf,
		async send([row]) {
			if (row === undefined) return;
			row.result = row.identity;
			const result = await work(row);
			if (result !== undefined) row.result = result;
		},
	});
}
