import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchByKey } from '../../nodes/MarketplaceHub/api/batches/results.ts';

const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');

test('what the hub says is matched by key, in order of appearance; the rest stays open, and none is lost', () => {
	fc.assert(
		fc.property(fc.array(key), fc.array(key), (entries, keys) => {
			const notes = keys.map((name, index) => ({ name, index }));
			const { matched, unmatched } = matchByKey(
				entries,
				notes,
				(entry) => entry,
				({ name }) => name,
			);
			expect(matched).toHaveLength(entries.length);
			for (const one of new Set([...entries, ...keys])) {
				const own = notes.filter(({ name }) => name === one);
				const found = matched.filter((_note, index) => entries[index] === one);
				expect(found).toEqual(found.map((_note, index) => own[index]));
				expect(unmatched.filter(({ name }) => name === one)).toEqual(own.slice(found.length));
			}
		}),
	);
});
