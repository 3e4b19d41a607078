import { expect, test } from 'vitest';
import { Unread } from '../../../nodes/MarketplaceHub/api/values/cellReaders.ts';
import { type CellKindName, readCell } from '../../../nodes/MarketplaceHub/api/values/cells.ts';
import { splitLevels } from '../../../nodes/MarketplaceHub/api/values/textLists.ts';

const zone = 'America/Sao_Paulo';
const read = (kind: CellKindName, value: unknown) => {
	const cell = readCell(kind, value, { zone });
	return cell instanceof Unread ? 'unread' : cell;
};

/* Odd and valid ways in which people type a value. */
test.each<[CellKindName, unknown, unknown]>([
	['price', ',99', 0.99],
	['price', '.99', 0.99],
	['price', 'R$ ,50', 0.5],
	['price', 'R$\u00a01.199,90', 1199.9],
	['price', ',', 'unread'],
	['pieces', '10,0', 10],
	['pieces', '="1.500"', 1500],
	['yesNo', 'Y', true],
	['yesNo', 'Ativa', true],
	['yesNo', 'INATIVA', false],
	['yesNo', 'verdadeira', true],
	['yesNo', 'falsa', false],
	['yesNo', '1.0', true],
	['yesNo', '0,0', false],
	['yesNo', '1.5', 'unread'],
	['yesNo', 'x', 'unread'],
	['dateTime', '26/11/2026 10h', '2026-11-26T10:00:00.000-03:00'],
	['dateTime', '26/11/2026 às 9h', '2026-11-26T09:00:00.000-03:00'],
	['dateTime', '26/11/2026 10h30min', '2026-11-26T10:30:00.000-03:00'],
	['dateTime', '26/11/2026 10', 'unread'],
	['dateTime', '26/11/26', 'unread'],
	['dateTimeEnd', 46352, '2026-11-26T23:59:59.999-03:00'],
	['day', '46352,75', '2026-11-26'],
	['list', '“Casa, Mesa e Banho”; “Cozinha”', ['Casa, Mesa e Banho', 'Cozinha']],
	['list', '"a""b", c', ['a"b', 'c']],
	['list', '“a', ['“a']],
	['list', '#N/D', 'unread'],
	['list', 'TV 32” LED, TV 40”', ['TV 32” LED', 'TV 40”']],
	['ean', 12345678905, '012345678905'],
	['taxId', '12.abc.345/01de-35', '12ABC34501DE35'],
	['taxId', '1,12223E+13', 'unread'],
	['accessKey', '3,52608E+43', 'unread'],
	['dateTime', '26/11/2026 - 10:00', '2026-11-26T10:00:00.000-03:00'],
	['dateTime', '26/11/2026 as 10:00', '2026-11-26T10:00:00.000-03:00'],
	['dateTime', '26\u201111\u20112026', '2026-11-26T00:00:00.000-03:00'],
	['dateTime', '26 de novembro de 2026', '2026-11-26T00:00:00.000-03:00'],
	['dateTime', '1º de março de 2026 às 8h', '2026-03-01T08:00:00.000-03:00'],
	['dateTime', '1° de março de 2026', '2026-03-01T00:00:00.000-03:00'],
	['day', '1o mar. 2026', '2026-03-01'],
	['day', 'Quinta feira, 26 de nov. de 2026', '2026-11-26'],
	['dateTime', 'qui, 26/11/2026 10:00', '2026-11-26T10:00:00.000-03:00'],
	['dateTime', 'Quinta-feira, 26 de nov. de 2026', '2026-11-26T00:00:00.000-03:00'],
	['dateTime', '26/nov/2026 23:59', '2026-11-26T23:59:00.000-03:00'],
	['dateTime', '26-fev-2026', '2026-02-26T00:00:00.000-03:00'],
	['dateTime', '26 nova 2026', 'unread'],
	['dateTime', '26/nov/26', 'unread'],
	['dateTime', 20261326, 'unread'],
	['dateTime', '00000000', null],
	['day', '  /  /    ', null],
	['dateTimeEnd', '-', null],
	['dateTime', '2026-11-26 10:00:00 UTC', '2026-11-26T07:00:00.000-03:00'],
	['dateTime', '26/11/2026 10:00 GMT-3', '2026-11-26T10:00:00.000-03:00'],
	['dateTime', '26/11/2026 10:00 GMT-03:00', '2026-11-26T10:00:00.000-03:00'],
	// AM and PM stand behind months before days
	['dateTime', '02/01/2026 2:30 PM', 'unread'],
	['yesNo', 'V', true],
	['yesNo', 'F', false],
	['yesNo', 't', true],
	['yesNo', 'Habilitado', true],
	['yesNo', 'Desativada', false],
	['yesNo', 'Desligado', false],
	['taxId', 'CPF 529.982.247-25', '52998224725'],
	['taxId', 'CPF: 529.982.247-25', '52998224725'],
	['taxId', 'CNPJ nº 12.ABC.345/01DE-35', '12ABC34501DE35'],
	['taxId', 'CPF/CNPJ: 11.222.333/0001-81', '11222333000181'],
	['taxId', "'52998224725", '52998224725'],
	['sku', "'0789", '0789'],
	['sku', "'ABC", "'ABC"],
	['id', "'123", 123],
	['text', "'80 anos", "'80 anos"],
	['ean', '978-85-359-0277-5', '9788535902775'],
	['number', '15%', 15],
	['number', '12,5 %', 12.5],
	['price', '15%', 'unread'],
	['id', '1.234.567', 1234567],
	['id', '100 123 456', 100123456],
	['id', '1.234', 'unread'],
	['list', 'verão\npraia; "sol, e mar"\r\nférias', ['verão', 'praia', 'sol, e mar', 'férias']],
])('%s of %j is %j', (kind, value, expected) => {
	expect(read(kind, value)).toEqual(expected);
});

test.each([
	['“Casa, Mesa e Banho”; “Cozinha”', ['Casa, Mesa e Banho', 'Cozinha']],
	['“Casa, Mesa” > “Copos”', ['Casa, Mesa', 'Copos']],
	['“A > B”, C', ['A > B', 'C']],
])('the levels of %s', (text, levels) => {
	expect(splitLevels(text)).toEqual(levels);
});
