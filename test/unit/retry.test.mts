import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '../../nodes/MarketplaceHub/api/endpoints.ts';
import {
	isDone,
	noTries,
	retryDelay,
	shouldRetry,
	triesAfter,
	type Tries,
} from '../../nodes/MarketplaceHub/api/http/retry.ts';
import { RateLimit } from '../../nodes/MarketplaceHub/api/http/rateLimit.ts';
import { failureOf } from '../../nodes/MarketplaceHub/api/http/failures.ts';
import {
	errorTextOf,
	NoUsableAnswer,
	type Outcome,
} from '../../nodes/MarketplaceHub/api/http/answer.ts';

/* Outcomes that the hub can bring about are held by integration/requests/faultTable. */

const answered = (status: number, retryAfter?: string): Outcome => ({
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
	text: '',
});

type Retry = 'read' | 'repeatable' | 'once';
const short = (retry: Retry, outcome: Outcome, tries: Partial<Tries> = {}): string => {
	const after = triesAfter({ ...noTries, ...tries }, { retry }, outcome);
	if (shouldRetry({ retry }, outcome, after)) return 'sendAgain';
	const endpoint: Endpoint = { method: 'GET', path: '/v1/orders', label: 'Orders', retry };
	return failureOf(outcome, endpoint, after).kind;
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

test.each<[string, failed: number, follows: string]>([
	['the fourth failed try', 3, 'sendAgain'],
	['the fifth failed try', 4, 'refused'],
])('after %s', (_which, failed, follows) => {
	for (const status of [500, 503])
		expect(short('read', answered(status), { failed })).toBe(follows);
});

test('a 429 that says how long to wait is waited out ten times', () => {
	expect(short('read', answered(429, '1'), { rateLimited: 9 })).toBe('sendAgain');
	expect(short('read', answered(429, '1'), { rateLimited: 10 })).toBe('refused');
});

const lost = new NoUsableAnswer('ECONNRESET');
const notSent = new NoUsableAnswer('ECONNREFUSED');

test.each<[string, Outcome, Partial<Tries>]>([
	[
		'a lost answer fails, and may say that the work is done',
		lost,
		{ failed: 2, isAnswerLost: true, mayBeDone: true },
	],
	['a request that did not leave fails', notSent, { failed: 2 }],
	['a 500 fails, and may have done the work', answered(500), { failed: 2, mayBeDone: true }],
	['a 503 fails, and may have done the work', answered(503), { failed: 2, mayBeDone: true }],
	['a 429 does not fail', answered(429), { rateLimited: 3 }],
	['a 499 ends the request and does not count', answered(499), {}],
	['a success that reports an error does not count', answered(200), {}],
])('tries are counted: %s', (_rule, outcome, counted) => {
	const before = { ...noTries, failed: 1, rateLimited: 2 };
	expect(triesAfter(before, { retry: 'repeatable' }, outcome)).toEqual({ ...before, ...counted });
});

test.each([notSent, answered(500), answered(429), answered(404)])(
	'work that may be done stays so after the next try: %#',
	(outcome) => {
		const before = { ...noTries, mayBeDone: true };
		expect(triesAfter(before, { retry: 'repeatable' }, outcome).mayBeDone).toBe(true);
	},
);

describe('waits', () => {
	beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') }));
	afterEach(() => vi.useRealTimers());

	const pause = (outcome: Outcome, failed = 0, random = 0.5) => {
		const tries = triesAfter({ ...noTries, failed }, { retry: 'read' }, outcome);
		return retryDelay(outcome, tries, undefined, random);
	};

	test('double with each try, and vary', () => {
		const lost = new NoUsableAnswer('ECONNRESET');
		expect([0, 1, 2, 3].map((failed) => pause(lost, failed))).toEqual([1000, 2000, 4000, 8000]);
		expect(pause(lost, 1, 0)).toBe(1_500);
		expect(pause(lost, 1, 1)).toBe(2_500);
	});

	test.each([
		[0, 750],
		[0.5, 1_000],
		[0.9999, 1_250],
	])('are spread by a quarter around a second: chance %d', (chance, ms) => {
		expect(pause(lost, 0, chance)).toBeCloseTo(ms, -1);
	});

	test.each([
		[1, 1_000],
		[2, 2_000],
		[4, 8_000],
		[7, 60_000],
	])('grow with the number of 429, %d, while the hub asks for none: %d ms', (rateLimited, ms) => {
		const outcome = answered(429, '0');
		expect(retryDelay(outcome, { ...noTries, rateLimited })).toBe(ms);
	});

	test('after a 500 grow too while the hub asks for none, half as long', () => {
		expect([0, 1, 2].map((failed) => pause(answered(500, '0'), failed))).toEqual([
			500, 1_000, 2_000,
		]);
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
		const tries = triesAfter({ ...noTries, rateLimited }, { retry: 'read' }, outcome);
		expect(retryDelay(outcome, tries, rateLimit.freeIn, 0.5)).toBeCloseTo(ms);
	});

	test.each(['soon', 'NaN', ' ', ''])('ignore Retry-After %j', (value) => {
		expect(pause(answered(429, value))).toBe(60_000);
	});
});

const success = (body: unknown): Outcome => ({ status: 200, headers: {}, text: '', body });
const report = success({ error: 'Falhou.' });
const record = success({ error: 'Falhou.', idPedido: 1 });

describe('a request is carried out', () => {
	const lostBefore: Tries = { ...noTries, failed: 1, isAnswerLost: true, mayBeDone: true };

	test.each<[string, Outcome, Tries, deletes: true | undefined, boolean]>([
		['by a 200', answered(200), noTries, undefined, true],
		['by a 299', answered(299), noTries, undefined, true],
		['by a record that has an error', record, noTries, undefined, true],
		['not by a 300', answered(300), noTries, undefined, false],
		['not by a 200 that reports an error', report, noTries, undefined, false],
		['not by a lost answer', lost, lostBefore, true, false],
		['not by a 500', answered(500), lostBefore, true, false],
		['by a lost try, when the hub no longer finds it', answered(404), lostBefore, true, true],
		['not when the hub never found it', answered(404), noTries, true, false],
		['not when the hub should still find it', answered(404), lostBefore, undefined, false],
		[
			'not by a first try that did not leave',
			answered(404),
			{ ...noTries, failed: 1 },
			true,
			false,
		],
	])('%s', (_how, outcome, tries, notFoundOnRetryIsSuccess, expected) => {
		expect(isDone({ notFoundOnRetryIsSuccess }, outcome, tries)).toBe(expected);
	});
});

describe('whether a request that is given up was carried out is open', () => {
	const lostBefore = { mayBeDone: true };

	test.each<[string, Outcome, Partial<Tries>, repeatable: boolean, once: boolean]>([
		['after a lost answer', lost, {}, true, true],
		['after a 500', answered(500), {}, true, true],
		['after a 404 behind a lost answer', answered(404), lostBefore, true, true],
		['after a try that did not leave', notSent, {}, false, false],
		['after a success that reports an error', report, {}, false, true],
		['after the last such success', answered(299), {}, false, true],
		['after a 300', answered(300), {}, false, false],
		['after a 404', answered(404), {}, false, false],
	])('%s', (_when, outcome, tries, ...expected) => {
		const open = (['repeatable', 'once'] as const).map(
			(retry) => triesAfter({ ...noTries, ...tries }, { retry }, outcome).mayBeDone,
		);
		expect(open).toEqual(expected);
	});

	test.each([lost, answered(500), report])('never for a read: %#', (outcome) => {
		expect(triesAfter(noTries, { retry: 'read' }, outcome).mayBeDone).toBe(false);
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
	['{"error":" ","message":"Falhou."}', { text: 'Falhou.', details: [] }],
	['{"error":true,"message":"Falhou."}', { text: 'Falhou.', details: [] }],
	['{"error":true}', { text: 'true', details: [] }],
])("the hub's error text is read from %j", (text, expected) => {
	expect(errorTextOf({ text })).toEqual(expected);
});
