import { inFreshEngine, type Bench, type Part } from '../bench.mts';
import { alternate, middle, ratio, spread, times, valuesOf } from '../measure.mts';
import type { Table } from '../report.mts';
import { pagesOf, parameters } from './listing.mts';

/** CPU time a record, beside the least that any node must do. */
async function cpu(bench: Bench, sizes: number[]): Promise<Table> {
	const rows: string[][] = [];
	for (const size of sizes) {
		const paths = pagesOf(size);
		await bench.startHub({ seed: { orders: size } });
		await bench.engine.keepPages(await bench.client.pages(size));
		const samples = await alternate(
			{
				node: async () => await bench.engine.run(parameters),
				...(bench.other && { other: async () => await bench.other!.run(parameters) }),
				ask: async () => await bench.engine.ask(paths),
				parse: async () => await bench.engine.parse(),
				bare: async () => await bench.engine.bare(size),
				undici: async () => await bench.client.list(size, 5),
			},
			bench.rounds,
		);
		const each = (name: string) =>
			spread(valuesOf(samples[name] ?? [], 'cpuMs').map((ms) => (ms * 1_000) / size));
		const than = (name: string, one = 'node') => ratio(samples[one] ?? [], samples[name]!, 'cpuMs');
		rows.push([
			size.toLocaleString('en'),
			...['node', 'ask', 'parse', 'bare', 'undici'].map(each),
			...['ask', 'parse', 'bare', 'undici'].map((name) => times(than(name))),
			...(bench.other ? [each('other'), times(than('ask', 'other'))] : []),
		]);
		if (size === sizes.at(-1))
			bench.goal({
				goal: `CPU a record of ${size.toLocaleString('en')} orders at most 1.3 times a node that only asks for their pages`,
				measured: times(than('ask')),
				met: than('ask') <= 1.3,
				reason: `with JSON.parse and n8n's items, which any node must do, asking alone takes ${times(1 + ratio(samples.parse!, samples.ask!, 'cpuMs'))}`,
			});
	}
	return {
		head: [
			'orders',
			'node, µs',
			'asking alone, µs',
			'JSON.parse and items, µs',
			"n8n's request helper, JSON.parse and items, µs",
			'undici and JSON.parse, µs',
			'node : asking',
			'node : parse',
			"node : n8n's helper",
			'node : undici',
			...(bench.other ? ['other build, µs', 'other build : asking'] : []),
		],
		rows,
	};
}

/** Memory of a fresh process each: what one run left cannot be taken for that of the next. */
async function memory(bench: Bench, sizes: number[]): Promise<Table> {
	const rows: string[][] = [];
	for (const size of sizes) {
		const hub = await bench.startHub({ seed: { orders: size } });
		const runs = [];
		for (let round = 0; round < bench.rounds; round++)
			runs.push(await inFreshEngine(hub, async (engine) => await engine.runWithMemory(parameters)));
		const [most, items, heap] = [
			valuesOf(runs, 'grownMb'),
			valuesOf(runs, 'keptMb'),
			valuesOf(runs, 'heapMb'),
		];
		const share = middle(most) / middle(items);
		rows.push([size.toLocaleString('en'), spread(most), spread(heap), spread(items), times(share)]);
		if (size === sizes.at(-1))
			bench.goal({
				goal: `memory for ${size.toLocaleString('en')} orders below twice that of the items`,
				measured: times(share),
				met: share < 2,
				reason: 'all records are held until the last page is there',
			});
	}
	const head = [
		'orders',
		'resident beyond the start, MB',
		'heap in use at most, MB',
		'items that n8n keeps, MB',
		'resident : items',
	];
	return { head, rows };
}

/** What listing takes of the machine, in n8n's engine without its server. */
export const listingCost: Part = async (bench) => {
	const sizes = bench.quick ? [1_000, 10_000] : [1_000, 10_000, 50_000];
	return {
		title: 'Listing orders: CPU time and memory',
		text: [
			"Order → Get Many as above, in n8n-core, hub without a delay. CPU time a record beside what n8n itself costs: a node that asks for the same pages with `httpRequestWithAuthentication` and this credential, ten at once, reads each answer as a stream and does nothing else, not even `JSON.parse`. Then beside the least that any node must do with the pages (`JSON.parse` of their texts from memory, and n8n's wrapping of the records as items of a run), beside a node that does only this with pages from n8n's request helper, five at once, without any check, and beside bare undici, which keeps its connections where n8n's helper opens one for each request. Memory of a fresh process for each run.",
		],
		tables: [await cpu(bench, sizes), ...(bench.isLook ? [] : [await memory(bench, sizes)])],
	};
};
