import { expect, test } from 'vitest';
import { columnsOf } from '../../../nodes/MarketplaceHub/actions/sync/report/columns.ts';

test('of a whole new product the column shows its prices', () => {
	const fields = { nome: 'Caneca', precoDe: 1399.9, precoPor: 1299, peso: 1, ean: '789' };
	const change = Object.entries(fields).map(([name, after]) => [name, undefined, after] as const);
	expect(columnsOf({ status: 'wouldCreate', change }).change).toBe(
		'new; precoDe: 1399,90; precoPor: 1299,00',
	);
});
