import type { Stored } from './stored';

/** The records of a list that was read page by page, by key. */
export interface Places {
	listed: ReadonlySet<string>;
	/** Those that stood in several places: they moved meanwhile. */
	moved: ReadonlySet<string>;
}

/** @param keys of all records, as often as they came */
export function placesOf(keys: readonly string[]): Places {
	const listed = new Set<string>();
	const moved = new Set<string>();
	for (const key of keys) (listed.has(key) ? moved : listed).add(key);
	return { listed, moved };
}

/** Takes out what moved while the list was read, and what an earlier pass over it showed only. */
export function forgetMoved(values: Map<string, Stored>, { listed, moved }: Places): void {
	for (const key of values.keys()) if (moved.has(key) || !listed.has(key)) values.delete(key);
}
