import { createRequire } from 'node:module';
import type { timing as Timing } from '../../nodes/MarketplaceHub/api/timing.ts';

const require = createRequire(import.meta.url);

/** How many times faster than real time hub and nodes run, unless a test says otherwise. */
export const timeScale = 100;

export type Durations = typeof Timing;

/** The durations of the built package in this process: what a test writes here holds for the node. */
export const timing = (
	require('../../dist/nodes/MarketplaceHub/api/timing.js') as { timing: Durations }
).timing;

const realTime: Readonly<Durations> = { ...timing };

/** Work of the machine takes as long as ever, however fast the clock runs. */
const unscaled: ReadonlyArray<keyof Durations> = [
	'requestTimeout',
	'longestWait',
	'silence',
	'shortestTry',
	'goAhead',
	'pickerWait',
	'columnsWait',
	'channelFreshness',
	'pollBudget',
	'pollDeadline',
	'longestExecution',
	'firstPause',
	'longestPause',
];

/**
 * Sets what the nodes wait for to run with a hub whose clock is `factor` times as fast.
 * @param changes durations in real ms that are to be others
 */
export function scaleTime(factor: number, changes: Partial<Durations> = {}): void {
	for (const name of Object.keys(realTime) as Array<keyof Durations>)
		timing[name] = unscaled.includes(name) ? realTime[name] : realTime[name] / factor;
	Object.assign(timing, changes);
}
