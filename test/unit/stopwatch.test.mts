import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stopwatch } from '../support/stopwatch.mts';

test('waiting counts', async () => {
	const passed = stopwatch();
	await sleep(600);
	expect(passed()).toBeGreaterThan(50);
});

test('what keeps the process from its turn does not', () => {
	const passed = stopwatch();
	const until = performance.now() + 300;
	while (performance.now() < until);
	expect(passed()).toBeLessThan(100);
});
