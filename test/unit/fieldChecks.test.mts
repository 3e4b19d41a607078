import { describe, expect, test } from 'vitest';
import { HubError } from '../../nodes/MarketplaceHub/api/errors.ts';
import { checked } from '../../nodes/MarketplaceHub/api/schemas/check.ts';
import {
	type FieldKind,
	objectOf,
	required,
	type WriteFields,
} from '../../nodes/MarketplaceHub/api/schemas/fields.ts';
import { flag } from '../../nodes/MarketplaceHub/api/schemas/kinds/choices.ts';
import { images } from '../../nodes/MarketplaceHub/api/schemas/kinds/images.ts';
import { texts } from '../../nodes/MarketplaceHub/api/schemas/kinds/lists.ts';
import {
	decimal,
	numericId,
	wholeNumber,
} from '../../nodes/MarketplaceHub/api/schemas/kinds/numbers.ts';
import { hubDateTime, text } from '../../nodes/MarketplaceHub/api/schemas/kinds/text.ts';

const table = (kind: FieldKind): WriteFields => ({ f: required(kind, 'F', '') });
const shapeOf = (fields: WriteFields) => ({ fields, check: objectOf(fields) });
const read = (kind: FieldKind, value: unknown) => checked(shapeOf(table(kind)), { f: value }).f;
const message = (work: () => unknown): string => {
	try {
		work();
	} catch (error) {
		if (error instanceof HubError && error.kind === 'invalid') return error.message;
		throw error;
	}
	return 'accepted';
};

const twoImages = [1, 2].map((id) => ({ id, url: `https://a.example/${id}.jpg` }));

// more of it is held by a row of a spreadsheet in integration/batches/results
describe('conversion of values', () => {
	test.each<[string, FieldKind, unknown, unknown]>([
		['text', text(5), 0, '0'],
		['text', text(5), ' a ', ' a '],
		['decimal', decimal(0), 0, 0],
		['whole', wholeNumber(0), '7,0', 7],
		['ID', numericId('an ID'), '11,0', 11],
		['ID', numericId('an ID'), '11.00', 11],
		['ID', numericId('an ID'), '1.234.567', 1_234_567],
		['flag', flag(), ' Sim ', true],
		['flag', flag(), 'NÃO', false],
		['texts', texts(0), 'a, b ,c', ['a', 'b', 'c']],
		['texts', texts(0), '["a","b"]', ['a', 'b']],
		['texts', texts(0), 'a\nb', ['a', 'b']],
		['images', images, 'https://a.example/1.jpg | https://a.example/2.jpg', twoImages],
		['texts', texts(0), [1, 'b'], ['1', 'b']],
		['hubDateTime', hubDateTime(), '2024-02-29 23:59:59', '2024-02-29 23:59:59'],
	])('%s: %#', (_name, kind, value, expected) => {
		expect(read(kind, value)).toEqual(expected);
	});
});

describe('messages', () => {
	test('name every broken rule of an entry, and shorten a long value', () => {
		const shape = shapeOf({ a: required(text(3), 'A', ''), b: required(decimal(0), 'B', '') });
		const said = message(() => checked(shape, { a: 'x'.repeat(5_000), b: 'y' }));
		expect(said).toContain('A (`a`) must have at most 3 characters');
		expect(said).toContain('B (`b`) must be a number');
		expect(said.length).toBeLessThan(300);
	});

	test.each(['1.000', '12,000'])('an ID with a mark for thousands, %s, is none', (value) => {
		expect(message(() => read(numericId('an ID'), value))).toContain('must be an ID');
	});

	test('NaN and infinite numbers are refused, because JSON cannot hold them', () => {
		for (const kind of [decimal(0.01), decimal(-Infinity), wholeNumber(1)]) {
			for (const value of [NaN, Infinity, -Infinity])
				expect(message(() => read(kind, value))).not.toBe('accepted');
		}
	});
});
