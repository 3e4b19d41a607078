import { expect, test } from 'vitest';
import { estimate } from '../../../nodes/MarketplaceHub/actions/sync/report/estimate.ts';
import { row, times } from './rows.mts';

/* What a dry run says of the time that a run would take. */

const seconds = (ms: number) => 1_000 * ms;
const single = { endpoint: 'securityStockSet', most: 1 } as const;
const batch = { endpoint: 'stockBatch', most: 100 } as const;

test.each([
	['waits for the limit of reads are none of writes', 100, 61],
	['a slow hub is slow with writes, too', 2_000, 80],
])('%s', (_what, answerMs, expected) => {
	const read = { requests: 50, ms: seconds(60), answerMs };
	const said = estimate([{ ...single, writes: times(10, {}) }], read);
	const took = /^A run would take about (\d+([.,]\d)?) (second|minute)s?:/.exec(said)!;
	const minutes = took[3] === 'minute' ? 60 : 1;
	expect(Math.abs(Number(took[1]!.replace(',', '.')) * minutes - expected)).toBeLessThanOrEqual(3);
	expect(said).toContain(': 60 requests, 10 of them to send.');
});

test('records that are read again before they are sent count, and full batches', () => {
	const read = { requests: 3, ms: 0, answerMs: 1_000 };
	const writes = [row(), ...times(100, {})];
	const said = estimate([{ ...batch, writes, readsAgain: (one) => one === writes[0] }], read);
	expect(said).toContain('about 3 seconds: 6 requests, 2 of them to send.');
});
