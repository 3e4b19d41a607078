import { toNumber } from '../values/numbers';

/** What a field counts: prices are stored in cents, stock in whole units. */
export type Unit = 'cents' | 'units';

/** The fields that are compared, by name. */
export type SyncFields = Readonly<Record<string, Unit>>;

/** Values as the hub stores them, by field: whole numbers of cents or units. */
export type Stored = Readonly<Record<string, number>>;

const perUnit: Readonly<Record<Unit, number>> = { cents: 100, units: 1 };

/** The fields of a record that hold a number, text or number alike, as the hub stores them. */
export function toStored(record: Readonly<Record<string, unknown>>, fields: SyncFields): Stored {
	const stored: Record<string, number> = {};
	for (const [name, unit] of Object.entries(fields)) {
		const value = toNumber(record[name]);
		if (typeof value !== 'number' || !Number.isFinite(value)) continue;
		// 1.005 * 100 is 100.49999999999999
		stored[name] = Math.round(Number((value * perUnit[unit]).toPrecision(12)));
	}
	return stored;
}

/** Stored values as they are sent and shown: prices in BRL, stock in units. */
export function fromStored(stored: Stored, fields: SyncFields): Record<string, number> {
	return Object.fromEntries(
		Object.entries(stored).map(([name, value]) => [name, value / perUnit[fields[name] ?? 'units']]),
	);
}

/** Whether the hub holds all values that are wanted. */
export const holds = (hub: Stored, wanted: Stored): boolean =>
	Object.entries(wanted).every(([name, value]) => hub[name] === value);
