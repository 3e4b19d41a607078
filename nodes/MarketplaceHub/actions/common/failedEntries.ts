import type { HubError } from '../../api/errors';
import type { EntryResult } from '../../api/rows/row';
import { listed, shorten, withoutStop } from '../../api/values/text';
import { rowName } from './rowNames';

export type Failed = EntryResult & { failure: HubError };

export const hasFailed = (result: EntryResult): result is Failed => result.failure !== undefined;

/** Where the parts went that the hub took. */
export function batchesIn(results: readonly EntryResult[]): string[] {
	const found = results.filter(
		({ failure }) => failure?.kind !== 'refused' || failure.httpStatus !== 404,
	);
	const batchIds = new Set(found.flatMap(({ json }) => json.batchId ?? []));
	return batchIds.size === 0 ? [] : [`Batches in the hub: ${listed(batchIds)}.`];
}

/** Longest line about a failure, in characters. */
const longestLine = 200;

/** A failure in a line, e.g. `S0: The hub has no such SKU`. */
export const lineOf = (failed: Failed): string =>
	shorten(`${rowName(failed)}: ${withoutStop(failed.failure.message)}`, longestLine);
