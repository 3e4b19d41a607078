import { afterAll, beforeAll, expect, test } from 'vitest';
import { inFreshEngine } from '../../bench/bench.mts';
import type { HubAddress, HubFunctions } from '../../bench/processes/hub.mts';
import { startProcess } from '../../bench/processes/start.mts';
import { op } from '../../support/items.mts';

const ORDERS = 50_000;
/** Stated in docs/production.md. MB that n8n's process grows by, garbage included. */
const MOST = 180;

/** In a process of its own: what it holds does not count. */
const hub = startProcess<HubFunctions>('hub.mts');
let address: HubAddress;
beforeAll(async () => {
	address = await hub.call.start({ seed: { orders: ORDERS } });
}, 120_000);
afterAll(async () => await hub.stop());

test(`${ORDERS} orders are listed within ${MOST} MB`, async () => {
	const list = op('order getMany', { returnAll: true, simplify: false });
	const { records, grownMb, keptMb } = await inFreshEngine(
		address,
		async (engine) => await engine.runWithMemory(list),
	);
	expect(records).toBe(ORDERS);
	expect(grownMb).toBeLessThan(MOST);
	// pages are let go as they are read: little is held beside the items that n8n keeps
	expect(grownMb).toBeLessThan(2 * keptMb!);
}, 180_000);

test('whole records are held only while their page is read, if orders are simplified', async () => {
	const most = async (simplify: boolean) => {
		const list = op('order getMany', { limit: 10_000, simplify });
		const { mostMb } = await inFreshEngine(
			address,
			async (engine) => await engine.liveHeap(list, [{}], 10, { limit: 200 }),
		);
		return mostMb;
	};
	// ten pages are on their way at once; if all whole orders were held, both would take the same
	expect(await most(true)).toBeLessThan(0.75 * (await most(false)));
}, 180_000);
