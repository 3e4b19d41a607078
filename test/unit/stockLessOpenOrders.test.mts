import pick from 'lodash/pick.js';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { availableStock } from '../../nodes/MarketplaceHub/actions/stock/available/available.ts';
import { lineRows } from '../../nodes/MarketplaceHub/actions/order/orderRows.ts';
import { orderOf } from '../../nodes/MarketplaceHub/api/schemas/reads/orderAnswers.ts';
import { codeNode, type Json, setNode } from '../support/exampleCode.mts';

/** Lines of orders as the hub gives them. */
const toLines = (orders: Json[]) =>
	orders.flatMap((order) => lineRows(orderOf().parse(structuredClone(order))));
const toSend = codeNode('stock-less-open-orders', 'What to Send');
const toOutcome = setNode('stock-less-open-orders', 'Outcome');
const toTrouble = codeNode('stock-less-open-orders', 'Trouble');
const toBookedSince = codeNode('stock-less-open-orders', 'Booked Since');

const settings = {
	...{ now: '2026-11-20T12:00:00-03:00', margin: 5, greatestAge: 0, settle: 30 },
	...{ buffer: '0', clock: 'n8n' },
};
const at = (time: string) => `2026-11-20T${time}:00-03:00`;

interface Given {
	rows?: Json[];
	last?: Json[];
	lines?: Json[];
	parts?: Json[];
	batches?: Json[];
	filled?: Json[];
	since?: string;
	changes?: Json;
}

const timeOf = (value: unknown) => (value ? new Date(value as string).getTime() : undefined);

/** What the workflow computes; each SKU's row beside what follows from it. */
async function sums({
	rows = [],
	last = [],
	lines = [],
	parts = [],
	batches,
	filled,
	since = '',
	changes,
}: Given) {
	const given = { ...settings, ...changes };
	const available = await availableStock(
		{ rows, last, lines, parts } as Record<'rows' | 'last' | 'lines' | 'parts', IDataObject[]>,
		{
			...{ now: Date.parse(given.now), isWholeList: since === '', timeOf },
			isOfErp: given.clock === 'ERP',
			...pick(given, 'greatestAge', 'margin', 'buffer'),
		},
	);
	const computed = toSend(available as Json[], {
		Settings: [given],
		'Last Stock': last,
		...(batches && { Batch: batches }),
		...(filled && { Filled: filled }),
	});
	return computed.map(({ row, ...rest }) => ({ ...(row as Json), ...rest }));
}
const one = async (given: Given) => (await sums(given))[0]!;
const line = (changes: Json = {}): Json => ({
	...{ idPedido: '1', sku: 'A', quantity: 2, status: 'pago', cancelled: false },
	...changes,
});
/** The sum of a SKU of which the ERP said at eleven that it has ten. */
const withLine = async (...lines: Json[]) =>
	(await one({ rows: [{ sku: 'A', estoque: 10, readAt: at('11:00') }], lines })).available;

describe('lines of an order', () => {
	const order = {
		...{ idPedido: 7, status: 'Pago', dataIntegracao: '2026-11-20 10:00:00' },
		itens: [
			{ sku: 'A', qtd: 1 },
			{ sku: 'B', qtd: 3 },
			{ sku: ' A ', qtd: 2 },
		],
	};

	test('are one for each SKU, with equal SKUs added up', () => {
		expect(toLines([order])).toEqual([
			{ idPedido: '7', sku: 'A', quantity: 3, ...rest('Pago') },
			{ idPedido: '7', sku: 'B', quantity: 3, ...rest('Pago') },
		]);
	});
	const rest = (status: string) => ({
		...{ status, cancelled: false, integrated: '2026-11-20T10:00:00.000-03:00' },
	});

	test('never hold a booking, so that repeating an order keeps it', () => {
		for (const status of ['novo', 'cancelado', 'entregue'])
			expect(Object.keys(toLines([{ ...order, status }])[0]!)).not.toContain('booked');
	});

	test.each([
		['faturado', { gone: true, cancelled: false }],
		['Enviado', { gone: true }],
		['entregue', { gone: true }],
		['CANCELADO', { cancelled: true }],
		['devolvido', { returned: true }],
		['de outro hub', { cancelled: false }],
	])('show an order that is %s', (status, expected) => {
		expect(toLines([{ ...order, status }])[0]).toMatchObject(expected);
	});

	test.each([
		['an invoice', { fiscal: { nfeChave: '35'.repeat(22) } }],
		['the number of one', { fiscal: { nfeNumero: '12' } }],
		['a tracking code', { entrega: { codigoRastreio: 'BR1' } }],
	])('show that it is gone by %s, whatever its status', (_by, more) => {
		expect(toLines([{ ...order, ...more }])[0]).toMatchObject({ status: 'Pago', gone: true });
	});

	test('keep the status of before where the order came back', () => {
		const returned = { ...order, status: 'devolvido', isCancelled: false, isReturned: true };
		const [first] = toLines([returned]);
		expect(first).toMatchObject({ returned: true });
		expect(first).not.toHaveProperty('status');
		expect(first).not.toHaveProperty('gone');
	});

	test('are cancelled by what the order says, in whichever words', () => {
		const cancelled = { ...order, status: 'Cancelada pelo comprador', isCancelled: true };
		expect(toLines([cancelled])[0]).toMatchObject({ cancelled: true });
	});

	test('leave `gone` alone if the order is cancelled later', () => {
		expect(toLines([{ ...order, status: 'cancelado' }])[0]).not.toHaveProperty('gone');
	});

	test.each([
		['x', 1],
		['', 1],
		[null, 1],
		[undefined, 1],
		[0, 1],
		[-2, 1],
		['1e999', 1],
		['2', 2],
		[1.5, 2],
	])('count a quantity of %j as %d, one piece at least', (qtd, quantity) => {
		expect(toLines([{ ...order, itens: [{ sku: 'A', qtd }] }])[0]).toMatchObject({ quantity });
	});

	test.each([
		['no items', undefined, []],
		['text for items', 'A', []],
		['an empty place in its items', [null, { sku: 'A', qtd: 1 }], ['A']],
		['one item without a list', { sku: 'A', qtd: 1 }, ['A']],
		['items by their places', { 1: { sku: 'A', qtd: 1 }, 2: { sku: 'B', qtd: 1 } }, ['A', 'B']],
	])('are those that can be read of an order with %s', (_, itens, skus) => {
		expect(toLines([{ ...order, itens }]).map(({ sku }) => sku)).toEqual(skus);
	});

	test.each([
		['2026-11-19 08:00:00', '2026-11-19T08:00:00.000-03:00'],
		['2026-11-19T08:00:00', '2026-11-19T08:00:00.000-03:00'],
		['2026-11-19T11:00:00Z', '2026-11-19T08:00:00.000-03:00'],
		['2026-11-19T08:00:00-03:00', '2026-11-19T08:00:00.000-03:00'],
		['yesterday', null],
	])('read the date %s', (date, integrated) => {
		expect(toLines([{ ...order, dataIntegracao: date }])[0]).toMatchObject({ integrated });
		// the issue date, if the order has no integration date
		const dated = { ...order, dataIntegracao: '', dataEmissao: date };
		expect(toLines([dated])[0]).toMatchObject({ integrated });
	});
});

describe('an open order is taken off', () => {
	test.each([
		['whatever its status', { status: 'de outro hub' }, 8],
		['invoiced, as long as it is not booked', { status: 'faturado', gone: true }, 8],
		['booked after the export began', { booked: at('11:30') }, 8],
		['booked at the moment when the export began', { booked: at('11:00') }, 8],
		['booked just before it: clocks differ', { booked: at('10:56') }, 8],
		['not: booked well before it', { booked: at('10:54') }, 10],
		['not: cancelled before it was booked', { cancelled: true }, 10],
		['cancelled, but sent before that', { cancelled: true, gone: true }, 8],
		['cancelled after it was booked', { cancelled: true, booked: at('11:30') }, 8],
		['not: an export knows that it is booked', { cancelled: true, booked: at('09:00') }, 10],
		['not: returned, and seen as paid before', { status: 'pago', returned: true }, 10],
		['returned, and first seen so', { status: null, returned: true }, 8],
		['returned after it had left', { status: 'enviado', returned: true, gone: true }, 8],
		['with the rest of what is booked', { booked: at('09:00'), bookedQuantity: 1 }, 9],
		['never below zero', { quantity: 99 }, 0],
	])('%s', async (_, changes, available) => {
		expect(await withLine(line(changes))).toBe(available);
	});

	test('once if the table has it twice: with the newer quantity, and its booking', async () => {
		const older = line({ updatedAt: at('10:00') });
		const newer = line({ quantity: 3, updatedAt: at('10:30') });
		expect(await withLine(older, newer)).toBe(7);
		expect(await withLine(newer, older)).toBe(7);
	});

	test('with the rest if its quantity was raised after it was booked', async () => {
		const booked = line({ booked: at('09:00'), updatedAt: at('09:00') });
		const raised = line({ quantity: 5, updatedAt: at('10:00') });
		expect(await withLine(booked, raised)).toBe(7);
		expect(await withLine(raised, booked)).toBe(7);
		expect(await withLine(booked, { ...raised, booked: at('10:30') })).toBe(10);
		expect(await withLine(booked, { ...raised, quantity: 1 })).toBe(10);
		expect(await withLine({ ...booked, booked: at('11:30') }, raised)).toBe(5);
	});

	test('until the part that is booked is known, if its order is cancelled', async () => {
		const cancelled = line({ quantity: 5, bookedQuantity: 2, cancelled: true });
		expect(await withLine({ ...cancelled, booked: at('11:30') })).toBe(5);
		// the ERP puts the two back, and nobody books the rest
		expect(await withLine({ ...cancelled, booked: at('09:00') })).toBe(10);
		expect(await withLine({ ...cancelled, booked: at('09:00'), gone: true })).toBe(7);
	});

	test('for each of two orders', async () => {
		expect(await withLine(line(), line({ idPedido: '2' }))).toBe(6);
	});
});

describe('stock of the ERP', () => {
	const last = [
		{ sku: 'A', stock: 10, readAt: at('11:00'), missing: false, confirmed: 10, state: 'updated' },
	];

	test('stays at the last export if a new one is lost', async () => {
		expect(await sums({ last, lines: [line()], rows: [{ error: 'timeout' }] })).toMatchObject([
			{ sku: 'A', stock: 10, available: 8, send: true },
		]);
	});

	test('is not taken from an older export', async () => {
		const older = [{ sku: 'A', estoque: 50, readAt: at('10:00') }];
		expect(await one({ last, rows: older })).toMatchObject({
			...{ stock: 10, note: 'an older export is left out', send: false },
		});
	});

	test('is that of the newest export, and each SKU has its own time', async () => {
		const rows = [{ sku: 'A', estoque: 4, readAt: at('11:30') }];
		expect(await one({ last, rows })).toMatchObject({
			stock: 4,
			readAt: '2026-11-20T14:30:00.000Z',
		});
	});

	test('counts as read when it was requested, less the greatest age, if it has no time', async () => {
		const rows = [{ sku: 'A', estoque: 4 }];
		expect((await one({ rows, changes: { greatestAge: 60 } })).readAt).toBe(
			'2026-11-20T14:00:00.000Z',
		);
	});

	test('is compared with bookings by n8n’s clock if they are its times, whatever the ERP’s says', async () => {
		const lines = [line({ booked: at('10:00') })];
		const rows = [{ sku: 'A', estoque: 10, readAt: at('10:15') }];
		const early = { now: at('10:20'), greatestAge: 65 };
		expect(await one({ rows, lines, changes: early })).toMatchObject({
			...{ readAt: '2026-11-20T13:15:00.000Z', began: '2026-11-20T12:15:00.000Z', available: 8 },
		});
		expect(await one({ rows, lines, changes: { ...early, clock: 'ERP' } })).toMatchObject({
			...{ began: '2026-11-20T13:15:00.000Z', available: 10 },
		});
		// the time stays with the stock
		const [last] = await sums({ rows, changes: early });
		expect((await one({ last: [last!], lines })).available).toBe(8);
	});

	test('is the lower value of a SKU in two rows, with a note', async () => {
		const rows = [
			{ sku: 'A', estoque: 9 },
			{ sku: 'A', estoque: 5 },
			{ sku: 'A', estoque: 7 },
		];
		expect(await sums({ rows })).toHaveLength(1);
		expect(await one({ rows })).toMatchObject({ stock: 5, note: expect.stringContaining('twice') });
	});

	test.each([
		[['3', 'x', '9'], 3],
		[['x', '9', '3'], 3],
		[['5@11:00', '9@11:30'], 5],
		[['9@11:30', '5@11:00'], 5],
		[['5@11:30', '9@11:00'], 5],
	])('is of the rows %j the lowest, as old as the oldest', async (texts, stock) => {
		const rows = texts.map((text) => {
			const [estoque, time = '11:00'] = text.split('@');
			const row = { sku: 'A', readAt: at(time) };
			return estoque === 'x'
				? { ...row, estoque, error: 'Row 1: `estoque` must be a whole number' }
				: { ...row, estoque: Number(estoque) };
		});
		const later = line({ booked: at('11:10') });
		expect(await one({ rows, lines: [later] })).toMatchObject({
			...{ stock, readAt: '2026-11-20T14:00:00.000Z', available: stock - 2 },
			note: expect.stringContaining('stands twice'),
		});
	});

	test('is 0 with a note if the ERP has dropped the SKU for a week; a stock that all lack stays', async () => {
		const dropped = { sku: 'A', stock: 10, readAt: '2026-11-12T11:00:00-03:00', missing: false };
		const rows = [{ sku: 'B', estoque: 1 }];
		expect(await one({ last: [dropped], rows })).toMatchObject({ available: 0, missing: true });
		expect((await one({ last: [dropped], rows })).note).toContain('for a week');
		expect(await one({ last: [dropped], rows: [{ error: 'lost' }] })).toMatchObject({
			available: 10,
		});
		const yesterday = { ...dropped, readAt: '2026-11-19T11:00:00-03:00' };
		expect(await one({ last: [yesterday], rows })).toMatchObject({ available: 10 });
	});

	test('below zero is none', async () => {
		expect((await one({ rows: [{ sku: 'A', estoque: -3 }] })).available).toBe(0);
	});

	const unreadable: Json = {
		...{ sku: 'A', estoque: 50, readAt: '20/11/26' },
		error: 'Row 7: `readAt` must be a date',
	};
	test.each([
		[unreadable, '`readAt` must be a date'],
		[{ sku: 'A', estoque: null }, '`estoque` is missing'],
	])('keeps its last value and tells why, if the export says %j', async (row, note) => {
		const given = { last, lines: [line()], rows: [{ ...row, changedAt: at('11:50') }] };
		expect(await one(given)).toMatchObject({
			...{ available: 8, missing: true, unread: true, note },
		});
		// so the next run asks for it again
		expect(await one(given)).not.toHaveProperty('changedAt');
		expect(await one({ last, rows: [{ sku: 'A', estoque: 4 }] })).toMatchObject({ unread: false });
	});

	test('counts as read now if its time is in the future, so that a fast clock closes no line', async () => {
		const ahead = '2062-01-01T00:00:00Z';
		const now = '2026-11-20T15:00:00.000Z';
		expect((await one({ rows: [{ sku: 'A', estoque: 4, readAt: ahead }] })).readAt).toBe(now);
		const rows = [{ sku: 'A', estoque: 4, readAt: at('12:00') }];
		expect(await one({ last: [{ ...last[0]!, readAt: ahead }], rows })).toMatchObject({ stock: 4 });
	});

	test('is not sent if the ERP never gave a value', async () => {
		expect(await one({ rows: [unreadable] })).toMatchObject({ send: false });
	});
});

describe('a list of changes', () => {
	const last = [
		{ sku: 'A', stock: 10, readAt: at('11:00'), changedAt: at('10:00') },
		{ sku: 'B', stock: 8, readAt: at('11:00'), changedAt: at('10:50') },
	];
	const changed = (time: string) => [{ sku: 'A', estoque: 4, changedAt: at(time) }];

	test('updates the stock and the time of its own SKUs only', async () => {
		const since = at('10:45');
		const computed = await sums({ last, since, rows: changed('11:58') });
		expect(computed).toMatchObject([
			{ sku: 'B', stock: 8, readAt: '2026-11-20T14:00:00.000Z', missing: false },
			{ sku: 'A', stock: 4, readAt: '2026-11-20T15:00:00.000Z', missing: false },
		]);
	});

	test('comes out in the order of its dates, none of them later than now', async () => {
		const computed = await sums({ last, rows: changed('12:30') });
		expect(computed.map(({ sku, changedAt }) => [sku, changedAt])).toEqual([
			['B', '2026-11-20T13:50:00.000Z'],
			['A', '2026-11-20T15:00:00.000Z'],
		]);
		expect((await one({ last, rows: changed('09:00') })).changedAt).toBe(
			'2026-11-20T13:00:00.000Z',
		);
		expect(await one({ rows: [{ sku: 'A', estoque: 4 }] })).not.toHaveProperty('changedAt');
	});

	test('still takes a line off that was booked before the stated delay', async () => {
		const booked = line({ booked: at('12:50') });
		const early = await sums({ last, rows: changed('11:05'), lines: [booked] });
		expect(early.find(({ sku }) => sku === 'A')).toMatchObject({ stock: 4, available: 2 });
	});
});

describe('a buffer', () => {
	test.each([
		['2', {}, 8],
		['10%', {}, 9],
		['15 %', {}, 8],
		['0', { buffer: '3' }, 7],
		['2', { buffer: '0' }, 10],
		['20', {}, 0],
	])('of %s for all, %j in the row', async (buffer, row, available) => {
		const rows = [{ sku: 'A', estoque: 10, ...row }];
		expect((await one({ rows, changes: { buffer } })).available).toBe(available);
	});

	test('of 0 in a row holds against that for all, also when an export is lost', async () => {
		const changes = { buffer: '3' };
		const [first] = await sums({ rows: [{ sku: 'A', estoque: 10, buffer: 0 }], changes });
		expect(first).toMatchObject({ available: 10 });
		expect((await one({ last: [first!], changes })).available).toBe(10);
		expect((await one({ rows: [{ sku: 'A', estoque: 10, buffer: '' }], changes })).available).toBe(
			7,
		);
	});

	test('of a row stays while exports are lost, and one that is not a number has a note', async () => {
		const last = [{ sku: 'A', stock: 10, readAt: at('11:00'), buffer: '3' }];
		expect((await one({ last })).available).toBe(7);
		expect(await one({ rows: [{ sku: 'A', estoque: 10, buffer: 'x' }] })).toMatchObject({
			...{ available: 10, note: 'buffer is no number: x', unread: true },
		});
		// neither 1000 nor 1 is certain
		const rows = [{ sku: 'A', estoque: 10, buffer: '1.000' }];
		expect(await one({ rows })).toMatchObject({ unread: true, available: 10 });
	});
});

describe('a kit', () => {
	const parts = [
		{ kit: 'KIT', sku: 'A', quantity: '2' },
		{ kit: 'KIT', sku: 'B', quantity: '1' },
	];
	const rows = [
		{ sku: 'A', estoque: 11 },
		{ sku: 'B', estoque: 8 },
	];
	const kit = async (given: Given) =>
		(await sums({ rows, parts, ...given })).find(({ sku }) => sku === 'KIT');

	test('has the stock of its scarcest part, rounded down', async () => {
		expect(await kit({})).toMatchObject({ available: 5, send: true });
	});

	test('is computed after the open orders, and its own orders take its parts', async () => {
		const lines = [line({ sku: 'KIT', quantity: 2 }), line({ idPedido: '2', sku: 'A' })];
		const computed = await sums({ rows, parts, lines });
		expect(computed).toMatchObject([
			{ sku: 'A', open: 6, available: 5 },
			{ sku: 'B', open: 2, available: 6 },
			{ sku: 'KIT', available: 2 },
		]);
	});

	test('is at zero if it has no parts any more and no stock of the ERP', async () => {
		const last = [{ sku: 'KIT', available: 6, confirmed: 6, state: 'updated' }];
		expect((await sums({ rows, last })).find(({ sku }) => sku === 'KIT')).toMatchObject({
			...{ available: 0, send: true },
		});
	});

	test('has its computed stock, even if the ERP gives one', async () => {
		expect(await kit({ rows: [...rows, { sku: 'KIT', estoque: 99 }] })).toMatchObject({
			available: 5,
		});
	});

	test.each<[string, Given, string]>([
		['a part is not in the export', { rows: rows.slice(0, 1) }, 'stock of B is not known'],
		[
			'the stock of a part is no number',
			{ rows: [rows[0]!, { sku: 'B', estoque: 'x', error: 'Row 2' }] },
			'stock of B is not known',
		],
		[
			'an export lacks a part that an earlier one had',
			{
				rows: rows.slice(0, 1),
				last: [{ sku: 'B', stock: 8, readAt: at('11:00') }],
			},
			'stock of B is not known',
		],
		[
			'the time of a part cannot be read',
			{
				rows: [rows[0]!, { sku: 'B', estoque: 8, readAt: 'today', error: 'Row 2' }],
				last: [{ sku: 'B', stock: 8, readAt: at('11:00') }],
			},
			'stock of B is not known',
		],
		...['0', '1,5', '1.5', 'dois', '-1', '', '1e1', '0x2', '0 + 2'].map(
			(quantity) =>
				[
					`the quantity of a part is '${quantity}'`,
					{ parts: [parts[0]!, { kit: 'KIT', sku: 'B', quantity }] },
					'no whole number from 1',
				] as [string, Given, string],
		),
		[
			'a part is a kit',
			{ parts: [...parts, { kit: 'B', sku: 'A', quantity: '1' }] },
			'B is a kit itself',
		],
	])('is at zero with a note if %s', async (_, given, note) => {
		expect(await kit(given)).toMatchObject({ available: 0, note: expect.stringContaining(note) });
	});

	test('keeps its stock if an export is lost', async () => {
		const last = [
			{ sku: 'A', stock: 11, readAt: at('11:00') },
			{ sku: 'B', stock: 8, readAt: at('11:00') },
		];
		expect(await kit({ rows: [{ error: 'timeout' }], last })).toMatchObject({
			available: 5,
			note: '',
		});
		const since = at('10:00');
		expect(await kit({ rows: rows.slice(0, 1), last, since })).toMatchObject({
			available: 5,
			note: '',
		});
	});

	test('needs a part as often as all rows of the table say', async () => {
		const twice = ['1', '2'].map((quantity) => ({ kit: 'KIT', sku: 'A', quantity }));
		const given = { parts: twice, rows: [{ sku: 'A', estoque: 10 }] };
		expect(await kit(given)).toMatchObject({ available: 3 });
		const lines = [line({ sku: 'KIT', quantity: 1 })];
		expect(await kit({ ...given, lines })).toMatchObject({ available: 2 });
	});
});

describe('is sent', () => {
	const rows = [{ sku: 'A', estoque: 10, readAt: at('11:00') }];
	const sent = async (last: Json, given: Given = {}) =>
		await one({ rows, last: [{ sku: 'A', ...last }], ...given });
	const unknown = { state: 'unknown', batchId: '4711', confirmed: null };

	test.each([
		['what differs from the value last confirmed', { confirmed: 9 }, true],
		['not what is confirmed', { confirmed: 10 }, false],
		['again what was held or refused', { state: 'held', confirmed: null }, true],
		['not what is still in a batch', { ...unknown, sentAt: at('11:40') }, false],
		['what was in a batch for half an hour', { ...unknown, sentAt: at('11:20') }, true],
		['what has no batch', { ...unknown, batchId: null, sentAt: at('11:59') }, true],
	])('%s', async (_, last, send) => {
		expect((await sent(last)).send).toBe(send);
	});

	test('what was in a batch that is now processed', async () => {
		const last = { ...unknown, sentAt: at('11:59') };
		expect((await sent(last, { batches: [{ batchId: 4711, status: 'processado' }] })).send).toBe(
			true,
		);
		expect((await sent(last, { batches: [{ batchId: 4711, status: 'processando' }] })).send).toBe(
			false,
		);
		expect((await sent(last, { batches: [{ error: 'not found' }] })).send).toBe(false);
	});

	test('even a confirmed value once a day, because somebody may have changed it in the hub', async () => {
		expect((await sent({ confirmed: 10 }, { filled: [{}] })).send).toBe(true);
		expect((await sent({ ...unknown, sentAt: at('11:40') }, { filled: [{}] })).send).toBe(false);
	});

	test('a value once: an unchanged row is not stored again', async () => {
		const [first] = await sums({ rows });
		const { isNew, send, lookAgain, unread, ...row } = first!;
		expect([isNew, send, lookAgain, unread]).toEqual([true, true, false, false]);
		expect(row).toMatchObject({ state: 'sending', confirmed: null });
		const confirmed = { confirmed: 10, state: 'updated', sentAt: null };
		expect(await sent({ ...row, ...confirmed })).toMatchObject({
			...{ isNew: false, send: false },
		});
	});
});

describe('lines are read from a day before', () => {
	const since = (last: Json[], rows: Json[] = [], changes: Json = {}) =>
		toBookedSince(last, { Settings: [{ ...settings, ...changes }], 'Read Rows': rows })[0]!
			.bookedSince;
	const fresh = { readAt: at('11:00'), missing: false };

	test.each<[string, Json[], Json[], string]>([
		['the run, at first', [{}], [{ error: 'lost' }], '2026-11-19T14:30:00.000Z'],
		['the oldest stock in use', [fresh, { began: at('09:00') }], [], '2026-11-19T12:00:00.000Z'],
		[
			'a stock that comes with this run',
			[fresh],
			[{ sku: 'A', readAt: '2026-11-18T12:00:00Z' }],
			'2026-11-17T12:00:00.000Z',
		],
		[
			'the oldest stock that is not at 0 because the ERP dropped it',
			[fresh, { readAt: '2026-01-10T12:00:00Z', missing: true }],
			[],
			'2026-11-19T14:00:00.000Z',
		],
		[
			'the last stock, however long exports are lost',
			[{ readAt: '2026-10-10T12:00:00Z', missing: false }],
			[{ error: 'lost' }],
			'2026-10-09T12:00:00.000Z',
		],
	])('%s', (_, last, rows, expected) => {
		expect(since(last, rows, { greatestAge: 30 })).toBe(expected);
	});
});

describe('the outcome', () => {
	const row = { sku: 'A', available: 10 };
	const outcomeOf = (result: Json, lookAgain = false) =>
		toOutcome(result, { 'To Send': { row, lookAgain }, Settings: settings });

	test.each(['updated', 'unchanged', 'notInHub'])('%s confirms the sum', (status) => {
		expect(outcomeOf({ sku: 'A', status })).toMatchObject({ confirmed: 10, state: status });
	});

	test.each(['held', 'refused', 'notSent', 'unknown'])('%s confirms nothing', (status) => {
		expect(outcomeOf({ sku: 'A', status, batchId: 7 })).toMatchObject({
			...{ confirmed: null, state: status, batchId: 7 },
		});
	});

	test('confirms nothing while an earlier value may still arrive, and the next run looks again', async () => {
		expect(outcomeOf({ sku: 'A', status: 'unchanged' }, true)).toMatchObject({ confirmed: null });
		const last = (state: Json) => [{ sku: 'A', stock: 10, readAt: at('11:00'), ...state }];
		const looksAgain = async (state: Json, given: Given = {}) =>
			(await one({ last: last(state), ...given })).lookAgain;
		expect(await looksAgain({ state: 'sending' })).toBe(true);
		const unknown = { state: 'unknown', batchId: '7', sentAt: at('11:00') };
		expect(await looksAgain(unknown)).toBe(true);
		expect(await looksAgain(unknown, { batches: [{ batchId: 7, status: 'Processado ' }] })).toBe(
			false,
		);
		expect(await looksAgain({ state: 'unchanged' })).toBe(false);
	});

	test('stands at each SKU if the run failed as a whole', () => {
		const failed = { outcome: 'notSent', error: 'The hub refused the keys' };
		expect(outcomeOf(failed)).toMatchObject({
			...{ sku: 'A', confirmed: null, state: 'notSent', error: 'The hub refused the keys' },
		});
	});
});

describe('the report at the end of a run says', () => {
	const troublesOf = (given: Record<string, Json[]>, rows: Json[] = []) =>
		toTrouble(rows, { Settings: [settings], ...given }).map(({ trouble }) => trouble);

	test('that nothing could be sent, else what was not', () => {
		const held = { sku: 'A', confirmed: null, state: 'held', error: 'Held' };
		expect(troublesOf({ Outcome: [held] })).toEqual([
			'no stock could be sent. The first: A, held. Held',
		]);
		expect(troublesOf({ Outcome: [held, { ...held, sku: 'B', confirmed: 4 }] })).toEqual([
			'A held: Held',
		]);
		expect(troublesOf({})).toEqual([]);
	});

	test('which orders could not be read', () => {
		expect(troublesOf({ 'Not Read': [{ idPedido: 12 }] })).toEqual([
			expect.stringContaining('order 12 could not be read'),
		]);
	});

	test('which rows of the ERP nobody can read', () => {
		const row = { sku: 'A', note: '`estoque` is missing' };
		expect(troublesOf({}, [{ row, unread: true }, { row }])).toEqual(['A: `estoque` is missing']);
		expect(troublesOf({ 'Read Rows': [{ sku: null, estoque: 4 }] })).toEqual([
			"the ERP's list has rows without a SKU",
		]);
		// what an empty answer and a lost one look like
		expect(troublesOf({ 'Read Rows': [{ sku: null }, { error: 'timeout' }] })).toEqual([]);
	});

	test('that the ERP has given no stock for six hours', () => {
		const [old, fresh] = [{ row: { readAt: at('05:00') } }, { row: { readAt: at('11:00') } }];
		expect(troublesOf({}, [old])).toEqual([expect.stringContaining('six hours')]);
		expect(troublesOf({}, [old, fresh])).toEqual([]);
	});
});
