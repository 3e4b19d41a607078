import { describe, expect, test } from 'vitest';
import { readTaxId } from '../../../nodes/MarketplaceHub/api/values/taxId.ts';
import { isCancelled, isReturned } from '../../../nodes/MarketplaceHub/api/values/statuses.ts';
import { splitLevels, splitTexts } from '../../../nodes/MarketplaceHub/api/values/textLists.ts';

describe('a CPF or CNPJ', () => {
	test.each([
		['529.982.247-25', '52998224725'],
		['12.abc.345/01de-35', '12ABC34501DE35'],
		['12ABC34501DE35', '12ABC34501DE35'],
		['11222333000181', '11222333000181'],
		// a number has lost the zeros in front
		['1234567890', '01234567890'],
		// eleven digits left of a CNPJ that began with three zeros; else a CPF, right or wrong
		['38166000105', '00038166000105'],
		['52998224726', '52998224726'],
		// a CPF as it is printed is none, although its digits are also a CNPJ without zeros
		['381.660.001-05', '38166000105'],
		['191', undefined],
		['1,12223E+13', undefined],
		['***.982.247-**', undefined],
	])('%s is %s', (text, expected) => {
		const id = readTaxId(text);
		expect(typeof id === 'string' ? id : undefined).toBe(expected);
	});
});

test.each<[string, boolean, boolean]>([
	['cancelado', true, false],
	['Cancelado pelo comprador', true, false],
	['CANCELLED', true, false],
	['devolvido', false, true],
	['Parcialmente reembolsado', false, false],
	['em devolução', false, true],
	['refunded', false, true],
	['cancelamento-solicitado', false, false],
	['Não cancelado', false, false],
	['devolução recusada', false, false],
	['entregue', false, false],
	['', false, false],
])('the status %j: cancelled %s, returned %s', (status, cancelled, returned) => {
	expect([isCancelled(status), isReturned(status)]).toEqual([cancelled, returned]);
});

test.each<[string, string[]]>([
	['Moda, Camisetas', ['Moda', 'Camisetas']],
	['a;b,c', ['a', 'b', 'c']],
	['"Casa, Mesa e Banho";"Cozinha"', ['Casa, Mesa e Banho', 'Cozinha']],
	['"5"" tela", nova', ['5" tela', 'nova']],
	['Tela 5", nova', ['Tela 5"', 'nova']],
	['"aberta, e só', ['"aberta', 'e só']],
	['a > b', ['a > b']],
	[' , ;', []],
	['', []],
])('the texts of %j are %j', (text, expected) => {
	expect(splitTexts(text)).toEqual(expected);
});

test.each<[string, string[]]>([
	['Casa, Mesa e Banho > Cozinha', ['Casa, Mesa e Banho', 'Cozinha']],
	['"Casa > Jardim";"Cozinha"', ['Casa > Jardim', 'Cozinha']],
	['"Casa > Jardim" > Cozinha', ['Casa > Jardim', 'Cozinha']],
	['Sala → “Mesa > Banho”', ['Sala', 'Mesa > Banho']],
	['TV 50" > Sala', ['TV 50"', 'Sala']],
	['"Casa, Mesa e Banho" » Cozinha', ['Casa, Mesa e Banho', 'Cozinha']],
	['Moda, Camisetas', ['Moda', 'Camisetas']],
])('the levels of %j are %j', (text, expected) => {
	expect(splitLevels(text)).toEqual(expected);
});
