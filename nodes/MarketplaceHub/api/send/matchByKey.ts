import { addTo } from '../values/lists';

/**
 * Links the hub's answers with the entries: by key, several with the same key in
 * order of appearance.
 * @returns for each entry its answer if there is one, and the answers that belong to none
 */
export function matchByKey<Item, Answer>(
	entries: readonly Item[],
	answers: readonly Answer[],
	keyOfEntry: (entry: Item) => string,
	keyOfAnswer: (answer: Answer) => string,
): { matched: Array<Answer | undefined>; unmatched: Answer[] } {
	const waiting = new Map<string, number[]>();
	entries.forEach((entry, index) => addTo(waiting, keyOfEntry(entry), index));
	const matched = new Array<Answer | undefined>(entries.length).fill(undefined);
	const unmatched = answers.filter((answer) => {
		const index = waiting.get(keyOfAnswer(answer))?.shift();
		if (index !== undefined) matched[index] = answer;
		return index === undefined;
	});
	return { matched, unmatched };
}
