import type { IDataObject } from 'n8n-workflow';
import type { HubError } from './errors';
import chunk from 'lodash/chunk';

/** One entry of a write, checked and ready to be sent. */
export interface Entry {
	/** The input item that gave it. */
	itemIndex: number;
	/** Where it stood among all entries of the run. */
	position: number;
	/** The fields that say which entry a result is about, in the result's own names. */
	identity: Identity;
	/** What is sent. */
	body: Record<string, unknown>;
	/** The SKU that has to be processed before this one. */
	after?: string;
}

/** Fields of a result that say which entry it is about, e.g. `sku`. */
export type Identity = Record<string, string | number>;

/** What became of an entry, or of several that share it. */
export interface EntryResult {
	/** The input items it came from. */
	itemIndexes: number[];
	/** Where its entry stood among all entries of the run; none for what is about no entry. */
	position?: number;
	json: IDataObject;
	/** Why it did not succeed; follows the node's On Error setting. */
	failure?: HubError;
}

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

/**
 * Links what the hub says about entries with the entries: by key, several with the same key in
 * order of appearance (design: Readings of the reference).
 * @returns for each entry its answer if there is one, and the answers that belong to none
 */
export function matchByKey<Entry, Answer>(
	entries: readonly Entry[],
	answers: readonly Answer[],
	keyOfEntry: (entry: Entry) => string,
	keyOfAnswer: (answer: Answer) => string,
): { matched: Array<Answer | undefined>; unmatched: Answer[] } {
	const waiting = new Map<string, number[]>();
	entries.forEach((entry, index) => {
		const key = keyOfEntry(entry);
		const indexes = waiting.get(key);
		if (indexes === undefined) waiting.set(key, [index]);
		else indexes.push(index);
	});
	const matched = new Array<Answer | undefined>(entries.length).fill(undefined);
	const unmatched = answers.filter((answer) => {
		const index = waiting.get(keyOfAnswer(answer))?.shift();
		if (index !== undefined) matched[index] = answer;
		return index === undefined;
	});
	return { matched, unmatched };
}
