import { describe, expect, test } from 'vitest';
import { codeNode, type Json } from '../support/exampleCode.mts';

const toLines = codeNode('orders-into-table', 'Lines');
const toSums = codeNode('stock-less-open-orders', 'Available');
const toOutcome = codeNode('stock-less-open-orders', 'Outcome');
const toTrouble = codeNode('stock-less-open-orders', 'Trouble');

const settings = {
	...{ now: '2026-11-20T12:00:00-03:00', margin: 5, greatestAge: 0, settle: 30 },
	...{ buffer: '0', wholeExport: false },
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

/** What the workflow computes; each SKU's row beside what follows from it. */
function sums({
	rows = [],
	last = [],
	lines = [],
	parts = [],
	batches,
	filled,
	since = '',
	changes,
}: Given) {
	const computed = toSums(parts, {
		Settings: [{ ...settings, ...changes }],
		Since: [{ since }],
		'ERP Rows': rows,
		'Last Stock': last,
		'Open Lines': lines,
		'Kit Parts': parts,
		...(batches && { Batch: batches }),
		...(filled && { Filled: filled }),
	});
	return computed.map(({ row, ...rest }) => ({ ...(row as Json), ...rest }));
}
const one = (given: Given) => sums(given)[0]!;
const line = (changes: Json = {}): Json => ({
	...{ idPedido: '1', sku: 'A', quantity: 2, status: 'pago', cancelled: false },
	...changes,
});
/** The sum of a SKU of which the ERP said at eleven that it has ten. */
const withLine = (...lines: Json[]) =>
	one({ rows: [{ sku: 'A', estoque: '10', readAt: at('11:00') }], lines }).available;

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
		['devolvido', { cancelled: false }],
		['de outro hub', { cancelled: false }],
	])('show an order that is %s', (status, expected) => {
		expect(toLines([{ ...order, status }])[0]).toMatchObject(expected);
	});

	test('leave `gone` alone if the order is cancelled later', () => {
		expect(toLines([{ ...order, status: 'cancelado' }])[0]).not.toHaveProperty('gone');
	});

	test('are none for an order without items, and count one piece for an unreadable quantity', () => {
		expect(toLines([{ idPedido: 8, status: 'pago' }])).toEqual([]);
		expect(toLines([{ ...order, itens: [{ sku: 'A', qtd: 'x' }] }])[0]).toMatchObject({
			quantity: 1,
		});
	});

	test('take the issue date if the order has no integration date', () => {
		const dated = { ...order, dataIntegracao: '', dataEmissao: '2026-11-19 08:00:00' };
		expect(toLines([dated])[0]).toMatchObject({ integrated: '2026-11-19T08:00:00.000-03:00' });
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
		['with the rest of what is booked', { booked: at('09:00'), bookedQuantity: 1 }, 9],
		['never below zero', { quantity: 99 }, 0],
	])('%s', (_, changes, available) => {
		expect(withLine(line(changes))).toBe(available);
	});

	test('once if the table has it twice: with the newer quantity, and its booking', () => {
		const older = line({ updatedAt: at('10:00') });
		const newer = line({ quantity: 3, updatedAt: at('10:30') });
		expect(withLine(older, newer)).toBe(7);
		expect(withLine(newer, older)).toBe(7);
		expect(withLine({ ...older, booked: at('09:00') }, newer)).toBe(10);
	});

	test('for each of two orders', () => {
		expect(withLine(line(), line({ idPedido: '2' }))).toBe(6);
	});
});

describe('stock of the ERP', () => {
	const last = [
		{ sku: 'A', stock: 10, readAt: at('11:00'), missing: false, confirmed: 10, state: 'updated' },
	];

	test('stays at the last export if a new one is lost', () => {
		expect(sums({ last, lines: [line()], rows: [{ error: 'timeout' }] })).toMatchObject([
			{ sku: 'A', stock: 10, available: 8, send: true },
		]);
	});

	test('is not taken from an older export', () => {
		const older = [{ sku: 'A', estoque: '50', readAt: at('10:00') }];
		expect(one({ last, rows: older })).toMatchObject({
			...{ stock: 10, note: 'an older export is left out', send: false },
		});
	});

	test('is that of the newest export, and each SKU has its own time', () => {
		const rows = [{ sku: 'A', estoque: 4, readAt: at('11:30') }];
		expect(one({ last, rows })).toMatchObject({ stock: 4, readAt: '2026-11-20T14:30:00.000Z' });
	});

	test('counts as read when it was requested, less the greatest age, if it has no time', () => {
		const rows = [{ sku: 'A', estoque: 4 }];
		expect(one({ rows, changes: { greatestAge: 60 } }).readAt).toBe('2026-11-20T14:00:00.000Z');
	});

	test('is the lower value of a SKU in two rows, with a note', () => {
		const rows = [
			{ sku: 'A', estoque: 9 },
			{ sku: ' A', estoque: 5 },
			{ sku: 'A', estoque: 7 },
		];
		expect(sums({ rows })).toHaveLength(1);
		expect(one({ rows })).toMatchObject({ stock: 5, note: expect.stringContaining('twice') });
	});

	test.each([
		['1.199', 1199],
		['12,0', 12],
		['-3', 0],
		[7.9, 7],
	])('reads %s as %d pieces', (estoque, available) => {
		expect(one({ rows: [{ sku: 'A', estoque }] }).available).toBe(available);
	});

	test.each(['esgotado', '', undefined, '1,199', null])(
		'keeps its last value, with a note, if the export says %s',
		(estoque) => {
			expect(one({ last, lines: [line()], rows: [{ sku: 'A', estoque }] })).toMatchObject({
				...{ available: 8, missing: true, note: expect.stringContaining('no number') },
			});
		},
	);

	test('is left out if its time cannot be read, with a note', () => {
		const rows = [{ sku: 'A', estoque: 50, readAt: '20/11/2026 08:00:00' }];
		expect(one({ last, rows })).toMatchObject({
			...{ stock: 10, readAt: '2026-11-20T14:00:00.000Z' },
			note: 'readAt is no time: 20/11/2026 08:00:00',
		});
	});

	test('counts as read now if its time is in the future, so that a fast clock closes no line', () => {
		const ahead = '2062-01-01T00:00:00Z';
		const now = '2026-11-20T15:00:00.000Z';
		expect(one({ rows: [{ sku: 'A', estoque: 4, readAt: ahead }] }).readAt).toBe(now);
		const rows = [{ sku: 'A', estoque: 4, readAt: at('12:00') }];
		expect(one({ last: [{ ...last[0]!, readAt: ahead }], rows })).toMatchObject({ stock: 4 });
	});

	test('is not sent if the ERP never gave a value', () => {
		expect(one({ rows: [{ sku: 'A', estoque: 'x' }] })).toMatchObject({ send: false });
	});
});

describe('a list of changes', () => {
	const last = [
		{ sku: 'A', stock: 10, readAt: at('11:00'), changedAt: at('10:00') },
		{ sku: 'B', stock: 8, readAt: at('11:00'), changedAt: at('10:50') },
	];
	const changed = (time: string) => [{ sku: 'A', estoque: 4, changedAt: at(time) }];

	test('updates the stock and the time of its own SKUs only', () => {
		const since = at('10:45');
		const computed = sums({ last, since, rows: changed('11:58'), changes: { wholeExport: true } });
		expect(computed).toMatchObject([
			{ sku: 'B', stock: 8, readAt: '2026-11-20T14:00:00.000Z', missing: false },
			{ sku: 'A', stock: 4, readAt: '2026-11-20T15:00:00.000Z', missing: false },
		]);
	});

	test('comes out in the order of its dates, none of them later than now', () => {
		const computed = sums({ last, rows: changed('12:30') });
		expect(computed.map(({ sku, changedAt }) => [sku, changedAt])).toEqual([
			['B', '2026-11-20T13:50:00.000Z'],
			['A', '2026-11-20T15:00:00.000Z'],
		]);
		expect(one({ last, rows: changed('09:00') }).changedAt).toBe('2026-11-20T13:00:00.000Z');
		expect(one({ rows: [{ sku: 'A', estoque: 4 }] })).not.toHaveProperty('changedAt');
	});

	test('still takes a line off that was booked before the stated delay', () => {
		const booked = line({ booked: at('12:50') });
		const early = sums({ last, rows: changed('11:05'), lines: [booked] });
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
	])('of %s for all, %j in the row', (buffer, row, available) => {
		const rows = [{ sku: 'A', estoque: 10, ...row }];
		expect(one({ rows, changes: { buffer } }).available).toBe(available);
	});

	test('of a row stays while exports are lost, and one that is not a number has a note', () => {
		const last = [{ sku: 'A', stock: 10, readAt: at('11:00'), buffer: '3' }];
		expect(one({ last }).available).toBe(7);
		expect(one({ rows: [{ sku: 'A', estoque: 10, buffer: 'x' }] })).toMatchObject({
			...{ available: 10, note: 'buffer is no number: x' },
		});
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
	const kit = (given: Given) => sums({ rows, parts, ...given }).find(({ sku }) => sku === 'KIT');

	test('has the stock of its scarcest part, rounded down', () => {
		expect(kit({})).toMatchObject({ available: 5, send: true });
	});

	test('is computed after the open orders, and its own orders take its parts', () => {
		const lines = [line({ sku: 'KIT', quantity: 2 }), line({ idPedido: '2', sku: 'A' })];
		const computed = sums({ rows, parts, lines });
		expect(computed).toMatchObject([
			{ sku: 'A', open: 6, available: 5 },
			{ sku: 'B', open: 2, available: 6 },
			{ sku: 'KIT', available: 2 },
		]);
	});

	test('is at zero if it has no parts any more and no stock of the ERP', () => {
		const last = [{ sku: 'KIT', available: 6, confirmed: 6, state: 'updated' }];
		expect(sums({ rows, last }).find(({ sku }) => sku === 'KIT')).toMatchObject({
			...{ available: 0, send: true },
		});
	});

	test('has its computed stock, even if the ERP gives one', () => {
		expect(kit({ rows: [...rows, { sku: 'KIT', estoque: 99 }] })).toMatchObject({ available: 5 });
	});

	test.each<[string, Given, string]>([
		['a part is not in the export', { rows: rows.slice(0, 1) }, 'stock of B is not known'],
		[
			'the stock of a part is no number',
			{ rows: [rows[0]!, { sku: 'B', estoque: 'x' }] },
			'stock of B is not known',
		],
		[
			'a whole export lacks a part that an earlier one had',
			{
				rows: rows.slice(0, 1),
				last: [{ sku: 'B', stock: 8, readAt: at('11:00') }],
				changes: { wholeExport: true },
			},
			'stock of B is not known',
		],
		...['0', '1,5', '1.5', 'dois', '-1', ''].map(
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
	])('is at zero with a note if %s', (_, given, note) => {
		expect(kit(given)).toMatchObject({ available: 0, note: expect.stringContaining(note) });
	});

	test('keeps its stock if an export is lost', () => {
		const last = [
			{ sku: 'A', stock: 11, readAt: at('11:00') },
			{ sku: 'B', stock: 8, readAt: at('11:00') },
		];
		expect(
			kit({ rows: [{ error: 'timeout' }], last, changes: { wholeExport: true } }),
		).toMatchObject({ available: 5, note: '' });
	});
});

describe('is sent', () => {
	const rows = [{ sku: 'A', estoque: 10, readAt: at('11:00') }];
	const sent = (last: Json, given: Given = {}) =>
		one({ rows, last: [{ sku: 'A', ...last }], ...given });
	const unknown = { state: 'unknown', batchId: '4711', confirmed: null };

	test.each([
		['what differs from the value last confirmed', { confirmed: 9 }, true],
		['not what is confirmed', { confirmed: 10 }, false],
		['again what was held or refused', { state: 'held', confirmed: null }, true],
		['not what is still in a batch', { ...unknown, sentAt: at('11:40') }, false],
		['what was in a batch for half an hour', { ...unknown, sentAt: at('11:20') }, true],
		['what has no batch', { ...unknown, batchId: null, sentAt: at('11:59') }, true],
	])('%s', (_, last, send) => {
		expect(sent(last).send).toBe(send);
	});

	test('what was in a batch that is now processed', () => {
		const last = { ...unknown, sentAt: at('11:59') };
		expect(sent(last, { batches: [{ batchId: 4711, status: 'processado' }] }).send).toBe(true);
		expect(sent(last, { batches: [{ batchId: 4711, status: 'processando' }] }).send).toBe(false);
		expect(sent(last, { batches: [{ error: 'not found' }] }).send).toBe(false);
	});

	test('even a confirmed value once a day, because somebody may have changed it in the hub', () => {
		expect(sent({ confirmed: 10 }, { filled: [{}] }).send).toBe(true);
		expect(sent({ ...unknown, sentAt: at('11:40') }, { filled: [{}] }).send).toBe(false);
	});

	test('a value once: an unchanged row is not stored again', () => {
		const [first] = sums({ rows });
		const { isNew, send, lookAgain, ...row } = first!;
		expect(lookAgain).toBe(false);
		expect([isNew, send]).toEqual([true, true]);
		expect(row).toMatchObject({ state: 'sending', confirmed: null });
		const confirmed = { confirmed: 10, state: 'updated', sentAt: null };
		expect(sent({ ...row, ...confirmed })).toMatchObject({
			...{ isNew: false, send: false },
		});
	});
});

describe('the outcome', () => {
	const [row] = sums({ rows: [{ sku: 'A', estoque: 10 }] });
	const outcomeOf = (result: Json, lookAgain = false) =>
		toOutcome([result], {
			'To Send': [{ row: row!, lookAgain }],
			Settings: [settings],
		})[0];

	test.each(['updated', 'unchanged', 'notInHub'])('%s confirms the sum', (status) => {
		expect(outcomeOf({ sku: 'A', status })).toMatchObject({ confirmed: 10, state: status });
	});

	test.each(['held', 'refused', 'notSent', 'unknown'])('%s confirms nothing', (status) => {
		expect(outcomeOf({ sku: 'A', status, batchId: 7 })).toMatchObject({
			...{ confirmed: null, state: status, batchId: '7' },
		});
	});

	test('confirms nothing while an earlier value may still arrive, and the next run looks again', () => {
		expect(outcomeOf({ sku: 'A', status: 'unchanged' }, true)).toMatchObject({ confirmed: null });
		const last = (state: Json) => [{ sku: 'A', stock: 10, readAt: at('11:00'), ...state }];
		const looksAgain = (state: Json, given: Given = {}) =>
			one({ last: last(state), ...given }).lookAgain;
		expect(looksAgain({ state: 'sending' })).toBe(true);
		const unknown = { state: 'unknown', batchId: '7', sentAt: at('11:00') };
		expect(looksAgain(unknown)).toBe(true);
		expect(looksAgain(unknown, { batches: [{ batchId: 7, status: 'Processado ' }] })).toBe(false);
		expect(looksAgain({ state: 'unchanged' })).toBe(false);
	});

	test('stands at each SKU if the run failed as a whole', () => {
		const failed = { row: { sku: 'A' }, outcome: 'notSent', error: 'The hub refused the keys' };
		expect(outcomeOf(failed)).toMatchObject({
			...{ sku: 'A', confirmed: null, state: 'notSent', error: 'The hub refused the keys' },
		});
	});
});

describe('the report at the end of a run says', () => {
	const troubleOf = (given: Record<string, Json[]>, rows: Json[] = []) =>
		toTrouble(
			rows.map((row) => ({ row })),
			{ Settings: [settings], ...given },
		)[0]?.trouble;

	test('that nothing could be sent', () => {
		const held = { sku: 'A', confirmed: null, state: 'held', error: 'Held' };
		expect(troubleOf({ Outcome: [held] })).toContain('none of 1 stocks could be sent');
		expect(troubleOf({ Outcome: [held, { ...held, confirmed: 4 }] })).toBeUndefined();
		expect(troubleOf({})).toBeUndefined();
	});

	test('which orders could not be read', () => {
		expect(troubleOf({ 'Not Read': [{ idPedido: 12 }] })).toContain('sold twice: 12');
	});

	test('that the ERP has given no stock for six hours', () => {
		expect(troubleOf({}, [{ readAt: at('05:00') }])).toContain('six hours');
		expect(troubleOf({}, [{ readAt: at('05:00') }, { readAt: at('11:00') }])).toBeUndefined();
	});
});
