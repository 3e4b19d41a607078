import { expect, test } from 'vitest';
import {
	type CellKindName,
	readCell,
	Unread,
} from '../../../nodes/MarketplaceHub/api/values/cells.ts';
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
	['list', 'TV 32” LED, TV 40”', ['TV 32” LED', 'TV 40”']],
	['ean', 12345678905, '012345678905'],
	['taxId', '12.abc.345/01de-35', '12ABC34501DE35'],
	['taxId', '1,12223E+13', 'unread'],
	['accessKey', '3,52608E+43', 'unread'],
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
