import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/install.mjs';
import { readList } from '../../support/readRows.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach();

/** What the node of an example reads of rows, and what the code after it gets of those that nobody can read. */
async function readBy(example: string, name: string, rows: readonly IDataObject[]) {
	const file = join(projectRoot, 'examples', `${example}.json`);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
		nodes: Array<{ name: string; parameters: INodeParameters; onError?: 'continueRegularOutput' }>;
	};
	const { parameters, onError } = nodes.find((node) => node.name === name)!;
	return (await readList(at.n8n, rows, [], { node: { parameters, onError } })).read;
}

test.each([
	['79,90', 79.9],
	['R$ 1.199,90', 1199.9],
	['1.000', 1000],
	['12,3456', 12.3456],
	[12.5, 12.5],
])('price-rules.json: a cost of %s is %d, and a channel may be named', async (custo, read) => {
	const [channel] = [...at.hub.state.channels.values()];
	const row = { skuProduto: 1001, custo, canal: channel!.nome.toUpperCase() };
	expect(await readBy('price-rules', 'Read Costs', [row])).toEqual([
		{ skuProduto: '1001', custo: read, canal: channel!.id },
	]);
});

test.each([
	['2,0', 2],
	['1.000', 1000],
	[3, 3],
])('kit-stock.json: a kit takes %s of a part as %d', async (quantity, read) => {
	const row = { kit: 1001, sku: '="0789"', quantity };
	expect(await readBy('kit-stock', 'Read Rows', [row])).toEqual([
		{ kit: '1001', sku: '0789', quantity: read },
	]);
});

test('price-rules.json: what nobody can read of costs and rules is told, row by row', async () => {
	const costs = [
		{ skuProduto: 'A', custo: 'doze' },
		{ skuProduto: 'B', custo: '12,50' },
	];
	const [cost, good] = await readBy('price-rules', 'Read Costs', costs);
	expect(cost).toMatchObject({ ...costs[0], error: expect.stringContaining('`custo`') });
	expect(good).toEqual({ ...costs[1], custo: 12.5, canal: null });
	const rule = { canal: '11', markup: '60', comissao: '12,5', taxaFixa: '', margemMinima: '1.500' };
	const [read] = await readBy('price-rules', 'Read Rules', [rule]);
	expect(read).toMatchObject({ ...rule, error: 'Row 1: `taxaFixa` is missing' });
	const [other] = await readBy('price-rules', 'Read Rules', [{ ...rule, taxaFixa: 'R$ 6,00' }]);
	expect(other).toMatchObject({ canal: 11, comissao: 12.5, taxaFixa: 6, margemMinima: 1.5 });
});

test('price-rules.json: a list without its columns says so once', async () => {
	const read = await readBy('price-rules', 'Read Costs', [{ sku: 'A', preco: '1' }]);
	expect(read).toMatchObject([{ error: expect.stringContaining('No row has a column') }]);
});

test.each([
	['26/11/2026 10:00', '2026-11-26T10:00:00.000-03:00'],
	['2026-11-26 10:00:00', '2026-11-26T10:00:00.000-03:00'],
	['2026-11-26T13:00:00Z', '2026-11-26T10:00:00.000-03:00'],
	[46352, '2026-11-26T00:00:00.000-03:00'],
	['', null],
])('changed-since.json: a change of %s counts as of %s', async (changedAt, read) => {
	const row = { sku: 1001, precoDe: '39,90', precoPor: '28,90' };
	expect(await readBy('changed-since', 'Read Rows', [{ ...row, changedAt }])).toEqual([
		{ ...row, sku: '1001', changedAt: read },
	]);
});

test('changed-since.json: a date that nobody can read stays in its place and is told', async () => {
	const rows = [
		{ sku: 'A', changedAt: 'ontem' },
		{ sku: 'B', changedAt: '26/11/2026' },
	];
	const [told, good] = await readBy('changed-since', 'Read Rows', rows);
	expect(told).toMatchObject({ ...rows[0], error: expect.stringContaining('`changedAt`') });
	expect(good).not.toHaveProperty('error');
});

test('changed-since.json: no row at all is nothing to read', async () => {
	expect(await readBy('changed-since', 'Read Rows', [{}])).toEqual([
		{ sku: null, changedAt: null },
	]);
});

test.each([
	['1.199', '20/11/2026 08:00', 1199, '2026-11-20T08:00:00.000-03:00'],
	['12,0', '2026-11-20 08:00:00', 12, '2026-11-20T08:00:00.000-03:00'],
	[-3, 46346.5, -3, '2026-11-20T12:00:00.000-03:00'],
	['', '', null, null],
])(
	'stock-less-open-orders.json: a stock of %s that was read at %s',
	async (estoque, readAt, pieces, time) => {
		const row = { sku: 1001, estoque, readAt, changedAt: readAt, buffer: '10%' };
		expect(await readBy('stock-less-open-orders', 'Read Rows', [row])).toEqual([
			{ sku: '1001', estoque: pieces, readAt: time, changedAt: time, buffer: '10%' },
		]);
	},
);

test.each([
	['esgotado', ''],
	['7,9', ''],
	['4', '20/11/26'],
])('stock-less-open-orders.json: %s and %s are told', async (estoque, readAt) => {
	const [row] = await readBy('stock-less-open-orders', 'Read Rows', [
		{ sku: 'A', estoque, readAt },
	]);
	expect(row).toMatchObject({ sku: 'A', error: expect.stringMatching(/^Row 1: `/) });
});

test('stock-less-open-orders.json: a lost export and an empty one are no rows', async () => {
	const none = { sku: null, estoque: null, readAt: null, changedAt: null, buffer: null };
	expect(await readBy('stock-less-open-orders', 'Read Rows', [{ error: 'timeout' }, {}])).toEqual([
		{ error: 'timeout', ...none },
		none,
	]);
});

test.each([
	...['yes', 'Sim', ' YES ', '1', true].map((answer) => [answer, true] as const),
	...['no', 'não', 'Nao', '0', false].map((answer) => [answer, false] as const),
	['', null] as const,
	['talvez', 'talvez'] as const,
])('cancelled-orders.json: %j in Settings answers %j', async (answer, read) => {
	const [row] = await readBy('cancelled-orders', 'Answer', [{ hubTakesOffAtSale: answer }]);
	expect(row).toMatchObject({ hubTakesOffAtSale: read });
});

test.each([
	['20/11/2026', '2026-11-20T00:00:00.000-03:00'],
	['2026-11-20 08:00', '2026-11-20T08:00:00.000-03:00'],
	['', null],
])('stock-less-open-orders.json: all is booked until %s', async (knownUntil, read) => {
	const settings = { knownUntil, margin: 5 };
	expect(await readBy('stock-less-open-orders', 'Read Settings', [settings])).toEqual([
		{ margin: 5, knownUntil: read },
	]);
});

test.each([
	['26/11/2026 10:00', '2,5', '2026-11-26T10:00:00.000-03:00', 2.5],
	['2026-11-26T13:00:00Z', 2, '2026-11-26T10:00:00.000-03:00', 2],
	[46352.5, '0', '2026-11-26T12:00:00.000-03:00', 0],
])('orders-into-table.json: an ERP answered at %s', async (answered, delay, time, hours) => {
	const order = { idPedido: 7, itens: [{ sku: 'A', qtd: 1 }] };
	expect(await readBy('orders-into-table', 'Read Answer', [{ ...order, answered, delay }])).toEqual(
		[{ ...order, answered: time, delay: hours }],
	);
});
