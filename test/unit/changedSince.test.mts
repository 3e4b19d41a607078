import { describe, expect, test } from 'vitest';
import { codeNode, type Json } from '../support/exampleCode.mts';

const changes = codeNode('changed-since', 'Changes');

const now = '2026-11-20T15:00:00.000Z';
const row = { sku: 'A', precoDe: '20', precoPor: '10' };
const at = (time: string) => `2026-11-20T${time}:00-03:00`;
/** What is stored of the ERP's rows, by the code of the example. */
const stored = (rows: Json[], known: Json[] = []) =>
	changes([], { Settings: [{ now }], Rows: rows, Known: known });

describe('a row without a date that can be read', () => {
	test.each([undefined, null, '', 'ontem', '20/11/2026 08:00'])(
		'%s: no date is stored, so that no later change is skipped',
		(changedAt) => {
			expect(stored([{ ...row, changedAt }])).toEqual([{ ...row, state: 'toSend', error: '' }]);
		},
	);

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

test('no date lies beyond the run; a blank may stand for the T, and São Paulo is the time zone', () => {
	const dateOf = (changedAt: string) => stored([{ ...row, changedAt }])[0]!.changedAt;
	expect(dateOf('2026-11-20 12:30')).toBe(now);
	expect(dateOf('2026-11-20 08:00')).toBe('2026-11-20T11:00:00.000Z');
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
