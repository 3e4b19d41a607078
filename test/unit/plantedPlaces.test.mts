import { describe, expect, test } from 'vitest';
import { findPlace, LostPlace, parse } from '../mutants/place.mts';
import { readParts } from '../mutants/planted.mts';

const sources = [
	parse(
		`export function sum(a: number, b: number) {
			// a + b
			return [a
				+ b,
			];
		}
		class Line { enter() { return a + b; } leave() { return a + b; } }`,
		'api/sums.ts',
	),
	parse('const sum = (a) => a - b;', 'api/others.ts'),
];
const textAt = (place: string, code: string) => {
	const { source, start, end } = findPlace(sources, [place, code, '']);
	return source.text.slice(start, end).replace(/\s+/g, ' ');
};

describe('the place of a planted change', () => {
	test.each([
		['sum', 'a + b', 'a + b'],
		['sum', 'return [a + b]', 'return [a + b, ]'],
		['Line.enter', 'a+b', 'a + b'],
		['others.ts#sum', 'a - b', 'a - b'],
	])('%s: %s', (place, code, found) => {
		expect(textAt(place, code)).toBe(found);
	});

	test.each([
		['sum', 'a * b', '0 times'],
		['Line', 'a + b', '2 times'],
		['others.ts#sum', 'a + b', '0 times'],
		['nothing', 'a + b', '0 times'],
	])('%s: %s is lost', (place, code, why) => {
		expect(() => textAt(place, code)).toThrow(LostPlace);
		expect(() => textAt(place, code)).toThrow(why);
	});
});

test('parts are read with the tests that hold them', () => {
	const text =
		'# what it is\n\na/one b/two\n\tit sums\n\t\tsum: a + b → a\n\t\tLine.enter: a + b\n\t\t\t→\n';
	expect(readParts(text)).toEqual([
		{
			part: 'it sums',
			changes: [
				['sum', 'a + b', 'a'],
				['Line.enter', 'a + b', ''],
			],
			tests: ['a/one', 'b/two'],
		},
	]);
	expect(() => readParts('a/one\n\tit sums\n\t\tsum: a + b')).toThrow('No change: sum: a + b');
});
