import { expect, test } from 'vitest';
import {
	above,
	fewest,
	largeShare,
	shareOf,
} from '../../../nodes/MarketplaceHub/actions/sync/guards/shares.ts';
import type { Compared } from '../../../nodes/MarketplaceHub/actions/sync/change.ts';
import { held, row, times } from './rows.mts';

const isHeld = ({ failure }: Compared) => failure === held;
const share = { of: () => true, counts: isHeld, what: 'rows (%) are held' };
const rows = (count: number, others: number) => [
	...times(count, { failure: held }),
	...times(others, {}),
];

test('a share means something from ten entries on', () => {
	expect(fewest).toBe(10);
});

test.each([
	[2, 10, undefined],
	[3, 10, '3 of 10 rows (30 %) are held'],
	[1, 3, '1 of 3 rows (33,3 %) are held'],
	[0, 0, undefined],
])('%d of %d above 20 %%', (count, all, said) => {
	expect(above(20, count, all, 'rows (%) are held')).toBe(said);
});

test.each<[string, Compared[], object, string | undefined]>([
	['a large one', rows(3, 7), {}, '3 of 10 rows (30 %) are held'],
	['a small one', rows(2, 8), {}, undefined],
	['of fewer than least', rows(3, 6), { least: 10 }, undefined],
	['of as many as least', rows(3, 7), { least: 10 }, '3 of 10 rows (30 %) are held'],
	['of some rows only', rows(3, 7), { of: isHeld }, '3 of 3 rows (100 %) are held'],
	['a single one', rows(1, 1), {}, '1 of 2 rows (50 %) are held'],
	['a single one that is spared', rows(1, 1), { sparesOne: true }, undefined],
	['the only one', rows(1, 0), { sparesOne: true }, '1 of 1 rows (100 %) are held'],
	[
		'two where one would be spared',
		rows(2, 0),
		{ sparesOne: true },
		'2 of 2 rows (100 %) are held',
	],
	['none where one would be spared', rows(0, 2), { sparesOne: true }, undefined],
	[
		'a single one that the list does not name',
		[row({ failure: held, itemIndexes: [] }), row()],
		{ sparesOne: true },
		'1 of 2 rows (50 %) are held',
	],
])('%s', async (_what, all, part, said) => {
	expect(await largeShare(all, 20, { ...share, ...part })).toBe(said);
	expect(await shareOf({ ...share, ...part })({ compared: all }, 20)).toBe(said);
});
