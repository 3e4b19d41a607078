import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchByKey } from '../../nodes/MarketplaceHub/api/batches/results.ts';

interface Note {
	key: string;
	text: string;
}

const link = (entries: string[], notes: Note[]) =>
	matchByKey(
		entries,
		notes,
		(entry) => entry,
		({ key }) => key,
	);

describe('matching what the hub says with what was sent', () => {
	test('by key, whatever the order', () => {
		const notes = [
			{ key: 'b', text: 'B' },
			{ key: 'a', text: 'A' },
		];
		expect(link(['a', 'b'], notes)).toEqual({ matched: [notes[1], notes[0]], unmatched: [] });
	});

	test('the same key several times: in order of appearance', () => {
		const notes = [
			{ key: 'a', text: 'first' },
			{ key: 'b', text: 'B' },
			{ key: 'a', text: 'second' },
		];
		expect(link(['a', 'a', 'b'], notes).matched.map((note) => note?.text)).toEqual([
			'first',
			'second',
			'B',
		]);
	});

	test('what is missing stays open, what is too much is not lost', () => {
		const notes = [
			{ key: 'a', text: 'A' },
			{ key: 'a', text: 'again' },
			{ key: 'x', text: 'stranger' },
		];
		expect(link(['a', 'b'], notes)).toEqual({
			matched: [notes[0], undefined],
			unmatched: [notes[1], notes[2]],
		});
	});

	test('keys such as __proto__ and constructor are keys like any other', () => {
		const notes = [
			{ key: 'constructor', text: 'C' },
			{ key: '__proto__', text: 'P' },
		];
		expect(link(['__proto__', 'constructor'], notes).matched.map((note) => note?.text)).toEqual([
			'P',
			'C',
		]);
	});

	test('no note is lost, doubled or given to another key', () => {
		const key = fc.constantFrom('a', 'b', 'c', 'd');
		fc.assert(
			fc.property(fc.array(key), fc.array(key), (entries, keys) => {
				const notes = keys.map((name, index) => ({ key: name, text: String(index) }));
				const { matched, unmatched } = link(entries, notes);
				expect(matched).toHaveLength(entries.length);
				matched.forEach(
					(note, index) => note === undefined || expect(note.key).toBe(entries[index]),
				);
				const used = [...matched.filter((note) => note !== undefined), ...unmatched];
				expect(used.map(({ text }) => Number(text)).sort((a, b) => a - b)).toEqual(
					notes.map((_, index) => index),
				);
			}),
		);
	});
});
