import { describe, expect, test } from 'vitest';
import { nearItsEnd } from '../../nodes/MarketplaceHub/api/auth/tokens.ts';
import { lookTime } from '../../nodes/MarketplaceHub/api/auth/storedToken.ts';
import { AccountState } from '../../nodes/MarketplaceHub/api/state.ts';

const minute = 60_000;
const token = (accessToken: string, age = 0) => ({
	accessToken,
	accessTokenIssuedAt: Date.now() - age,
});
/** A process that has issued `own`. */
const processWith = (own?: string, tokensRefused = 0) =>
	Object.assign(new AccountState(), {
		tokensRefused,
		tokenIssued: performance.now(),
		...(own !== undefined && { token: token(own) }),
	});

describe('how long a process looks for a token of another one', () => {
	test.each([
		['it has issued the present one: not at all', 'own', processWith('own'), 0, 0],
		['its own was refused right away: each for another time', 'own', processWith('own', 1), 0, 700],
		['another one has issued it: that one goes first', 'other', processWith('own'), 300, 1_000],
		['it has never issued one', 'other', processWith(), 300, 1_000],
		['there is none: each for another time', '', processWith(), 0, 700],
	])('%s', (_name, newest, state, least, most) => {
		expect(lookTime(token(newest), state, 0)).toBe(least);
		expect(lookTime(token(newest), state, 1)).toBe(most);
	});
});

test('the process that has issued a token renews it first, the others before its end', () => {
	const issuer = processWith('token');
	const other = processWith();
	const renews = (state: AccountState, left: number) =>
		nearItsEnd(token('token', 30 * minute - left), state);
	expect(renews(issuer, 2.1 * minute)).toBe(false);
	expect(renews(issuer, 1.9 * minute)).toBe(true);
	expect(renews(other, 1.6 * minute)).toBe(false);
	expect(renews(other, 0.4 * minute)).toBe(true);
});
