import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SharedAccount } from '../support/sharedAccount.mts';

const minute = 60_000;
const perMinute = { stockBatch: 10, securityStockList: 40, sandboxOrderCreate: 60 };

describe('processes that share an account and begin together', () => {
	beforeEach(() => {
		vi.useFakeTimers({ now: 0 });
	});
	afterEach(() => {
		vi.useRealTimers();
		vi.restoreAllMocks();
	});

	/** What of the shortest time jobs take beyond it, from the first request on, and of requests is refused. */
	async function work(account: SharedAccount, processes: number, atOnce: number, minutes: number) {
		const requests = Math.ceil((minutes * perMinute[account.name]) / processes);
		const jobs = Array.from({ length: processes }, (_, i) => account.job(i, requests, atOnce));
		const ended = Promise.all(jobs).then(() => Date.now());
		const began = Date.now();
		await vi.advanceTimersByTimeAsync(2 * minutes * minute);
		expect(account.failures).toEqual([]);
		const refused = account.seen.filter(({ accepted }) => !accepted).length;
		// n minutes' worth takes n - 1: a window may be used up at once
		const shortest = (minutes - 1) * minute;
		const slower = ((await ended) - began - account.seen[0]!.at) / shortest - 1;
		return { slower, refused: refused / account.seen.length };
	}

	/** The bounds are those of averages, so that no single sequence of chance decides. */
	const seeds = Array.from({ length: 16 }, (_, index) => Math.imul(index + 1, 0x9e3779b1) >>> 0);

	// securityStockList is GET: no answer says what is left
	test.each([
		['stockBatch', 1, 1, 5, 0, 0.03],
		['stockBatch', 1, 1, 9, 0, 0.03],
		['stockBatch', 1, 1, 15, 0, 0.03],
		['stockBatch', 1, 1, 60, 0, 0.06],
		['securityStockList', 1, 5, 30, 0, 0.06],
		['stockBatch', 2, 1, 30, 0.05, 0.1],
		['stockBatch', 3, 1, 30, 0.1, 0.1],
		['securityStockList', 2, 5, 30, 0.1, 0.2],
		['securityStockList', 3, 1, 30, 0.1, 0.2],
		['sandboxOrderCreate', 2, 1, 30, 0.05, 0.1],
		['sandboxOrderCreate', 3, 1, 30, 0.05, 0.1],
	] as const)(
		'%s: %i with %i requests at once and work for %i minutes all get through',
		async (endpoint, processes, atOnce, minutes, mostRefused, mostSlower) => {
			const runs = [];
			for (const seed of seeds)
				runs.push(await work(new SharedAccount(endpoint, seed), processes, atOnce, minutes));
			const mean = (values: number[]) => values.reduce((sum, value) => sum + value) / values.length;
			expect(mean(runs.map(({ refused }) => refused))).toBeLessThanOrEqual(mostRefused);
			expect(mean(runs.map(({ slower }) => slower))).toBeLessThanOrEqual(mostSlower);
		},
	);

	test.each(['stockBatch', 'securityStockList', 'sandboxOrderCreate'] as const)(
		'%s: a process that starts while another uses the whole limit gets its turn, and does not give up',
		async (endpoint) => {
			for (const beginning of [5, 12.4]) {
				const account = new SharedAccount(endpoint, beginning);
				void account.job(0, 25 * perMinute[endpoint]);
				await vi.advanceTimersByTimeAsync(beginning * minute);
				void account.job(1, 5 * perMinute[endpoint]);
				await vi.advanceTimersByTimeAsync(5 * minute);
				expect(account.seen.some(({ process, accepted }) => process === 1 && accepted)).toBe(true);
				await vi.advanceTimersByTimeAsync(40 * minute);
				expect(account.failures).toEqual([]);
			}
		},
	);

	test('a process without a turn within Longest Wait says so', async () => {
		const account = new SharedAccount('stockBatch', 1);
		account.fill();
		void account.job(0, 1);
		await vi.advanceTimersByTimeAsync(6 * minute);
		expect(String(account.failures)).toMatch(/429.*longest wait of 5 minutes/);
	});
});
