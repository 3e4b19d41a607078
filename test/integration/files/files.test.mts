import { describe, expect, test } from 'vitest';
import { type ListHolds, readFile } from '../../support/readFile.mts';
import { setupEach } from '../../support/setup.mts';

/* What stands in files of sellers, and what their columns are called: List: Read File. */

const at = setupEach();

const readCsv = async (listHolds: ListHolds, file: string | Buffer) =>
	await readFile(at.n8n, listHolds, { file });
const ansi = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');

describe('a .csv file', () => {
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

	test.each([
		['SKU,De,Por\nB,10,8\nA,99,90,79,90', 5, 3],
		['\ufeffTabela\nSKU,Saldo\nA,1,5', 3, 2],
	])('that decimal commas cut is refused, not shifted: %j', async (file, cells, heading) => {
		const { read, unread } = await readCsv(heading === 3 ? 'prices' : 'stock', file);
		expect(read).toEqual([]);
		const error = `A row has ${cells} cells, and the heading ${heading}: \`A\``;
		expect(unread).toMatchObject([{ error: expect.stringContaining(error) }]);
	});

	test('names the row whose quotation mark is never closed, also beside decimal commas', async () => {
		const file = 'SKU;De;Por;Obs\nA;9,90;7,90;"x"\nB;9,90;7,90;"aberta\nC;9,90;7,90;x';
		const { unread } = await readCsv('prices', file);
		const error = 'lista.csv cannot be read: a quotation mark in row 3 is never closed';
		expect(unread).toMatchObject([{ error }]);
	});

	test('may have blank cells beyond its heading, and quoted decimal commas', async () => {
		const { read } = await readCsv('prices', 'SKU,De,Por\nA,"99,90","79,90",,\nB,9,8');
		expect(read).toMatchObject([{ rows: [{ precoDe: '99,90', precoPor: '79,90' }, {}] }]);
	});

	test('is read where another item has no file, which is told', async () => {
		const rows = [{ Código: 'A-9' }];
		const { read, unread } = await readFile(at.n8n, 'stock', { file: 'SKU;Saldo\nA-1;5', rows });
		expect(read).toMatchObject([{ rows: [{ skuProduto: 'A-1', estoque: '5' }] }]);
		expect(unread).toMatchObject([{ error: 'Item 2 has no file in `data`, and others have one' }]);
	});

	test('has the characters of windows-1252', async () => {
		const { read } = await readCsv('products', ansi('SKU;Nome\r\nA;Camisa € ção'));
		expect(read).toMatchObject([{ rows: [{ nome: 'Camisa € ção' }] }]);
	});
});

test('rows of an empty sheet say so once', async () => {
	expect((await readFile(at.n8n, 'stock', { rows: [{}] })).unread).toMatchObject([
		{ error: 'The list is empty' },
	]);
	const rows = [
		{ 'A-1': 'A-2', 5: 7 },
		{ 'A-1': 'A-3', 5: 8 },
	];
	expect((await readFile(at.n8n, 'stock', { rows })).unread).toHaveLength(1);
});

test('a column below an empty text in the title is found', async () => {
	const rows = [
		{ Tabela: 'SKU', '': 'Saldo' },
		{ Tabela: 'A-1', '': 7 },
	];
	const { read } = await readFile(at.n8n, 'stock', { rows });
	expect(read).toMatchObject([{ rowsAbove: 1, rows: [{ skuProduto: 'A-1', estoque: 7 }] }]);
});

test('a sheet with very many numbered columns is read in a moment', async () => {
	const others = Array.from({ length: 50_000 }, (_, index) => [`Coluna ${index}_${index}`, 'x']);
	const rows = [{ SKU: 'A-1', Saldo: '5', ...(Object.fromEntries(others) as object) }];
	const began = performance.now();
	const { read } = await readFile(at.n8n, 'stock', { rows });
	expect(performance.now() - began).toBeLessThan(3_000);
	expect(read).toMatchObject([{ rows: [{ skuProduto: 'A-1', estoque: '5' }] }]);
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

	test.each([
		['prices', 'Cód. Produto;Preço de (R$);Preço Venda R$', { precoDe: '9,90', precoPor: '7,90' }],
		['stock', 'Código Produto;Qtd Estoque (un)', { estoque: '9,90' }],
		['products', 'Referência Produto;Nome Produto;Altura em cm', { nome: '9,90', altura: '7,90' }],
	] as const)(
		'of %s is found without its little words and its unit: %s',
		async (listHolds, heading, fields) => {
			const { read } = await readCsv(listHolds, `${heading}\nA;9,90;7,90`);
			expect(read).toMatchObject([{ rows: [{ skuProduto: 'A', ...fields }], unclear: [] }]);
		},
	);

	test('of another unit is not taken, nor one that only ends with a little word', async () => {
		const { read } = await readCsv('products', 'SKU;Nome;Peso (g);Valor do\nA;Caneca;500;7');
		expect(read).toMatchObject([
			{ columns: { skuProduto: 'SKU', nome: 'Nome' }, otherColumns: ['Peso (g)', 'Valor do'] },
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
		['prices', 'codigoX;Preço\nA;7', '`skuProduto` may be called SKU, Código'],
		['stock', 'codigoX;valor\nA;7', 'Write the names of the columns above the rows'],
		['products', 'SKU;Obs\nA;7', 'Give columns with what is to change'],
	] as const)('that %s need and the list lacks is asked for', async (listHolds, file, advice) => {
		const { unread } = await readCsv(listHolds, file);
		expect(unread).toMatchObject([{ description: expect.stringContaining(advice) }]);
	});
});
