import { expect, test } from 'vitest';
import {
	eachOrProducts,
	type Missing,
	pagesOf,
	singlyOrList,
} from '../../../nodes/MarketplaceHub/api/reading/howToRead.ts';

const few = 20;

test.each<[asked: Missing, way: ReturnType<typeof singlyOrList>]>([
	// a list of unknown length
	[{ missing: 20, mostSingleReads: few }, 'singly'],
	[{ missing: 21, mostSingleReads: few }, 'list'],
	[{ missing: 21, mostSingleReads: Infinity }, 'singly'],
	[{ missing: 20, mostSingleReads: few, filters: 1 }, 'singly'],
	[{ missing: 21, mostSingleReads: few, filters: 1 }, 'list'],
	[{ missing: 5_000, mostSingleReads: Infinity, filters: 50 }, 'singly'],
	// a list that was read before
	[{ missing: 20, mostSingleReads: few, pages: 1 }, 'singly'],
	[{ missing: 99, mostSingleReads: few, pages: 200 }, 'singly'],
	[{ missing: 100, mostSingleReads: few, pages: 200 }, 'list'],
	[{ missing: 20, mostSingleReads: few, filters: 1, pages: 1 }, 'singly'],
	[{ missing: 350, mostSingleReads: few, filters: 4, pages: 5 }, 'singly'],
	[{ missing: 350, mostSingleReads: few, filters: 4, pages: 4 }, 'list'],
])('%j are read %s', (asked, way) => {
	expect(singlyOrList(asked)).toBe(way);
});

test.each([
	[40, 41, 'each'],
	[40, 40, 'products'],
	[0, 0, 'products'],
])('%i variations are read beside %i products that were not read: %s', (missing, unread, way) => {
	expect(eachOrProducts(missing, unread)).toBe(way);
});

test.each([
	[0, 1],
	[100, 1],
	[101, 2],
])('%i records take %i pages', (records, pages) => {
	expect(pagesOf(records)).toBe(pages);
});
