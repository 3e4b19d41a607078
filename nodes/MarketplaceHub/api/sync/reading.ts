import type { EndpointName } from '../endpoints';
import { HubError } from '../errors';
import type { Hub } from '../hub';
import type { Stored, SyncFields } from './stored';

/** What is to be read of the hub. */
export interface ReadRequest {
	/** What the input wants, by key. */
	wanted: ReadonlyMap<string, Stored>;
	/** All that it names, also without saying what it is to be, in comparable form. */
	named: ReadonlyMap<string, string>;
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
