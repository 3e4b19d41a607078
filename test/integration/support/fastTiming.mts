import { createRequire } from 'node:module';
import { afterEach, beforeEach } from 'vitest';
import type { timing as Timing } from '../../../nodes/MarketplaceHub/api/timing.ts';

const require = createRequire(import.meta.url);

/** The durations of the built package in this process: what a test writes here holds for the node. */
export const timing = (
	require('../../../dist/nodes/MarketplaceHub/api/timing.js') as { timing: typeof Timing }
).timing;

/** Waits after lost answers and between looks at a batch are short, plus what the test says; put back afterwards. */
export function fastTiming(changes: Partial<typeof Timing> = {}): void {
	let before: typeof Timing;
	beforeEach(() => {
		before = { ...timing };
		Object.assign(timing, { backoff: 5, batchPoll: 5, ...changes });
	});
	afterEach(() => {
		Object.assign(timing, before);
	});
}
