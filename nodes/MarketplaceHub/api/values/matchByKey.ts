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
