import { expect, test } from 'vitest';
import { address } from '../../nodes/MarketplaceHub/api/schemas/kinds/text.ts';

test('an address with Portuguese letters stays valid for as long as n8n runs', () => {
	const { check } = address(250);
	const answers = new Set<boolean>();
	for (let call = 0; call < 20_000; call++)
		answers.add(check.safeParse('https://ação.com/v?q=ç').success);
	expect([...answers]).toEqual([true]);
});
