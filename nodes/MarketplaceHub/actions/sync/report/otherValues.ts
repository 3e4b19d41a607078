import type { IDataObject } from 'n8n-workflow';
import { fromComparable, type SyncFields, toComparable } from '../../../api/snapshot/comparable';
import { agrees } from '../../../api/snapshot/differences';
import type { Sending } from '../kind';

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
