import { expect, test } from 'vitest';
import { isRecord } from '../../../nodes/MarketplaceHub/api/values/objects.ts';

test.each<[unknown, boolean]>([
	[{}, true],
	[{ a: 1 }, true],
	[null, false],
	[[], false],
	['a', false],
	[undefined, false],
])('%j is an object with fields: %s', (value, expected) => {
	expect(isRecord(value)).toBe(expected);
});
