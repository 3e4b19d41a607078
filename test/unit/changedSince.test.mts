import { describe, expect, test } from 'vitest';
import { codeNode, type Json, setNode } from '../support/exampleCode.mts';

const changes = codeNode('changed-since', 'Changes');

const now = '2026-11-20T15:00:00.000Z';
const row = { sku: 'A', precoDe: '20', precoPor: '10' };
const at = (time: string) => `2026-11-20T${time}:00-03:00`;
/** What is stored of the ERP's rows, by the code of the example. */
const stored = (rows: Json[], known: Json[] = []) =>
	changes([], { Settings: [{ now }], 'Read Rows': rows, Known: known });

describe('a row without a date that can be read', () => {
	test.each([
		['none', null, ''],
		['an unreadable one, which is told', 'ontem', 'Row 1: `changedAt` must be a date'],
	])('%s: no date is stored, so that no later change is skipped', (_kind, changedAt, error) => {
		expect(stored([{ ...row, changedAt, error }])).toEqual([
			{ ...row, state: 'toSend', runs: 0, error },
		]);
	});

	test('comes again only with another price, and leaves the stored date', () => {
		const known = { ...row, changedAt: at('11:00') };
		expect(stored([row], [known])).toEqual([]);
		const [cheaper, ...more] = stored([{ ...row, precoPor: '9' }], [known]);
		expect(cheaper).toMatchObject({ precoPor: '9', state: 'toSend' });
		expect(cheaper).not.toHaveProperty('changedAt');
		expect(more).toEqual([]);
	});

	test('gives way to a row of the same SKU with a date', () => {
		const dated = { ...row, precoPor: '9', changedAt: at('11:00') };
		expect(stored([dated, row])).toMatchObject([{ precoPor: '9' }]);
	});
});

test('an older repeat replaces no newer price', () => {
	const known = { ...row, changedAt: at('11:55') };
	const older = { ...row, precoPor: '8', changedAt: at('10:00') };
	expect(stored([older], [known])).toEqual([]);
	expect(stored([{ ...older, changedAt: at('11:55') }], [known])).toMatchObject([
		{ precoPor: '8' },
	]);
	expect(stored([{ ...older, changedAt: at('11:56') }], [known])).toMatchObject([
		{ precoPor: '8' },
	]);
	expect(stored([{ ...row, changedAt: at('11:55') }], [known])).toEqual([]);
});

test('no date lies beyond the run', () => {
	const dateOf = (changedAt: string) => stored([{ ...row, changedAt }])[0]!.changedAt;
	expect(dateOf(at('12:30'))).toBe(now);
	expect(dateOf(at('08:00'))).toBe('2026-11-20T11:00:00.000Z');
});

test('the newest change of each SKU is stored, oldest first', () => {
	const rows = [
		{ ...row, precoPor: '9', changedAt: at('11:00') },
		{ ...row, sku: 'B', changedAt: at('10:30') },
		{ ...row, precoPor: '8', changedAt: at('10:00') },
	];
	expect(stored(rows).map(({ sku, precoPor }) => [sku, precoPor])).toEqual([
		['B', '10'],
		['A', '9'],
	]);
});

describe('a row that is stopped', () => {
	const [paired, computed] = [
		setNode('changed-since', 'Told'),
		codeNode('changed-since', 'Outcome'),
	];
	const outcome = (told: Json[], rows: Json[]) =>
		computed(
			told.map((result) => {
				const row = rows.find(({ sku }) => sku === result.sku)!;
				return { ...result, ...paired(result, { 'Not Confirmed': row }) };
			}),
		);
	const [good, bad] = [
		{ ...row, sku: 'GOOD' },
		{ ...row, sku: 'BAD' },
	];
	/** What becomes of the rows after some runs, by what the node told in each. */
	const after = (...runs: Json[][]): Json[] =>
		runs.reduce<Json[]>(
			(rows, told) => outcome(told, rows),
			[good, { ...bad, state: 'toSend', runs: 0 }],
		);
	const stateAfter = (told: Json, beside: Json = { sku: 'GOOD', status: 'unchanged' }) => {
		const run = [beside, { sku: 'BAD', ...told }];
		const [, row] = after(run, run, run);
		return [row!.state, row!.runs];
	};

	test.each([
		['by the hub, in its note', { status: 'refused', error: 'preço inválido' }],
		['by the hub, alone', { status: 'refused', httpStatus: 400, error: '400: preço' }],
		['by a guard on the entry', { status: 'held', error: 'Held, not sent: 90 % lower' }],
		['by a check', { status: 'notSent', error: 'precoPor is no number' }],
		['told by an error object', { status: 'refused', error: { message: 'preço inválido' } }],
	])('%s leaves the list in the third run', (_by, told) => {
		const run = [
			{ sku: 'GOOD', status: 'unchanged' },
			{ sku: 'BAD', ...told },
		];
		expect(after(run, run)[1]!.state).not.toBe('left');
		expect(stateAfter(told)).toEqual(['left', 3]);
		expect(after(run, run, run)[1]!.error).not.toContain('[object');
	});

	test.each([
		['its outcome is unknown', { status: 'unknown', error: 'no answer' }],
		['the hub was not there', { status: 'notSent', httpStatus: 503, error: '503' }],
		['the run was held', { status: 'held', isRunHeld: true, error: 'Nothing was sent: too many' }],
	])('stays where %s', (_why, told) => {
		expect(stateAfter(told)).toEqual([told.status, 0]);
	});

	test('stays where no row went, and all for one reason', () => {
		const told = { status: 'refused', error: 'seller is blocked' };
		expect(stateAfter(told, { sku: 'GOOD', ...told })).toEqual(['refused', 0]);
	});

	test('stays where the hub refused a request of several rows', () => {
		const told = { status: 'refused', httpStatus: 400, error: '400: bad request' };
		const run = [
			{ sku: 'X', status: 'updated' },
			{ sku: 'GOOD', ...told },
			{ sku: 'BAD', ...told },
		];
		const known = [good, bad, { ...row, sku: 'X' }];
		expect(outcome(run, known).at(-1)).toMatchObject({ runs: 0 });
	});

	test('begins anew with an emptied state, or with a new price', () => {
		const run = [
			{ sku: 'GOOD', status: 'unchanged' },
			{ sku: 'BAD', status: 'refused', error: 'x' },
		];
		const emptied = { ...bad, state: null, runs: 3 };
		expect(outcome(run, [good, emptied])[1]).toMatchObject({ runs: 1 });
		const left = { ...row, state: 'left', runs: 3, changedAt: at('10:00') };
		const cheaper = { ...row, precoPor: '7', changedAt: at('11:00') };
		expect(stored([cheaper], [left])).toMatchObject([{ state: 'toSend', runs: 0 }]);
	});
});
