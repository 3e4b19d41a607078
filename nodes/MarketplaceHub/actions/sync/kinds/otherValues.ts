import compact from 'lodash/compact';
import type { IDataObject } from 'n8n-workflow';
import {
	agrees,
	fromComparable,
	type SyncFields,
	toComparable,
} from '../../../api/snapshot/comparable';
import type { Change } from '../change';

/**
 * Notes on a row that was sent what the hub confirms instead of its values, where that differs.
 * @param confirmed entries of the hub's answer about the row
 */
export function noteOtherValues(
	row: Change,
	confirmed: readonly IDataObject[],
	fields: SyncFields,
): void {
	const other = confirmed
		.map((entry) => toComparable(entry, fields))
		.find((values) => !agrees(row.after, values));
	if (other === undefined) return;
	const values = Object.entries(fromComparable(other, fields)).map(
		([name, value]) => `${name} ${String(value)}`,
	);
	row.note = compact([row.note, `The hub confirms ${values.join(', ')}`]).join('; ');
}
