import partition from 'lodash/partition';
import { addTo } from '../values/lists';

/**
 * Links the hub's answers with the entries: by key, several with the same key in order of appearance. Answers with
 * other keys may write them in other capitals.
 * @returns for each entry its answer if there is one, and the answers that belong to none
 */
export function matchByKey<Item, Answer>(
	entries: readonly Item[],
	answers: readonly Answer[],
	keyOfEntry: (entry: Item) => string,
	keyOfAnswer: (answer: Answer) => string,
): { matched: Array<Answer | undefined>; unmatched: Answer[] } {
	const matched = new Array<Answer | undefined>(entries.length).fill(undefined);
	const unmatchedBy = (spell: (key: string) => string, left: readonly Answer[]) => {
		const waiting = new Map<string, number[]>();
		entries.forEach((entry, index) => {
			if (matched[index] === undefined) addTo(waiting, spell(keyOfEntry(entry)), index);
		});
		return left.filter((answer) => {
			const index = waiting.get(spell(keyOfAnswer(answer)))?.shift();
			if (index !== undefined) matched[index] = answer;
			return index === undefined;
		});
	};
	const left = unmatchedBy(String, answers);
	if (left.length === 0) return { matched, unmatched: left };
	const known = new Set(entries.map(keyOfEntry));
	const [further, others] = partition(left, (answer) => known.has(keyOfAnswer(answer)));
	return { matched, unmatched: [...further, ...unmatchedBy(inSmallLetters, others)] };
}

/** A key that is the same for all capitals. */
export const inSmallLetters = (key: unknown): string => String(key).toLowerCase();
