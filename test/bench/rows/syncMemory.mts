import { mapped } from '../../support/items.mts';
import { inFreshEngine, type Part } from '../bench.mts';
import { timeScale } from '../pacing.mts';

/** What a sync keeps in memory at the same time, by the size of its list and of the catalogue. */
export const syncMemory: Part = async (bench) => {
	const [small, large] = bench.quick ? [500, 2_000] : [5_000, 20_000];
	const parameters = { resource: 'stock', operation: 'sync', guardMode: 'off', ...mapped };
	const changed = 300;
	const rows: string[][] = [];
	for (const [kind, withVariations] of [
		['simple products', false],
		['five variations a product', true],
	] as const) {
		for (const [named, catalogue] of [
			[small, small],
			[small, large],
			[large, large],
		] as const) {
			const hub = await bench.startHub({}, timeScale);
			const skus = await bench.hub.catalogue(catalogue, withVariations);
			const items = skus
				.slice(0, named)
				.map((sku, index) => ({ sku, estoque: index < changed ? 6 : 5 }));
			const { mostMb, keptMb } = await inFreshEngine(
				hub,
				async (engine) =>
					await engine.liveHeap(
						parameters,
						items,
						Math.ceil(named / (withVariations ? 200 : 4_000)),
					),
				timeScale,
			);
			rows.push([
				`${named.toLocaleString('en')} of ${catalogue.toLocaleString('en')}, ${kind}`,
				mostMb.toFixed(1),
				Math.round((mostMb * 1e6) / named).toLocaleString('en'),
				keptMb.toFixed(1),
			]);
		}
	}
	return {
		title: 'Live memory of a sync',
		text: [
			`Stock → Sync with ${changed} SKUs changed, in n8n-core with a fresh process each. Live heap: what is left when garbage is collected, dozens of times while it reads and sends and when the results are there, at most, beyond what was live before the run with its input items. It holds n8n's own copies of the input and the results too. The process has more resident than that (see above): V8 collects garbage when it finds it worth while.`,
		],
		tables: [
			{
				head: [
					'SKUs of the list and of the catalogue',
					'live heap at most, MB',
					'a SKU of the list, bytes',
					'of it kept afterwards: output items, MB',
				],
				rows,
			},
		],
	};
};
