import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { retryAfterOf } from '../../nodes/MarketplaceHub/api/http/send.ts';
import { errorTextOf } from '../../nodes/MarketplaceHub/api/http/failures.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const answer = (headers: Record<string, string>, text = '') => ({ status: 429, headers, text });

describe('Retry-After', () => {
	beforeEach(() => {
		vi.useFakeTimers({ now });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	test.each([
		['0', 0],
		['7', 7_000],
		['1.5', 1_500],
		['-3', 0],
		['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
		['Sun, 01 Mar 2026 11:00:00 GMT', 0],
	])('%j is %d ms', (value, ms) => {
		expect(retryAfterOf(answer({ 'retry-after': value }))).toBe(ms);
	});

	test.each(['soon', 'NaN', ' ', ''])('%j says nothing', (value) => {
		expect(retryAfterOf(answer({ 'retry-after': value }))).toBeUndefined();
	});

	test('no header says nothing', () => {
		expect(retryAfterOf(answer({}))).toBeUndefined();
	});
});

describe("the hub's error text", () => {
	test.each([
		['{"error":"Falhou.","details":["a","b"]}', { text: 'Falhou.', details: ['a', 'b'] }],
		['{"error":"Falhou."}', { text: 'Falhou.', details: [] }],
		['{"message":"Falhou.","details":"x"}', { text: 'Falhou.', details: ['x'] }],
		['{"error":{"code":7}}', { text: '{"code":7}', details: [] }],
		['<html>502</html>', { text: '', details: [] }],
		['', { text: '', details: [] }],
		['[]', { text: '', details: [] }],
		['{"error":null,"details":[1]}', { text: '', details: ['1'] }],
	])('%j', (text, expected) => {
		expect(errorTextOf(answer({}, text))).toEqual(expected);
	});
});
