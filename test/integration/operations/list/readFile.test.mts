import range from 'lodash/range.js';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { extracted, workbook } from '../../../support/spreadsheet.mts';
import { type ListHolds, readFile } from '../../../support/readFile.mts';
import { op } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach();

const readCsv = async (listHolds: ListHolds, file: string | Buffer) =>
	await readFile(at.n8n, listHolds, { file });
const ansi = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');

const three = [
	{ skuProduto: 'A-1', precoDe: '49,90', precoPor: '39,90' },
	{ skuProduto: '0789', precoDe: '1.199,90', precoPor: '999,90' },
];

describe('a .csv file', () => {
	test.each([
		[
			'as Excel in Portuguese saves it',
			ansi('Código;Preço de;Preço promocional\r\nA-1;49,90;39,90\r\n0789;1.199,90;999,90\r\n'),
		],
		[
			'as Google Sheets saves it',
			'Código,Preço de,Preço promocional\nA-1,"49,90","39,90"\n0789,"1.199,90","999,90"',
		],
		[
			'in UTF-8 with its mark',
			'\ufeffCódigo;Preço de;Preço promocional\r\nA-1;49,90;39,90\r\n0789;1.199,90;999,90',
		],
		[
			'with tabs, in UTF-16 as the Unicode text of Excel',
			Buffer.from(
				'\ufeffCódigo\tPreço de\tPreço promocional\r\nA-1\t49,90\t39,90\r\n0789\t1.199,90\t999,90\r\n',
				'utf16le',
			),
		],
		[
			'in UTF-16 with the larger byte first',
			Buffer.from(
				'\ufeffCódigo;Preço de;Preço promocional\r\nA-1;49,90;39,90\r\n0789;1.199,90;999,90\r\n',
				'utf16le',
			).swap16(),
		],
		[
			'with a line that names the separator',
			'sep=|\r\nCódigo|Preço de|Preço promocional\r\nA-1|49,90|39,90\r\n0789|1.199,90|999,90',
		],
		[
			'with a title and blank rows',
			ansi(
				'Tabela, novembro;;\r\n;;\r\nCódigo;Preço de;Preço promocional\r\nA-1;49,90;39,90\r\n;;\r\n0789;1.199,90;999,90\r\n\r\n',
			),
		],
	])('%s', async (_kind, file) => {
		const { read } = await readCsv('prices', file);
		expect(read).toMatchObject([
			{
				rows: three,
				columns: { skuProduto: 'Código', precoDe: 'Preço de', precoPor: 'Preço promocional' },
				unclear: [],
				otherColumns: [],
			},
		]);
		expect(at.hub.log).toEqual([]);
	});

	test.each([
		['an empty one', '', 'lista.csv is empty'],
		['one of blanks', ' \r\n\r\n', 'lista.csv is empty'],
		['a heading alone', 'SKU;Estoque\r\n', 'has a heading, and no row below it'],
		['one without a heading', 'A-1;5\r\nA-2;7\r\n', 'The list has no heading'],
		['a PDF', '%PDF-1.4\nSKU;Estoque', 'lista.csv is no list'],
		['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'lista.csv is no list'],
		['a workbook', Buffer.from('PK\u0003\u0004abc'), 'lista.csv is no text'],
		[
			'an open quotation mark',
			'SKU;Estoque\nA;1\nB;"2\nC;3',
			'a quotation mark in row 3 is never closed',
		],
		[
			'a row of a million cells',
			`SKU;Estoque\n${'x;'.repeat(1e6)}`,
			'row 2 has more than 1000 cells',
		],
		[
			'too many rows',
			`SKU;Estoque\n${range(50_001)
				.map((row) => `A-${row};1`)
				.join('\n')}`,
			'has more than 50000 rows',
		],
	])('that is %s says so', async (_kind, file, why) => {
		const { read, unread } = await readCsv('stock', file);
		expect(read).toEqual([]);
		expect(unread).toMatchObject([{ error: expect.stringContaining(why) }]);
		expect(unread[0]!.description).toMatch(/\S/);
	});

	test('may have 50,000 rows', async () => {
		const file = `SKU;Estoque\n${range(50_000)
			.map((row) => `A-${row};1`)
			.join('\n')}`;
		const [list] = (await readCsv('stock', file)).read;
		expect(list!.rows).toHaveLength(50_000);
	});
});

describe('rows of Extract from File', () => {
	test('have their heading in their names, or below a title', async () => {
		const plain = [
			{ Referência: 1001, Saldo: 5 },
			{ Referência: 'A', Obs: 'x' },
		];
		const { read } = await readFile(at.n8n, 'stock', { rows: plain });
		expect(read).toMatchObject([
			{
				columns: { skuProduto: 'Referência', estoque: 'Saldo' },
				otherColumns: ['Obs'],
				rowsAbove: 0,
				rows: [
					{ skuProduto: 1001, estoque: 5 },
					{ skuProduto: 'A', estoque: null },
				],
			},
		]);
		const late = [...range(1_200).map(() => ({ Referência: 'A' })), { Referência: 'B', Saldo: 5 }];
		expect((await readFile(at.n8n, 'stock', { rows: late })).read).toMatchObject([
			{ columns: { skuProduto: 'Referência', estoque: 'Saldo' } },
		]);
		const below = [
			{ 'Estoque em 28/11': 'Referência', __EMPTY: 'Saldo' },
			{ 'Estoque em 28/11': 1001, __EMPTY: 5 },
		];
		expect((await readFile(at.n8n, 'stock', { rows: below })).read).toMatchObject([
			{
				columns: { skuProduto: 'Referência', estoque: 'Saldo' },
				rowsAbove: 1,
				rows: [{ skuProduto: 1001, estoque: 5 }],
			},
		]);
	});

	test.each(['xlsx', 'xls', 'ods', 'html'] as const)(
		'of a real .%s file with a title, numbers and numbers as text are read',
		async (kind) => {
			const list = [
				['Tabela de preços', null, null],
				['Código', 'Preço de', 'Preço promocional'],
				['0789', '1.199,90', 999.9],
				[1001, 49.9, '39,90'],
			];
			const rows = extracted(workbook(kind, list, [['SKU'], ['other sheet']]));
			const { read } = await readFile(at.n8n, 'prices', { rows });
			expect(read).toMatchObject([{ rowsAbove: 1 }]);
			const [first, second] = read[0]!.rows as IDataObject[];
			expect(first).toEqual({
				skuProduto: '0789',
				precoDe: '1.199,90',
				precoPor: expect.anything(),
			});
			expect(String(first!.precoPor)).toMatch(/^999[.,]9/);
			expect([second!.skuProduto, second!.precoPor].map(String)).toEqual(['1001', '39,90']);
		},
	);

	test('that it could not make of a file say why', async () => {
		const rows = [{ error: 'Cannot read this file: unknown kind' }];
		const { read, unread } = await readFile(at.n8n, 'stock', { rows });
		expect(read).toEqual([]);
		expect(unread).toMatchObject([
			{
				error: 'Extract from File could not read the list: Cannot read this file: unknown kind',
				description: expect.stringContaining('.xlsx'),
			},
		]);
	});
});

test('`Preço` alone fits two fields: it is named, not guessed', async () => {
	const unclear =
		'`Preço` may be List Price (BRL) (`precoDe`) or Sale Price (BRL) (`precoPor`), so it is not taken: call it `precoDe` or `precoPor`.';
	const alone = await readCsv('prices', 'Código;Preço\nA;7');
	expect(alone.unread).toMatchObject([{ description: unclear }]);
	const beside = await readCsv('products', 'Código;Preço;Preço promocional\nA;9;7');
	expect(beside.read).toMatchObject([
		{ rows: [{ skuProduto: 'A', precoPor: '7' }], unclear: [unclear] },
	]);
});

test('rows may come as JSON', async () => {
	const json = JSON.stringify([{ Código: 'A', Saldo: '1' }]);
	const parameters = { ...op('list readFile'), listHolds: 'stock', inputMode: 'json', json };
	expect((await at.n8n.done(parameters)).json()).toMatchObject([
		{ rows: [{ skuProduto: 'A', estoque: '1' }] },
	]);
});
