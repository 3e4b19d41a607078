import { describe, expect, test } from 'vitest';
import {
	noTries,
	triesAfter,
	whatFollows,
	type Tries,
} from '../../nodes/MarketplaceHub/api/http/deliver.ts';
import { NoUsableAnswer, type Outcome } from '../../nodes/MarketplaceHub/api/http/send.ts';

const answered = (status: number, headers: Record<string, string> = {}): Outcome => ({
	status,
	headers,
	text: '',
	body: `body of ${status}`,
});

const outcomes = {
	200: answered(200),
	201: answered(201),
	204: answered(204),
	302: answered(302),
	400: answered(400),
	404: answered(404),
	406: answered(406),
	429: answered(429),
	500: answered(500),
	503: answered(503),
	'connection lost': new NoUsableAnswer('ECONNRESET'),
	'no answer in time': new NoUsableAnswer('ECONNABORTED'),
	'connection refused': new NoUsableAnswer('ECONNREFUSED'),
	'no such host': new NoUsableAnswer('ENOTFOUND'),
	'certificate refused': new NoUsableAnswer('DEPTH_ZERO_SELF_SIGNED_CERT'),
	'unreadable answer': new NoUsableAnswer('unreadable', 'gave an answer that is cut off'),
} satisfies Record<string, Outcome>;

type Name = keyof typeof outcomes;

const short = (
	retry: 'read' | 'repeatable' | 'once',
	outcome: Outcome,
	tries: Partial<Tries> = {},
	notFoundOnRetryIsSuccess?: true,
): string => {
	const past = { ...noTries, ...tries };
	const decision = whatFollows({ retry, notFoundOnRetryIsSuccess }, outcome, past, 1);
	return decision.next === 'giveUp' ? decision.because : decision.next;
};

/** What has become of a request with these outcomes. */
const after = (...names: Name[]): Tries =>
	names.reduce((tries, name) => triesAfter(tries, outcomes[name]), noTries);

/** First outcome → what follows, by retry class (design: Request rules). */
const table: Array<[Name, read: string, repeatable: string, once: string]> = [
	[200, 'accept', 'accept', 'accept'],
	[201, 'accept', 'accept', 'accept'],
	[204, 'accept', 'accept', 'accept'],
	[302, 'refused', 'refused', 'refused'],
	[400, 'refused', 'refused', 'refused'],
	[404, 'refused', 'refused', 'refused'],
	[406, 'refused', 'refused', 'refused'],
	[429, 'waitForLimit', 'waitForLimit', 'waitForLimit'],
	[500, 'sendAgain', 'sendAgain', 'outcomeUnknown'],
	[503, 'sendAgain', 'sendAgain', 'outcomeUnknown'],
	['connection lost', 'sendAgain', 'sendAgain', 'outcomeUnknown'],
	['no answer in time', 'sendAgain', 'sendAgain', 'outcomeUnknown'],
	['connection refused', 'sendAgain', 'sendAgain', 'unreachable'],
	['no such host', 'unreachable', 'unreachable', 'unreachable'],
	['certificate refused', 'unreachable', 'unreachable', 'unreachable'],
	['unreadable answer', 'sendAgain', 'sendAgain', 'outcomeUnknown'],
];

describe('after the first outcome', () => {
	test.each(table)('%s', (name, read, repeatable, once) => {
		const outcome = outcomes[name];
		expect([short('read', outcome), short('repeatable', outcome), short('once', outcome)]).toEqual([
			read,
			repeatable,
			once,
		]);
	});

	test('the table has every outcome', () => {
		expect(table.map(([name]) => String(name)).sort()).toEqual(Object.keys(outcomes).sort());
	});
});

describe('after four unsuccessful tries', () => {
	const last = after(503, 503, 503, 503);

	test('a 429 is still waited out, up to ten times where it says for how long', () => {
		const asked = answered(429, { 'retry-after': '1' });
		expect(short('read', asked, { ...last, rateLimited: 9 })).toBe('waitForLimit');
		expect(short('read', asked, { ...last, rateLimited: 10 })).toBe('refused');
		expect(short('once', asked, { rateLimited: 10 })).toBe('refused');
	});

	test('and up to 60 times where it does not', () => {
		expect(short('read', outcomes[429], { ...last, rateLimited: 59 })).toBe('waitForLimit');
		expect(short('read', outcomes[429], { ...last, rateLimited: 60 })).toBe('refused');
		expect(short('once', outcomes[429], { rateLimited: 60 })).toBe('refused');
	});
});

describe('pauses', () => {
	const pause = (outcome: Outcome, tries: Partial<Tries> = {}, jitter = 1) => {
		const past = { ...noTries, ...tries };
		const decision = whatFollows({ retry: 'read' }, outcome, past, jitter);
		return 'pause' in decision ? decision.pause : undefined;
	};

	test('double with each try, spread by the jitter', () => {
		const lost = outcomes['connection lost'];
		expect([0, 1, 2, 3].map((failed) => pause(lost, { failed }))).toEqual([
			1_000, 2_000, 4_000, 8_000,
		]);
		expect(pause(lost, { failed: 1 }, 0.75)).toBe(1_500);
	});

	test('follow Retry-After, up to an hour', () => {
		expect(pause(answered(503, { 'retry-after': '7' }), { failed: 3 })).toBe(7_000);
		expect(pause(answered(429, { 'retry-after': '600' }))).toBe(600_000);
		expect(pause(answered(503, { 'retry-after': '9999' }))).toBe(3_600_000);
		expect(pause(answered(429, { 'retry-after': '9999' }))).toBe(3_600_000);
	});

	test('after a 429 last at least a second, and a minute when the hub does not say', () => {
		expect(pause(answered(429, { 'retry-after': '0' }))).toBe(1_000);
		expect(pause(answered(429))).toBe(60_000);
	});
});
