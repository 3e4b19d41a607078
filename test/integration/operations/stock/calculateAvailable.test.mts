import { expect, test } from 'vitest';
import { op } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach();

const given = '={{ $input.all().map(({ json }) => json) }}';
const at11 = '2026-11-20T11:00:00-03:00';
const calculate = async (rows: object[], more: object = {}) => {
	const { availableSettings, ...parameters } = more as { availableSettings?: object };
	return await at.n8n.run(
		op('stock calculateAvailable', {
			erpRows: given,
			...parameters,
			availableSettings: { now: '2026-11-20T12:00:00-03:00', ...availableSettings },
		}),
		rows as [],
	);
};

test('what can be sold is the stock less the lines that it does not know, less a buffer', async () => {
	const lines = JSON.stringify([
		{ idPedido: '1', sku: 'A', quantity: 2, status: 'pago', cancelled: false },
		{ idPedido: '2', sku: 'A', quantity: 1, booked: '2026-11-20T09:00:00-03:00' },
		{ idPedido: '3', sku: 'A', quantity: 4, status: 'pago', cancelled: true },
	]);
	const run = await calculate([{ sku: 'A', estoque: 10, readAt: at11 }], {
		...{ lines, availableSettings: { buffer: '10%', greatestAge: 0 } },
	});
	expect(run.json()).toEqual([
		{
			...{ sku: 'A', available: 7, open: 2, note: '', stock: 10 },
			...{ readAt: '2026-11-20T14:00:00.000Z', began: '2026-11-20T14:00:00.000Z' },
			...{ missing: false, isUnread: false },
		},
	]);
	expect(at.hub.log).toEqual([]);
});

test('a kit has what its scarcest part leaves, and its orders take its parts', async () => {
	const kitParts = [
		{ kit: 'KIT', sku: 'A', quantity: 2 },
		{ kit: 'KIT', sku: 'B', quantity: 1 },
	];
	const lines = [{ idPedido: '1', sku: 'KIT', quantity: 1 }];
	const run = await calculate(
		[
			{ sku: 'A', estoque: 11 },
			{ sku: 'B', estoque: 8 },
		],
		{ kitParts: JSON.stringify(kitParts), lines: JSON.stringify(lines) },
	);
	expect(run.json().map(({ sku, available }) => [sku, available])).toEqual([
		['A', 9],
		['B', 7],
		['KIT', 4],
	]);
});

test('of a list of changes what it does not name stays; a whole list lacks it', async () => {
	const last = { sku: 'B', stock: 8, readAt: at11, began: at11 };
	const rows = [{ sku: 'A', estoque: 4 }];
	const lastRows = JSON.stringify([last]);
	const missing = async (wholeList: boolean) =>
		(await calculate(rows, { lastRows, availableSettings: { wholeList } }))
			.json()
			.map((row) => [row.sku, row.available, row.missing]);
	expect(await missing(false)).toEqual([
		['B', 8, false],
		['A', 4, false],
	]);
	expect(await missing(true)).toEqual([
		['B', 8, true],
		['A', 4, false],
	]);
});

test('what a row refuses, or a buffer that is no number, is told beside the last stock', async () => {
	const lastRows = JSON.stringify([{ sku: 'A', stock: 10, readAt: at11 }]);
	const run = await calculate(
		[
			{ sku: 'A', error: 'Row 7: `estoque` must be a whole number' },
			{ sku: 'B', estoque: 3, buffer: 'some' },
			{ sku: 'C', estoque: '12' },
			{ sku: 'D', estoque: '' },
		],
		{ lastRows },
	);
	expect(run.json()).toMatchObject([
		{ sku: 'A', available: 10, isUnread: true, note: '`estoque` must be a whole number' },
		{ sku: 'B', available: 3, isUnread: true, note: 'buffer is no number: some' },
		{ sku: 'C', isUnread: true, note: '`estoque` is no number: 12' },
		{ sku: 'D', isUnread: true, note: '`estoque` is missing' },
	]);
});

test('a buffer of a kit that is no number is told, too, and leaves its last stock', async () => {
	const kitParts = JSON.stringify([{ kit: 'K', sku: 'A', quantity: 1 }]);
	const rows = [
		{ sku: 'A', estoque: 3 },
		{ sku: 'K', estoque: 0, buffer: 'some' },
	];
	const run = await calculate(rows, { kitParts });
	expect(run.json()).toMatchObject([
		{ sku: 'A', available: 3 },
		{ sku: 'K', available: 3, isUnread: true, note: 'buffer is no number: some' },
	]);
});

test('tables that hold text only, such as a .csv file, count as tables of numbers and of yes and no', async () => {
	const lines = [
		{ idPedido: '1', sku: ' A ', quantity: '2', status: 'pago', cancelled: 'false', gone: 'não' },
		// the same line, whose SKU another store has made a number
		{ idPedido: '2', sku: '7', quantity: '3', booked: '' },
		{ idPedido: '2', sku: 7, quantity: '3', booked: '' },
		{
			idPedido: '3',
			sku: 'B',
			quantity: '4',
			booked: '2026-11-20T09:00:00-03:00',
			bookedQuantity: '',
		},
		{ idPedido: '4', sku: 'B', quantity: '', status: 'pago' },
		{ idPedido: '5', sku: 'B', quantity: 'duas', status: 'pago' },
	];
	const lastRows = [{ sku: 'C', stock: '8', readAt: at11, began: at11, missing: 'false' }];
	const run = await calculate(
		['A', 'B', '7'].map((sku) => ({ sku, estoque: 10, readAt: at11 })),
		{ lines: JSON.stringify(lines), lastRows: JSON.stringify(lastRows) },
	);
	const sums = run
		.json()
		.map(({ sku, available, open, missing }) => [sku, available, open, missing]);
	expect(sums.sort()).toEqual([
		['7', 7, 3, false],
		['A', 8, 2, false],
		// a line that does not say how many is one piece at least
		['B', 8, 2, false],
		['C', 8, 0, false],
	]);
});

test('SKUs that JavaScript knows otherwise are SKUs', async () => {
	const skus = ['__proto__', 'constructor', '10', '2'];
	const run = await calculate(skus.map((sku, estoque) => ({ sku, estoque })));
	expect(run.json().map(({ sku, available }) => [sku, available])).toEqual(
		skus.map((sku, stock) => [sku, stock]),
	);
});

test('lists that are none, and settings that are no number, are refused by name', async () => {
	const messageOf = async (more: object) =>
		(await calculate([{ sku: 'A', estoque: 1 }], more)).error?.message;
	expect(await messageOf({ lines: 'none' })).toContain(
		'Lines (`lines`) must be an object or a list',
	);
	expect(await messageOf({ availableSettings: { margin: 'x' } })).toContain(
		'Clock Margin (`margin`) must be a number from 0',
	);
	expect(await messageOf({ availableSettings: { now: 'x' } })).toContain(
		'Now (`now`) must be a date',
	);
});
