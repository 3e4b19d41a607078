import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ExpiringMap } from '../../nodes/MarketplaceHub/api/async.ts';

const hour = 3_600_000;
let map: ExpiringMap<string>;

beforeEach(() => {
	vi.useFakeTimers();
	map = new ExpiringMap(2);
	map.set('a', 'A', 60_000);
});
afterEach(() => {
	vi.useRealTimers();
});

describe('an entry', () => {
	test('is kept for its time, and no longer', () => {
		vi.advanceTimersByTime(59_999);
		expect(map.get('a')).toBe('A');
		vi.advanceTimersByTime(1);
		expect(map.get('a')).toBeUndefined();
	});

	test("expires in time even if the machine's clock is set back", () => {
		vi.setSystemTime(Date.now() - 5 * hour);
		expect(map.get('a')).toBe('A');
		vi.advanceTimersByTime(60_000);
		expect(map.get('a')).toBeUndefined();
	});

	test('is dropped if there are too many', () => {
		map.set('b', 'B');
		expect(map.get('a')).toBe('A');
		map.set('c', 'C');
		expect([map.get('a'), map.get('b'), map.get('c')]).toEqual(['A', undefined, 'C']);
	});
});
