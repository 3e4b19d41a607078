import type { EndpointName } from '../endpoints';
import { HubError } from '../errors';
import type { Hub } from '../hub';
import { toNumber } from '../values/checks';

/** What is to be read of the hub. */
export interface ReadRequest {
	/** What the input wants, by key. */
	wanted: ReadonlyMap<string, Comparable>;
	/** All that it names, also without saying what it is to be, in comparable form. */
	named: ReadonlyMap<string, string>;
	fields: SyncFields;
	/** Also what the input does not name; else only what it takes to compare. */
	others: boolean;
	/** Also how much the hub holds in all. */
	countsAll: boolean;
}

/** What the hub holds. */
export interface Reading {
	/** By key, what it holds of what is wanted. */
	values: ReadonlyMap<string, Comparable>;
	/** By key, what only the hub holds; empty unless asked for. */
	others: ReadonlyMap<string, Comparable>;
	/** How many entries the input names of how many in the hub, where asked for. */
	whole?: { named: number; inHub: number };
}

/** One way of reading a kind of data. */
export type Read<Name extends EndpointName> = (
	hub: Hub<Name>,
	request: ReadRequest,
) => Promise<Reading>;

/**
 * So many keys are looked up one by one. More are read from the list of all; what it does not show is
 * looked for once more, because records move from page to page while others come and go: one by one
 * where these are few, else on the pages of the list.
 */
export const few = 20;

/** What a read gives; undefined for what the hub does not have, or cannot be asked for. */
export async function orNotFound<Answer>(reading: Promise<Answer>): Promise<Answer | undefined> {
	return await reading.catch((error: unknown) => {
		if (error instanceof HubError && (error.httpStatus === 404 || error.kind === 'invalid'))
			return undefined;
		throw error;
	});
}

/** What a field counts: prices are stored in cents, stock in whole units. */
export type Unit = 'cents' | 'units';

/** The fields that are compared, by name. */
export type SyncFields = Readonly<Record<string, Unit>>;

/** Values as the hub stores them, by field: whole numbers of cents or units. */
export type Comparable = Readonly<Record<string, number>>;

const perUnit: Readonly<Record<Unit, number>> = { cents: 100, units: 1 };

/** The fields of a record that hold a number, text or number alike, as the hub stores them. */
export function toComparable(
	record: Readonly<Record<string, unknown>>,
	fields: SyncFields,
): Comparable {
	const stored: Record<string, number> = {};
	for (const [name, unit] of Object.entries(fields)) {
		const value = toNumber(record[name]);
		if (typeof value !== 'number' || !Number.isFinite(value)) continue;
		// 1.005 * 100 is 100.49999999999999
		stored[name] = Math.round(Number((value * perUnit[unit]).toPrecision(12)));
	}
	return stored;
}

/** Comparable values as they are sent and shown: prices in BRL, stock in units. */
export function fromComparable(stored: Comparable, fields: SyncFields): Record<string, number> {
	return Object.fromEntries(
		Object.entries(stored).map(([name, value]) => [name, value / perUnit[fields[name] ?? 'units']]),
	);
}

/** Whether the hub holds all values that are wanted. */
export const holds = (hub: Comparable, wanted: Comparable): boolean =>
	Object.entries(wanted).every(([name, value]) => hub[name] === value);

/** Requests by endpoint; repeats of one count once. */
export type RequestCounts = Partial<Record<EndpointName, number>>;

/** The same hub, counting the requests that are asked of it. */
export function countedHub<Name extends EndpointName>(
	hub: Hub<Name>,
): { hub: Hub<Name>; counts: Readonly<RequestCounts> } {
	const counts: RequestCounts = {};
	return {
		hub: {
			account: async () => await hub.account(),
			async request(name, input, answer) {
				counts[name] = (counts[name] ?? 0) + 1;
				return await hub.request(name, input, answer);
			},
		},
		counts,
	};
}
