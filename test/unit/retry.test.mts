import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '../../nodes/MarketplaceHub/api/endpoints.ts';
import {
	isOutcomeUnknown,
	noTries,
	shouldRetry,
	triesAfter,
	type Tries,
} from '../../nodes/MarketplaceHub/api/http/retry.ts';
import { RateLimit } from '../../nodes/MarketplaceHub/api/http/rateLimit.ts';
import { errorTextOf, failureOf } from '../../nodes/MarketplaceHub/api/http/failures.ts';
import { NoUsableAnswer, type Outcome } from '../../nodes/MarketplaceHub/api/http/answer.ts';

/* Outcomes that the hub can bring about are held by integration/requests/faultTable. */

const answered = (status: number, retryAfter?: string): Outcome => ({
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
	text: '',
});

type Retry = 'read' | 'repeatable' | 'once';
const short = (retry: Retry, outcome: Outcome, tries: Partial<Tries> = {}): string => {
	const after = triesAfter({ ...noTries, ...tries }, outcome);
	if (shouldRetry({ retry }, outcome, after) !== undefined) return 'sendAgain';
	const endpoint: Endpoint = { method: 'GET', path: '/v1/orders', label: 'Orders', retry };
	return failureOf(outcome, endpoint, isOutcomeUnknown(endpoint, outcome, after)).kind;
};

test.each<[string | number, read: string, repeatable: string, once: string]>([
	[302, 'refused', 'refused', 'refused'],
	['ECONNREFUSED', 'sendAgain', 'sendAgain', 'unreachable'],
	['ENOTFOUND', 'unreachable', 'unreachable', 'unreachable'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'unreachable', 'unreachable', 'unreachable'],
])('after a first %s', (what, ...follows) => {
	const outcome = typeof what === 'number' ? answered(what) : new NoUsableAnswer(what);
	const retries: Retry[] = ['read', 'repeatable', 'once'];
	expect(retries.map((retry) => short(retry, outcome))).toEqual(follows);
});

test('a 429 is waited out even after four failed tries, up to 100 times without a Retry-After', () => {
	expect(short('read', answered(429, '1'), { failed: 4, rateLimited: 9 })).toBe('sendAgain');
	expect(short('read', answered(429), { failed: 4, rateLimited: 99 })).toBe('sendAgain');
	expect(short('read', answered(429), { failed: 4, rateLimited: 100 })).toBe('refused');
	expect(short('once', answered(429), { rateLimited: 100 })).toBe('refused');
});

describe('pauses', () => {
	beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') }));
	afterEach(() => vi.useRealTimers());

	const pause = (outcome: Outcome, failed = 0, random = 0.5) => {
		const tries = triesAfter({ ...noTries, failed }, outcome);
		return shouldRetry({ retry: 'read' }, outcome, tries, undefined, random);
	};

	test('double with each try, and vary', () => {
		const lost = new NoUsableAnswer('ECONNRESET');
		expect([0, 1, 2, 3].map((failed) => pause(lost, failed))).toEqual([1000, 2000, 4000, 8000]);
		expect(pause(lost, 1, 0)).toBe(1_500);
		expect(pause(lost, 1, 1)).toBe(2_500);
	});

	test.each([
		['7', 7_000],
		['1.5', 1_500],
		['600', 600_000],
		['9999', 3_600_000],
		['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
	])('follow Retry-After %j, up to an hour', (value, ms) => {
		for (const status of [429, 503]) expect(pause(answered(status, value))).toBe(ms);
	});

	test('follow a Retry-After that is shorter than the usual pause', () => {
		expect(pause(answered(503, '7'), 3)).toBe(7_000);
	});

	test.each<
		[
			string,
			retryAfter: string | undefined,
			limit: number | undefined,
			freeIn: number | undefined,
			before: number,
			ms: number,
		]
	>([
		['what the hub asks for', '3', 10, 15_000, 0, 3_000],
		['an undocumented limit: a minute', undefined, undefined, undefined, 0, 60_000],
		['until an own slot is free', undefined, 10, 15_000, 0, 15_000],
		['at least a second', undefined, 10, 1, 0, 1_000],
		['no own slot: a minute', undefined, 10, undefined, 0, 61_500],
		['and then every few seconds', undefined, 10, undefined, 1, 4_500],
	])('after a 429: %s', async (_name, retryAfter, limit, freeIn, rateLimited, ms) => {
		const rateLimit = new RateLimit(limit);
		if (freeIn !== undefined) {
			await rateLimit.take();
			rateLimit.settle({ status: 200, headers: {} }, performance.now());
			await vi.advanceTimersByTimeAsync(60_000 - freeIn);
		}
		const outcome = answered(429, retryAfter);
		const tries = triesAfter({ ...noTries, rateLimited }, outcome);
		expect(shouldRetry({ retry: 'read' }, outcome, tries, rateLimit.freeIn, 0.5)).toBeCloseTo(ms);
	});

	test.each(['soon', 'NaN', ' ', ''])('ignore Retry-After %j', (value) => {
		expect(pause(answered(429, value))).toBe(60_000);
	});
});

test.each([
	['{"error":"Falhou.","details":["a","b"]}', { text: 'Falhou.', details: ['a', 'b'] }],
	['{"error":"Falhou."}', { text: 'Falhou.', details: [] }],
	['{"message":"Falhou.","details":"x"}', { text: 'Falhou.', details: ['x'] }],
	['{"error":{"code":7}}', { text: '{"code":7}', details: [] }],
	['<html>502</html>', { text: '', details: [] }],
	['', { text: '', details: [] }],
	['[]', { text: '', details: [] }],
	['{"error":null,"details":[1]}', { text: '', details: ['1'] }],
])("the hub's error text is read from %j", (text, expected) => {
	expect(errorTextOf({ text })).toEqual(expected);
});
