import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineFunctions } from '../../bench/processes/engine.mts';
import type { HubFunctions } from '../../bench/processes/hub.mts';
import { startProcess, type Remote } from '../../bench/processes/start.mts';
import { timeScale } from '../../support/clock.mts';
import { stockSync } from '../../support/sync.mts';

/** What a run keeps while it reads, compares and sends, hub and n8n's engine each in its own process. */
let hub: Remote<HubFunctions>;
let engine: Remote<EngineFunctions>;
beforeAll(() => {
	hub = startProcess<HubFunctions>('hub.mts');
	engine = startProcess<EngineFunctions>('engine.mts');
});
afterAll(async () => {
	await Promise.all([hub.stop(), engine.stop()]);
});

/** At how many moments of a run the heap is looked at; each look collects all garbage. */
const looks = 15;

/**
 * Most live heap of a run over the first `named` SKUs of a catalogue, in bytes beyond the input items,
 * with n8n's own copy of them and the results: a hundred entries are sent.
 */
async function heapOf(catalogue: number, named: number, withVariations: boolean): Promise<number> {
	await engine.call.connect(await hub.call.start({ timeScale }), timeScale);
	const skus = await hub.call.catalogue(catalogue, withVariations);
	const items = skus.slice(0, named).map((sku, index) => ({ sku, estoque: index < 100 ? 6 : 5 }));
	const pages = catalogue / 100;
	const answers = withVariations ? pages / 5 + catalogue / 5 : pages;
	const { mostMb } = await engine.call.liveHeap(stockSync, items, Math.ceil(answers / looks));
	return mostMb * 1e6;
}

describe.each([
	{ name: 'simple products', withVariations: false },
	{ name: 'five variations a product', withVariations: true },
])('$name', ({ withVariations }) => {
	test('products of the catalogue that the input does not name take no memory', async () => {
		const small = await heapOf(2_000, 1_000, withVariations);
		const large = await heapOf(8_000, 1_000, withVariations);
		// a name or two; the record of a product takes some 2,000 bytes
		expect((large - small) / 6_000).toBeLessThan(150);
	}, 300_000);

	test('a SKU that the input names takes a few numbers and its item', async () => {
		const small = await heapOf(500, 500, withVariations);
		const large = await heapOf(2_000, 2_000, withVariations);
		expect((large - small) / 1_500).toBeLessThan(2_000);
	}, 300_000);
});
