import { describe, expect, test } from 'vitest';
import { lookTime } from '../../nodes/MarketplaceHub/api/auth/token.ts';
import { type KnownToken, nearItsEnd } from '../../nodes/MarketplaceHub/api/state/knownToken.ts';

const minute = 60_000;
const token = (known: Partial<KnownToken> = {}, age = 0): KnownToken => ({
	accessToken: 'token',
	accessTokenIssuedAt: Date.now() - age,
	isOwn: false,
	since: performance.now(),
	wasAccepted: true,
	isRefused: false,
	...known,
});

describe('time that a process looks for a token of another one', () => {
	test.each<[string, Partial<KnownToken>, number, number]>([
		['it has issued the present one: not at all', { isOwn: true }, 0, 0],
		[
			'its own was refused right away: each for another time',
			{ isOwn: true, wasAccepted: false },
			0,
			700,
		],
		['another one has issued it: that one goes first', {}, 300, 1_000],
		['it has never used that one', { wasAccepted: false }, 300, 1_000],
		['there is none: each for another time', { accessToken: '' }, 0, 700],
	])('%s', (_name, known, least, most) => {
		expect(lookTime(token(known), 0)).toBe(least);
		expect(lookTime(token(known), 1)).toBe(most);
	});
});

test('the process that issued a token renews it first, and the others do so before its end', () => {
	const renews = (isOwn: boolean, left: number) => nearItsEnd(token({ isOwn }, 30 * minute - left));
	expect(renews(true, 2.1 * minute)).toBe(false);
	expect(renews(true, 1.9 * minute)).toBe(true);
	expect(renews(false, 1.6 * minute)).toBe(false);
	expect(renews(false, 0.4 * minute)).toBe(true);
});
