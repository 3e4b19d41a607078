import type { EndpointName } from '../endpoints';
import type { Hub } from '../hub';
import type { Stored, SyncFields } from './stored';

/** What is to be read of the hub. */
export interface ReadRequest {
	/** What the input wants, by key. */
	wanted: ReadonlyMap<string, Stored>;
	/** Keys that it names without saying what they are to be. */
	named: ReadonlySet<string>;
	fields: SyncFields;
	/** Also what the input does not name; else only what it takes to compare. */
	others: boolean;
	/** Also how much the hub holds in all. */
	size: boolean;
}

/** What the hub holds. */
export interface Reading {
	/** By key, what it holds of what is wanted. */
	values: ReadonlyMap<string, Stored>;
	/** By key, what only the hub holds; empty unless asked for. */
	others: ReadonlyMap<string, Stored>;
	/** How many entries the input names of how many in the hub, where asked for. */
	whole?: { named: number; inHub: number };
	/** How it was read, and why so, in a sentence for the user. */
	way: string;
}

/** One way of reading a kind of data. */
export type Read<Name extends EndpointName> = (
	hub: Hub<Name>,
	request: ReadRequest,
) => Promise<Reading>;

/** The way of a run with nothing to compare. */
export const nothing = 'Read: nothing, because no entry can be compared.';

/** Reads under way at the same time. */
export const concurrency = 5;

/**
 * Whether to read a list to its end rather than look up what its first page does not answer.
 * @param pagesLeft requests that the rest of the list takes
 * @param lookups requests that looking up takes at most
 */
export const listIsCheaper = (pagesLeft: number, lookups: number): boolean => pagesLeft <= lookups;

/** Requests that the rest of a list takes after its first page. */
export const pagesAfter = (firstPage: number, total: number | undefined): number =>
	total === undefined || firstPage === 0 ? 0 : Math.max(0, Math.ceil(total / firstPage) - 1);
