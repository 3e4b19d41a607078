import type { IDataObject } from 'n8n-workflow';
import { sendRows } from '../../api/batches/send';
import type { Blocker } from '../../api/batches/turns';
import type { Row } from '../../api/entries';

/**
 * Sends rows of which each is a request of its own, one after another.
 * @param work gives the row's result; without one that is its identity
 */
export async function sendSingly(
	rows: readonly Row[],
	work: (row: Row) => Promise<IDataObject | void>,
	blockersOf?: (row: Row) => readonly Blocker[],
): Promise<void> {
	await sendRows(rows, {
		most: 1,
		blockersOf,
		async send(part) {
			for (const row of part) {
				row.result = row.identity;
				row.result = (await work(row)) ?? row.identity;
			}
		},
	});
}
