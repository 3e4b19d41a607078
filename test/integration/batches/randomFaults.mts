import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import type { NodeResult } from '../../engine/nodes.mts';
import type { Fault, Hub } from '../../hub/index.mts';

/*
 * Random faults on random batches, price writes, registrations, lists and the order queue: whatever
 * happens, what the outputs say is what the hub holds. Every entry has a value of its own, by which
 * it is found again in the hub.
 */

/** How often a property is tried. */
export const runs = { numRuns: 20, endOnFailure: true };
/** Longest that one property may take, in ms. */
export const limit = 120_000;

const trouble: fc.Arbitrary<Partial<Fault> & Pick<Fault, 'kind'>> = fc.oneof(
	fc.constantFrom<Fault>(
		{ kind: 'resetBefore' },
		{ kind: 'resetAfter' },
		{ kind: 'truncate' },
		{ kind: 'malformed' },
		{ kind: 'empty' },
		{ kind: 'html', applied: true },
		{ kind: 'html', status: 200, applied: true },
	),
	fc.record({
		kind: fc.constant('status' as const),
		status: fc.constantFrom(500, 503),
		applied: fc.boolean(),
	}),
	fc.record({
		kind: fc.constant('status' as const),
		status: fc.constantFrom(400, 401, 404, 429),
		headers: fc.constant({ 'Retry-After': '0' }),
	}),
);

/** Up to four faults, each at a few requests to one of the endpoints. */
export const faultsAt = (...endpoints: string[]): fc.Arbitrary<Fault[]> =>
	fc.array(
		fc
			.record({
				endpoint: fc.constantFrom(...endpoints),
				after: fc.nat(3),
				times: fc.constantFrom(1, 1, 2, 3, 6, 1_000),
			})
			.chain((where) => trouble.map((what) => ({ ...what, ...where }))),
		{ maxLength: 4 },
	);

export type Outcome = 'success' | 'refused' | 'unknown' | 'notSent';

const outcomeOf = ({ error, outcome }: IDataObject): Outcome =>
	error === undefined ? 'success' : ((outcome as Outcome | undefined) ?? 'refused');

/** The one outcome of each input item. */
export function outcomes(result: NodeResult, count: number): Outcome[] {
	const found: Outcome[][] = Array.from({ length: count }, () => []);
	for (const { json, pairedItem } of result.items()) {
		const pairs = [pairedItem].flat() as Array<{ item: number }>;
		for (const { item } of pairs) found[item]?.push(outcomeOf(json));
	}
	expect(found.map(({ length }) => length)).toEqual(Array.from({ length: count }, () => 1));
	return found.map(([outcome]) => outcome!);
}

/** Requests to an endpoint that the hub may have carried out: all but those that it turned away. */
export const carriedOut = (hub: Hub, endpoint: string) =>
	hub.log.filter(
		(request) => request.endpoint === endpoint && ![400, 401, 404, 429].includes(request.status),
	);

/** However much goes wrong, a run asks no more than this, and not for longer. */
export function expectBounded(hub: Hub, requests: number, passed: () => number) {
	// 5 tries, 10 waits for a limit, 8 tokens for each
	expect(hub.log.length).toBeLessThan(50 + requests * 25);
	// a single 401 costs one exchange of the keys, a lasting one two: then the account rests
	expect(hub.tokens.issued).toBeLessThanOrEqual(10);
	expect(passed()).toBeLessThan(20_000);
}

/** Lets the hub finish its batches. */
export const settle = (hub: Hub) => hub.clock.advance(3_600_000);

/** SKUs of up to 130 entries: mostly different ones, some twice or more, some that the hub does not know. */
export const skuLists = fc.oneof(
	fc.array(
		fc.nat(8).map((n) => `S${n}`),
		{ minLength: 1, maxLength: 20 },
	),
	fc
		.tuple(fc.integer({ min: 90, max: 120 }), fc.array(fc.nat(150), { maxLength: 10 }))
		.map(([count, again]) => [
			...Array.from({ length: count }, (_, index) => `S${index}`),
			...again.map((n) => `S${n}`),
		]),
);

/** The entry's index that a price tells. */
export const indexOfPrice = (value: unknown) => Math.round(Number(value) * 100) - 1;
