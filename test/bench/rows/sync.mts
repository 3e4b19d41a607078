import { mapped } from '../../support/items.mts';
import { inFreshEngine, type Part } from '../bench.mts';
import { spread, valuesOf } from '../measure.mts';
import { pacingMinimum, timeScale } from '../pacing.mts';
import type { Sample } from '../processes/gauge.mts';

/** Sync of a catalogue, and what it takes of memory by the size of the catalogue. */
export const sync: Part = async (bench) => {
	const sizes = bench.quick ? [1_000] : [5_000, 10_000, 20_000];
	const changed = 300;
	// a fresh process each time: what is measured of memory hardly differs
	const rounds = 3;
	const parameters = { resource: 'stock', operation: 'sync', guardMode: 'off', ...mapped };
	const rows: string[][] = [];
	for (const withVariations of [false, true]) {
		const kind = withVariations ? 'five variations a product' : 'simple products';
		for (const size of sizes) {
			const runs: Sample[] = [];
			let reads = 0;
			let writes = 0;
			for (let round = 0; round < rounds; round++) {
				const hub = await bench.startHub({}, timeScale);
				const skus = await bench.hub.catalogue(size, withVariations);
				const items = skus.map((sku, index) => ({ sku, estoque: index < changed ? 6 : 5 }));
				runs.push(
					await inFreshEngine(
						hub,
						async (engine) => await engine.runWithMemory(parameters, items),
						timeScale,
					),
				);
				const { requests } = await bench.hub.traffic();
				writes = requests.stockBatch ?? 0;
				reads = Object.entries(requests)
					.filter(([name]) => ['productList', 'productGet', 'variationGet'].includes(name))
					.reduce((sum, [, number]) => sum + number, 0);
			}
			rows.push([
				`${size.toLocaleString('en')}, ${kind}`,
				String(reads),
				String(writes),
				String(pacingMinimum(writes, 10)),
				String(size / 100),
				String(pacingMinimum(size / 100, 10)),
				spread(valuesOf(runs, 'ms')),
				spread(valuesOf(runs, 'grownMb')),
				spread(valuesOf(runs, 'keptMb')),
			]);
		}
	}
	return {
		title: 'Sync of a catalogue',
		text: [
			`Stock → Sync with ${changed} SKUs changed, against Stock → Update in Batch of everything, in n8n-core with a fresh process each, hub and node ${timeScale} times faster than real time. Memory is what the process had resident at most beyond its start, the items column what the run's items take afterwards.`,
		],
		tables: [
			{
				head: [
					'SKUs',
					'reads',
					'batches',
					'pacing minimum, s',
					'batches of everything',
					'its pacing minimum, s',
					'measured, ms',
					'resident beyond the start, MB',
					'items, MB',
				],
				rows,
			},
		],
	};
};
