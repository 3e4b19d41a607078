import { createRequire } from 'node:module';

/** How many times faster than real time the hubs of these tests run. */
export const timeScale = 100;

const require = createRequire(import.meta.url);

/** The built nodes' own durations: the object that they read, so a test may change it. */
export const timing = (
	require('../../../dist/nodes/MarketplaceHub/api/timing.js') as { timing: Record<string, number> }
).timing;

const realTime = { ...timing };

/** Scales everything the nodes wait for like the hub's clock; an answer may still take its time. */
export function scaleTime(factor = timeScale): void {
	for (const [name, ms] of Object.entries(realTime))
		timing[name] = name === 'requestTimeout' ? ms : ms / factor;
}
