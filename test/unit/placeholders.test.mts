import { describe, expect, test } from 'vitest';
import type { Field, FieldKind } from '../../nodes/MarketplaceHub/api/schemas/fields.ts';
import { optional, required } from '../../nodes/MarketplaceHub/api/schemas/fields.ts';
import { choice } from '../../nodes/MarketplaceHub/api/schemas/kinds/choices.ts';
import { keyValues, objects, texts } from '../../nodes/MarketplaceHub/api/schemas/kinds/lists.ts';
import { decimal } from '../../nodes/MarketplaceHub/api/schemas/kinds/numbers.ts';
import { text } from '../../nodes/MarketplaceHub/api/schemas/kinds/text.ts';
import { isLeftOut, isUnset } from '../../nodes/MarketplaceHub/api/schemas/placeholders.ts';

const price = decimal(0.01);
const tags = texts(0);
const condition = choice(['novo', 'usado'], 'indefinido');
const must = (kind: FieldKind) => required(kind, 'Field', '');
const may = (kind: FieldKind) => optional(kind, 'Field', '');

describe('a value stands for nothing', () => {
	test.each<[unknown, FieldKind, boolean]>([
		[null, price, true],
		[' ', text(), true],
		['x', text(), false],
		[0, price, true],
		['0,00', price, true],
		[0, decimal(0), false],
		['Indefinido', condition, true],
		['novo', condition, false],
		[[], tags, true],
		[{}, tags, true],
		['[]', tags, true],
		[[''], tags, true],
		[['a'], tags, false],
		[[], objects({}, 1), true],
		[{}, keyValues(100), true],
		[[], keyValues(100), true],
	])('%j in a field of its kind', (value, kind, expected) => {
		expect(isUnset(value, may(kind))).toBe(expected);
	});
});

describe('a value that stands for nothing is left out', () => {
	/** The columns: read in a new record and in a change, written by the user likewise. */
	test.each<[string, unknown, Field, [boolean, boolean, boolean, boolean]]>([
		['a list of blank cells', [null, ''], may(tags), [true, true, true, true]],
		['separators alone', ' , ', may(tags), [true, true, true, true]],
		['an empty list that the hub takes', [], may(tags), [true, true, false, false]],
		['the same as text', '[]', may(tags), [true, true, false, false]],
		['the same as an object', {}, may(tags), [true, true, false, false]],
		['an empty list that the hub refuses', [], may(objects({}, 1)), [true, true, true, true]],
		['no price, optional', 0, may(price), [true, true, true, true]],
		['no price, required', 0, must(price), [false, true, false, true]],
		['no choice, required', 'indefinido', must(condition), [false, true, false, true]],
	])('%s', (_name, value, field, expected) => {
		const kinds = [true, false].flatMap((wasRead) =>
			[false, true].map((change) => ({ wasRead, change })),
		);
		expect(kinds.map((entry) => isLeftOut(value, field, { ...entry, saysNothing: false }))).toEqual(
			expected,
		);
	});

	test.each([
		['is checked', 0, may(price), false],
		['is checked, where the hub takes it, too', [], may(tags), false],
		['is left out as a list of blank cells', [''], may(tags), true],
	])('where nothing else is given: it %s', (_name, value, field, expected) => {
		const entry = { wasRead: true, change: true, saysNothing: true };
		expect(isLeftOut(value, field, entry)).toBe(expected);
	});
});
