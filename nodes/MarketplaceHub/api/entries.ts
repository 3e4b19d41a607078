import type { IDataObject } from 'n8n-workflow';
import type { HubError } from './errors';

/** One entry of a write, checked and ready to be sent. */
export interface Entry {
	/** The input item that gave it. */
	itemIndex: number;
	/** Where it stood among all entries of the run. */
	position: number;
	/** The fields that say which entry a result is about, in the result's own names. */
	identity: Identity;
	body: Record<string, unknown>;
	/** The SKU that has to be processed before this one. */
	after?: string;
}

/** Fields of a result that say which entry it is about, e.g. `sku`. */
export type Identity = Record<string, string | number>;

/** What became of an entry, or of several that share it. */
export interface EntryResult {
	itemIndexes: number[];
	/** Where its entry stood among all entries of the run; none for what is about no entry. */
	position?: number;
	json: IDataObject;
	/** Why it failed; follows the node's On Error setting. */
	failure?: HubError;
}
