import { expect, test } from 'vitest';
import {
	howToRead,
	type Missing,
	pagesOf,
	type Way,
} from '../../../nodes/MarketplaceHub/api/reading/howToRead.ts';

const few = 20;

test.each<[asked: Missing, way: Way]>([
	// a list of unknown length
	[{ missing: 20, mostSingleReads: few }, 'each'],
	[{ missing: 21, mostSingleReads: few }, 'list'],
	[{ missing: 21, mostSingleReads: Infinity }, 'each'],
	[{ missing: 20, mostSingleReads: few, filters: 1 }, 'filter'],
	[{ missing: 21, mostSingleReads: few, filters: 1 }, 'list'],
	[{ missing: 5_000, mostSingleReads: Infinity, filters: 50 }, 'filter'],
	// a list that was read before
	[{ missing: 20, mostSingleReads: few, pages: 1 }, 'each'],
	[{ missing: 99, mostSingleReads: few, pages: 200 }, 'each'],
	[{ missing: 100, mostSingleReads: few, pages: 200 }, 'list'],
	[{ missing: 20, mostSingleReads: few, filters: 1, pages: 1 }, 'filter'],
	[{ missing: 350, mostSingleReads: few, filters: 4, pages: 5 }, 'filter'],
	[{ missing: 350, mostSingleReads: few, filters: 4, pages: 4 }, 'list'],
	// variations, which only records show
	[{ missing: 40, unread: 41 }, 'each'],
	[{ missing: 40, unread: 40 }, 'products'],
	[{ missing: 0, unread: 0 }, 'products'],
])('%j are read from %s', (asked, way) => {
	expect(howToRead(asked)).toBe(way);
});

test.each([
	[0, 1],
	[100, 1],
	[101, 2],
])('%i records take %i pages', (records, pages) => {
	expect(pagesOf(records)).toBe(pages);
});
