import { expect, test } from 'vitest';
import { labelled, titled } from '../../../nodes/MarketplaceHub/api/values/names.ts';

test('a message names a field by its label and its column', () => {
	expect(titled('Price', 'precoPor')).toBe('Price (`precoPor`)');
});

test.each([
	['idPedido', 'Order (`idPedido`)'],
	['wholeList', 'Input Is the Whole List (`wholeList`)'],
	['bodyJson.lista.0', '`bodyJson.lista.0`'],
	['toString', '`toString`'],
])('a message names the parameter %s as %s', (name, expected) => {
	expect(labelled(name)).toBe(expected);
});
