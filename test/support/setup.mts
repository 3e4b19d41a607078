import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { afterAll, beforeEach, expect, onTestFinished, test as plain } from 'vitest';
import { startN8n, type HubN8n } from '../engine/nodes.mts';
import { startHub, type Hub, type HubOptions, type Routes } from '../hub/index.mts';
import { addSkus } from './products.mts';
import { scaleTime, timeScale, type Durations } from './clock.mts';

export interface Setup {
	hub: Hub;
	n8n: HubN8n;
}

export interface SetupOptions extends HubOptions {
	/** Durations of the nodes, in real ms, that are to be others than those of the hub's clock. */
	timing?: Partial<Durations>;
	/** `S0`, `S1`, … that the hub has beside its usual products. */
	skus?: number;
}

let setups = 0;
let byDefault: Routes = 'seen';

/** Gives the hubs of this file's tests other routes, and their credentials what its users enter for them. */
export function routesByDefault(routes: Routes): void {
	byDefault = routes;
	afterAll(() => {
		byDefault = 'seen';
	});
}

/**
 * A hub whose time runs fast, and an n8n with a credential for it: an account that no other test of
 * the process has. Both end with the test; the hub must then have neither broken its own contract
 * nor seen the nodes break it. For a test, or for the `beforeEach` of a file.
 */
export async function setup(
	{ timing, skus = 0, ...options }: SetupOptions = {},
	credential: ICredentialDataDecryptedObject = {},
): Promise<Setup> {
	scaleTime(options.timeScale ?? timeScale, timing);
	const hub = await startHub({
		timeScale,
		batchDuration: 1_000,
		apiKey: `hub-api-key-not-a-secret-${++setups}`,
		routes: byDefault,
		...options,
	});
	addSkus(hub, skus);
	onTestFinished(async () => {
		await hub.stop();
		expect(hub.contractViolations).toEqual([]);
	});
	return { hub, n8n: await startN8n(hub, credential) };
}

/** The same before each test of a file; what is in it is always that of the test that runs. */
export function setupEach(...given: Parameters<typeof setup>): Setup {
	const at = {} as Setup;
	beforeEach(async () => void Object.assign(at, await setup(...given)));
	return at;
}

/** A test with the hub and the n8n of a `setup` of its own, as they are without options. */
export const test = plain.extend<Setup & { pair: Setup }>({
	pair: async ({}, use) => await use(await setup()),
	hub: async ({ pair }, use) => await use(pair.hub),
	n8n: async ({ pair }, use) => await use(pair.n8n),
});
