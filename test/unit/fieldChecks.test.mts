import { describe, expect, test } from 'vitest';
import { HubError } from '../../nodes/MarketplaceHub/api/errors.ts';
import { checked } from '../../nodes/MarketplaceHub/api/schemas/check.ts';
import {
	address,
	choice,
	decimal,
	flag,
	hubDateTime,
	keyValues,
	objectOf,
	objects,
	optional,
	required,
	text,
	texts,
	wholeNumber,
	type WriteFields,
} from '../../nodes/MarketplaceHub/api/schemas/fields.ts';

type Kind = ReturnType<typeof text>;

const table = (kind: Kind, must = true): WriteFields => ({
	f: (must ? required : optional)(kind, 'F', ''),
});
const read = (kind: Kind, value: unknown, must = true) =>
	checked(objectOf(table(kind, must)), value === undefined ? {} : { f: value }).f;
const message = (work: () => unknown): string => {
	try {
		work();
	} catch (error) {
		if (error instanceof HubError && error.kind === 'invalid') return error.message;
		throw error;
	}
	return 'accepted';
};

describe('what a value becomes', () => {
	test.each<[string, Kind, unknown, unknown]>([
		['text', text(5), 12345, '12345'],
		['text', text(5), 0, '0'],
		['text', text(5), ' a ', ' a '],
		['decimal', decimal(0), '1.234,5', 1234.5],
		['decimal', decimal(0), 0, 0],
		['whole', wholeNumber(0), '7', 7],
		['whole', wholeNumber(0), '7,0', 7],
		['flag', flag(), ' Sim ', true],
		['flag', flag(), 'NÃO', false],
		['texts', texts(0), 'a, b ,c', ['a', 'b', 'c']],
		['texts', texts(0), '["a","b"]', ['a', 'b']],
		['texts', texts(0), [1, 'b'], ['1', 'b']],
		['objects', objects(table(decimal(0)), 0), '[{"f":"1,5"}]', [{ f: 1.5 }]],
		['keyValues', keyValues(3), '{"a":1}', { a: 1 }],
		['hubDateTime', hubDateTime(), '2024-02-29 23:59:59', '2024-02-29 23:59:59'],
	])('%s: %#', (_name, kind, value, expected) => {
		expect(read(kind, value)).toEqual(expected);
	});

	test('blank and missing optional fields are left out, unknown fields pass through', () => {
		for (const value of ['', null, undefined]) {
			const entry = checked(objectOf(table(text(5), false)), { f: value, other: null });
			expect('f' in entry).toBe(false);
			expect(entry).toEqual({ other: null });
		}
	});
});

describe('what a message says', () => {
	test.each<[Kind, unknown, string]>([
		[text(5), undefined, '`f` is required'],
		[text(5), '', '`f` is required, got ""'],
		[text(5), null, '`f` is required, got null'],
		[text(5), 'abcdef', '`f` must have at most 5 characters, got "abcdef"'],
		[text(2, 2), 'S', '`f` must have at least 2 characters, got "S"'],
		[text(5), ['a'], '`f` must be text, got ["a"]'],
		[decimal(0.01, 10), 0, '`f` must be at least 0.01, got 0'],
		[decimal(0.01, 10), '10,01', '`f` must be at most 10, got "10,01"'],
		[decimal(0), 'dez', '`f` must be a number, got "dez"'],
		[decimal(0), '1e999', '`f` must be a number, got "1e999"'],
		[wholeNumber(1), 1.5, '`f` must be a whole number, got 1.5'],
		[flag(), 'talvez', '`f` must be true or false, got "talvez"'],
		[choice(['m', 'f']), 'x', '`f` must be one of m, f, got "x"'],
		[texts(1, 2), [], '`f` must have at least 1 entry, got []'],
		[texts(1, 2), ['a', 'b', 'c'], '`f` must have at most 2 entries, got ["a","b","c"]'],
		[address(250), 'x', '`f` must be a valid URL, got "x"'],
		[
			hubDateTime(),
			'2023-02-29 00:00:00',
			'`f` must be a date and time as YYYY-MM-DD HH:MM:SS, got "2023-02-29 00:00:00"',
		],
		[objects(table(wholeNumber(1)), 1), [{ f: 1 }, { f: 0 }], '`f.1.f` must be at least 1, got 0'],
		[objects(table(wholeNumber(1)), 1), 'a, b', '`f` must be a list of objects, got "a, b"'],
		[keyValues(1), { a: 1, b: 2 }, '`f` must have at most 1 entries, got {"a":1,"b":2}'],
	])('%#', (kind, value, expected) => {
		expect(message(() => read(kind, value))).toBe(expected);
	});

	test('every broken rule of an entry, and a long value only in part', () => {
		const shape = objectOf({ a: required(text(3), 'A', ''), b: required(decimal(0), 'B', '') });
		const said = message(() => checked(shape, { a: 'x'.repeat(5_000), b: 'y' }));
		expect(said).toContain('`a` must have at most 3 characters');
		expect(said).toContain('`b` must be a number');
		expect(said.length).toBeLessThan(300);
	});

	test('NaN and infinite numbers, which JSON cannot carry, are refused', () => {
		for (const kind of [decimal(0.01), decimal(-Infinity), wholeNumber(1)]) {
			for (const value of [NaN, Infinity, -Infinity])
				expect(message(() => read(kind, value))).not.toBe('accepted');
		}
	});
});

describe('changing a record', () => {
	test('nothing has to be given, what is given keeps its rules', () => {
		const change = objectOf(table(text(3)), true);
		expect(checked(change, {})).toEqual({});
		expect(checked(change, { f: '' })).toEqual({});
		expect(message(() => checked(change, { f: 'abcd' }))).toContain('at most 3');
	});
});
