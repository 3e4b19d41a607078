import { expect, test } from 'vitest';
import { addTo } from '../../../nodes/MarketplaceHub/api/values/lists.ts';

test('values under a key are listed in the order in which they come', () => {
	const rows = new Map<string, number[]>();
	for (const [sku, row] of [
		['A', 1],
		['B', 2],
		['A', 3],
		['A', 1],
	] as const)
		addTo(rows, sku, row);
	expect([...rows]).toEqual([
		['A', [1, 3, 1]],
		['B', [2]],
	]);
});
