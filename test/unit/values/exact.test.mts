import { describe, expect, test } from 'vitest';
import { assertAll, assertExact } from '../../../nodes/MarketplaceHub/shared/typedValues.ts';
import { refusalOf } from '../../support/refusal.mts';

const largest = 9007199254740991;

describe('digits that a number may have lost', () => {
	test.each([[largest + 1], [-largest - 1], [1e300]])('%d is refused', (value) => {
		expect(refusalOf(() => assertExact('idPedido', value)).kind).toBe('invalid');
	});

	test.each<[unknown]>([
		...[[largest], [-largest], [0], [0.1], ['9007199254740993'], [9007199254740993n]],
		...[[null], [undefined], [true], [[largest + 1]]],
	] as [unknown][])('%s is accepted', (value) => {
		expect(() => assertExact('idPedido', value)).not.toThrow();
	});

	test('the refusal names the field and says what to do', () => {
		const { message, description } = refusalOf(() => assertExact('idPedido', largest + 1));
		expect(message).toBe(
			'Order (`idPedido`) is no longer exact as a number, give it as text: got 9007199254740992',
		);
		expect(description).toContain('Make the column text');
	});
});

describe('digits lost somewhere in a value', () => {
	test.each<[unknown, string]>([
		[largest + 1, 'bodyJson'],
		[{ id: largest + 1 }, 'bodyJson.id'],
		[{ lista: [1, 'a', largest + 1] }, 'bodyJson.lista.2'],
		[[{ nome: 'a', pai: null, itens: [{ id: -largest - 1 }] }], 'bodyJson.0.itens.0.id'],
	])('%j is refused for %s', (value, place) => {
		const { message } = refusalOf(() => assertAll(assertExact, place.split('.')[0]!, value));
		expect(message).toContain(`\`${place}\``);
	});

	test.each<[unknown]>([
		[largest],
		['9007199254740993'],
		[null],
		[{ lista: [largest, { id: '9007199254740993' }, null, undefined, true] }],
	])('%j is accepted', (value) => {
		expect(() => assertAll(assertExact, 'bodyJson', value)).not.toThrow();
	});
});
