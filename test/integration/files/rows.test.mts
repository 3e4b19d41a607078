import range from 'lodash/range.js';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { go, mapped, op, shown } from '../../support/items.mts';
import { readFile } from '../../support/readFile.mts';
import { readList } from '../../support/readRows.mts';
import { setupEach } from '../../support/setup.mts';
import { addSimple, unguardedProductSync, writes } from '../../support/sync.mts';

/* Columns of a list, and cells that can be read in two ways or are too much: List: Read Rows, List: Read File. */

const at = setupEach();

describe('a whole column decides what can be read in two ways', () => {
	const cases: Array<[string, string, unknown[], unknown[]]> = [
		['0.500 beside 6.000', 'pieces', ['6.000', '0.500'], [6, null]],
		['1,25 beside 6,000', 'price', ['6,000', '1,25'], [6, 1.25]],
		['1,25 beside 6.000', 'price', ['6.000', '1,25'], [6000, 1.25]],
		['1,500.00 beside 6,000', 'price', ['6,000', '1,500.00'], [6000, 1500]],
		['12 beside 6.000', 'pieces', ['6.000', '12'], [6000, 12]],
		['a number beside 6.000', 'pieces', ['6.000', 2.5], [6000, null]],
		[
			'0.500 beside 1.250, which is no number of pieces',
			'pieces',
			['1.250', '0.500'],
			[null, null],
		],
		[
			'text as a formula beside one that can be read in two ways',
			'price',
			['="1.25"', '6.000'],
			[1.25, 6],
		],
		['two that disagree', 'price', ['6.000', '0.50', '1,25'], [null, 0.5, 1.25]],
	];
	test.each(cases)('%s as %s', async (_what, kind, values, expected) => {
		const { read, unread } = await readList(
			at.n8n,
			values.map((valor, nr) => ({ nr, valor }) as object) as never,
			[['valor', kind]],
		);
		const all = [...read, ...unread].sort((a, b) => Number(a.nr) - Number(b.nr));
		expect(all.map(({ valor, error }) => (error === undefined ? valor : null))).toEqual(expected);
	});

	test('a unit behind pieces hides no mark', async () => {
		const { read } = await readList(
			at.n8n,
			[{ estoque: '1.250 un.' }, { estoque: '2,000 un' }, { estoque: '1.500.000 pçs' }],
			[['estoque', 'pieces']],
		);
		expect(read.map(({ estoque }) => estoque)).toEqual([1250, 2, 1_500_000]);
	});

	test('what the column leaves open is refused with both readings', async () => {
		const { unread } = await readList(
			at.n8n,
			[{ estoque: '1.250' }, { estoque: '0.500' }],
			[['estoque', 'pieces']],
		);
		expect(unread[0]!.error).toBe(
			'Row 1: `estoque` may mean 1250 or 1,25, beside 0.500 in the same column, got "1.250"',
		);
	});
});

test('of two columns that mean the same, none is taken', async () => {
	const { error } = await readList(at.n8n, [{ PREÇO: '1', 'Pre ço': '2' }], [['preco', 'price']], {
		node: { onError: 'stopWorkflow' },
	});
	expect(shown(error)).toContain('No row has a column `preco`');
});

test('a nested field is read by its path, and without other fields only what is read comes out', async () => {
	const { read } = await readList(
		at.n8n,
		[{ valores: { total: '1.199,90' }, x: 1 }],
		[['valores.total', 'price']],
		{ readOptions: { includeOtherFields: false } },
	);
	expect(read).toEqual([{ total: 1199.9 }]);
});

describe('a name of a column', () => {
	test('with a dot is no path where it only ends or pauses with it', async () => {
		const { read } = await readList(
			at.n8n,
			[{ 'Qtd.': '3', 'Cód. item': 'A1', valores: { total: '9,90' } }],
			[
				['Qtd.', 'pieces'],
				['Cód. item', 'sku'],
				['valores.total', 'price'],
			],
		);
		expect(read).toMatchObject([{ 'Qtd.': 3, 'Cód. item': 'A1', total: 9.9 }]);
	});

	test('of signs alone is not another one of signs', async () => {
		const { error } = await readList(at.n8n, [{ '#': 1 }], [['%', 'number']], {
			node: { onError: 'stopWorkflow' },
		});
		expect(shown(error)).toContain('No row has a column `%`');
	});

	test('that may be two columns is refused where a value may be left out, too', async () => {
		const { unread } = await readList(
			at.n8n,
			[{ Preço: '1', preco: '2', sku: 'A' }],
			[
				['PREÇO', 'price', { required: false }],
				['sku', 'sku'],
			],
		);
		expect(unread).toMatchObject([{ row: 1, column: 'PREÇO' }]);
	});
});

test('switches that an expression gives as text are switches', async () => {
	const { read } = await readList(
		at.n8n,
		[{ sku: 'A', preco: '', obs: 'x' }],
		[
			['sku', 'sku'],
			['preco', 'price', { required: 'false' }],
		],
		{ readOptions: { includeOtherFields: 'false' } },
	);
	expect(read).toEqual([{ sku: 'A', preco: null }]);
});

test('a thousand with a dot is no ID of 1, and a list of records no list of texts', async () => {
	const { unread } = await readList(
		at.n8n,
		[
			{ id: '1.000', tags: 'a' },
			{ id: '7', tags: '[{"a":1}]' },
		],
		[
			['id', 'id'],
			['tags', 'list'],
		],
	);
	expect(unread).toMatchObject([
		{ row: 1, column: 'id' },
		{ row: 2, column: 'tags' },
	]);
});

test('two columns of statuses are refused, since both would say whether the order is cancelled', async () => {
	const { error } = await readList(
		at.n8n,
		[{ agora: 'cancelado', antes: 'pago' }],
		[
			['agora', 'status'],
			['antes', 'status'],
		],
		{ node: { onError: 'stopWorkflow' } },
	);
	expect(shown(error)).toContain('are a status');
});

test.each(['constructor', '__proto__', 'constructor.name', 'toString'])(
	'a list without a column `%s` has none, though JavaScript knows that word',
	async (column) => {
		const stops = { node: { onError: 'stopWorkflow' } } as const;
		const { error } = await readList(at.n8n, [{ sku: 'A' }], [[column, 'text']], stops);
		expect(shown(error)).toContain(`No row has a column \`${column}\``);
	},
);

test('a column `__proto__` or `constructor` is read like any other', async () => {
	const row = JSON.parse('{"__proto__":"7","constructor":"8","sku":"A"}') as IDataObject;
	const { read } = await readList(
		at.n8n,
		[row],
		[
			['__proto__', 'pieces', { outputField: 'first' }],
			['constructor', 'pieces'],
		],
	);
	expect(read).toEqual([{ first: 7, constructor: 8, sku: 'A' }]);
});

test('an error of a spreadsheet in a list is none of its texts', async () => {
	const rows = [{ tags: '["Casa","#N/D"]' }, { tags: 'Casa, #N/D' }];
	const { read, unread } = await readList(at.n8n, rows, [['tags', 'list']]);
	expect(read).toEqual([]);
	expect(unread).toHaveLength(2);
});

test('rows that share a long text, as a small workbook can hold them, are too much', async () => {
	const Tags = 'a,'.repeat(5e5);
	const rows = range(201).map((row) => ({ SKU: `A-${row}`, Nome: 'Caneca', Tags }));
	const { read, unread } = await readFile(at.n8n, 'products', { rows });
	expect(read).toEqual([]);
	expect(unread).toMatchObject([
		{ error: 'The cells of the list have more than 200 million characters' },
	]);
});

test('so are rows of nothing but blanks', async () => {
	const Nome = ' '.repeat(1e6);
	const rows = [{ SKU: 'A', Nome: 'Caneca' }, ...range(201).map(() => ({ SKU: '', Nome }))];
	const { unread } = await readFile(at.n8n, 'products', { rows });
	expect(unread).toMatchObject([
		{ error: 'The cells of the list have more than 200 million characters' },
	]);
});

describe('rows that come without Read File', () => {
	const listOf = (objects: number) => `[${'{},'.repeat(objects)}{}]`;
	const tooMuch = 'The cells of the list have more than 200 million characters';
	const shared = 'a,'.repeat(5e5);
	const many = range(30).map(() => ({ idPedido: shared, sku: shared }));

	test.each<[string, ReturnType<typeof op>]>([
		['Read Rows', op('list readRows', { fields: { field: [{ column: 'sku', kind: 'list' }] } })],
		['Reconcile', op('order reconcile', mapped)],
		['Calculate Available', op('stock calculateAvailable', { erpRows: many })],
	])('%s reads no more text than a run may have', async (_what, parameters) => {
		const result = await at.n8n.run(parameters, many);
		expect(shown(result.nodeError)).toContain(tooMuch);
	});

	test('a cell of JSON with thousands of objects fails its row alone', async () => {
		const [sku = ''] = addSimple(at.hub, 1);
		const rows = [
			{ skuProduto: sku, nome: 'Caneca', variacoes: listOf(10_000) },
			{ skuProduto: sku, nome: 'Caneca' },
		];
		const sync = { ...unguardedProductSync, onlyChanges: true };
		const results = (await at.n8n.run(sync, rows, go)).json();
		expect(results).toMatchObject([
			{ sku, error: '`variacoes` has over a million characters' },
			{ sku, status: expect.stringMatching(/^updated$/) },
		]);
	});

	test('together they may have no more text than a run reads; nothing is sent', async () => {
		addSimple(at.hub, 1);
		const variacoes = listOf(9_000);
		const rows = range(250).map((row) => ({ skuProduto: `P${row}`, nome: 'Caneca', variacoes }));
		const results = (await at.n8n.run(unguardedProductSync, rows, go)).json();
		expect(results[0]).toMatchObject({ error: tooMuch });
		expect(writes(at.hub)).toEqual([]);
	});
});
