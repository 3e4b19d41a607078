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

	test('may have separators, quotation marks and line breaks in quoted cells', async () => {
		const file =
			'SKU;Nome;Descrição\nTV-42;"TV 42""; preta";"Linha 1\r\nLinha 2"\nMESA;Mesa 5" de altura;x';
		expect((await readCsv('products', file)).read).toMatchObject([
			{
				rows: [
					{ skuProduto: 'TV-42', nome: 'TV 42"; preta', descricao: 'Linha 1\r\nLinha 2' },
					{ skuProduto: 'MESA', nome: 'Mesa 5" de altura', descricao: 'x' },
				],
			},
		]);
	});

	test('has the characters of windows-1252', async () => {
		const { read } = await readCsv('products', ansi('SKU;Nome\r\nA;Camisa € ção'));
		expect(read).toMatchObject([{ rows: [{ nome: 'Camisa € ção' }] }]);
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

	test('of an empty sheet say so once', async () => {
		expect((await readFile(at.n8n, 'stock', { rows: [{}] })).unread).toMatchObject([
			{ error: 'The list is empty' },
		]);
		const rows = [
			{ 'A-1': 'A-2', 5: 7 },
			{ 'A-1': 'A-3', 5: 8 },
		];
		expect((await readFile(at.n8n, 'stock', { rows })).unread).toHaveLength(1);
	});
});

describe('a column', () => {
	test("of the field's own name or label wins", async () => {
		const { read } = await readCsv('stock', 'Código;sku;Saldo;Estoque\n1;A;7;5');
		expect(read).toMatchObject([
			{ rows: [{ skuProduto: 'A', estoque: '5' }], otherColumns: ['Código', 'Saldo'], unclear: [] },
		]);
		const labels = await readCsv('prices', 'SKU,List Price (BRL),Sale Price (BRL)\nA,2,1');
		expect(labels.read).toMatchObject([
			{ rows: [{ skuProduto: 'A', precoDe: '2', precoPor: '1' }] },
		]);
	});

	test('of two that people call so, none is taken, and both are named', async () => {
		const { unread } = await readCsv('stock', 'Código;Referência;Saldo\n1;A;7');
		expect(unread).toMatchObject([
			{
				error:
					'No column is taken for SKU (`skuProduto`): the columns are `Código`, `Referência`, `Saldo`',
				description:
					'`Código` and `Referência` may both be SKU (`skuProduto`), so none is taken: call the right one `skuProduto`.',
			},
		]);
		const { read } = await readCsv('products', 'SKU;Nome;Código de barras;GTIN\nA;Caneca;1;2');
		expect(read).toMatchObject([
			{
				columns: { skuProduto: 'SKU', nome: 'Nome' },
				unclear: [
					'`Código de barras` and `GTIN` may both be EAN (`ean`), so none is taken: call the right one `ean`.',
				],
			},
		]);
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

	test('may be given to variations and their product', async () => {
		const file =
			'Código;SKU da variação;Tamanho;Preço de;Preço por\nC;C-P;P;9,90;7,90\nC;C-M;M;9,90;7,90';
		const { read } = await readCsv('products', file);
		expect(read).toMatchObject([
			{ rows: [{ skuProduto: 'C', skuVariacao: 'C-P', tamanho: 'P' }, {}] },
		]);
	});

	test.each([
		['prices', 'Código;valor total\nA;7', '`precoDe` may be called precoDe, De'],
		['stock', 'codigoX;valor\nA;7', 'Write the names of the columns above the rows'],
		['products', 'SKU;Obs\nA;7', 'Give columns with what is to change'],
	] as const)('that %s need and the list lacks is asked for', async (listHolds, file, advice) => {
		const { unread } = await readCsv(listHolds, file);
		expect(unread).toMatchObject([{ description: expect.stringContaining(advice) }]);
	});
});

test('rows may come as JSON', async () => {
	const json = JSON.stringify([{ Código: 'A', Saldo: '1' }]);
	const parameters = { ...op('list readFile'), listHolds: 'stock', inputMode: 'json', json };
	expect((await at.n8n.done(parameters)).json()).toMatchObject([
		{ rows: [{ skuProduto: 'A', estoque: '1' }] },
	]);
});
