import chunk from 'lodash/chunk';

/** Most entries of one request (reference: Limits). */
export const largestRequest = 100;

/**
 * Cuts entries into requests. Entries with the same key never share one, and come in their order:
 * the second ones after all first ones, and so on.
 * @param keyOf what an entry writes to, e.g. its SKU
 */
export function inRequests<Entry>(
	entries: readonly Entry[],
	keyOf: (entry: Entry) => string,
): Entry[][] {
	const rounds: Entry[][] = [];
	const counts = new Map<string, number>();
	for (const entry of entries) {
		const round = counts.get(keyOf(entry)) ?? 0;
		counts.set(keyOf(entry), round + 1);
		(rounds[round] ??= []).push(entry);
	}
	return rounds.flatMap((round) => chunk(round, largestRequest));
}
