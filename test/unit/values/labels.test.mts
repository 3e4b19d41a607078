import { expect, test } from 'vitest';
import { titled } from '../../../nodes/MarketplaceHub/api/values/labels.ts';

test.each([
	['Price', 'precoPor', 'Price (`precoPor`)'],
	[undefined, 'precoPor', '`precoPor`'],
])('a message names a value with the label %s and the name %s as %s', (label, name, shown) => {
	expect(titled(label, name)).toBe(shown);
});
