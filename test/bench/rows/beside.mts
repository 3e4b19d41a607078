import type { IDataObject } from 'n8n-workflow';
import { mapped } from '../../support/items.mts';
import { inFreshEngine, type Bench, type Part } from '../bench.mts';
import { middle, spread } from '../measure.mts';
import { timeScale } from '../pacing.mts';
import type { HubAddress } from '../processes/hub.mts';

interface Kind {
	name: string;
	resource: string;
	/** Five variations a product, of which each product's record is read. */
	withVariations?: true;
	row(sku: string, differs: boolean): IDataObject;
	/** What the hub holds of the values that a result tells. */
	before?: IDataObject;
}

const stockRow = (sku: string, differs: boolean) => ({ sku, estoque: differs ? 6 : 5 });

const kinds: Kind[] = [
	{ name: 'stock', resource: 'stock', row: stockRow, before: { estoque: 5 } },
	{
		name: 'prices',
		resource: 'price',
		row: (sku, differs) => ({ sku, precoDe: 99.9, precoPor: differs ? 78.9 : 79.9 }),
		before: { precoDe: 99.9, precoPor: 79.9 },
	},
	{
		name: 'products',
		resource: 'product',
		row: (skuProduto, differs) => ({ skuProduto, ativo: !differs }),
	},
	{
		name: 'stock of variations',
		resource: 'stock',
		withVariations: true,
		row: stockRow,
		before: { estoque: 5 },
	},
];

const differs = (index: number) => index % 300 === 0;

/** What a dry run tells of a row. */
function resultOf({ sku, skuProduto, ...after }: IDataObject, kind: Kind, index: number) {
	const known = { sku: sku ?? skuProduto };
	const before = kind.before && { before: { ...kind.before } };
	return differs(index)
		? { ...known, status: 'wouldUpdate', ...before, after }
		: { ...known, status: 'unchanged', ...before };
}

/** Figures of one side: CPU in ms, live heap beyond the items in MB, requests. */
interface Figures {
	cpuMs: number[];
	heapMb: number;
	requests: number;
}

/** How often the live heap is looked at in a run: each time collects all garbage. */
const looks = 20;

/** This build and another one beside a stub that reads and puts out the same. */
export const beside: Part = async (bench) => {
	const { size = bench.quick ? 5_000 : 200_000, beside: folder } = bench;
	if (folder === undefined) throw new Error('Name another checkout: --beside <folder>');
	const rounds = bench.quick ? 1 : 3;
	const rows: string[][] = [];
	for (const kind of kinds) {
		// a stub does not wait for the hub's limits; the nodes keep them by themselves
		const hub = await bench.startHub({ limits: false }, timeScale);
		const skus = await bench.hub.catalogue(size, kind.withVariations);
		const items = skus.map((sku, index) => kind.row(sku, differs(index)));
		const results = items.map((item, index) => resultOf(item, kind, index));
		const sides = await measure(bench, hub, rounds, kind, items, results, folder);
		const [old, now, stub] = [sides.beside, sides.now, sides.stub];
		const share = (figure: (side: Figures) => number) =>
			(figure(now) - figure(stub)) / (figure(old) - figure(stub));
		const cpu = share(({ cpuMs }) => middle(cpuMs));
		const heap = share(({ heapMb }) => heapMb);
		const percent = (value: number) => `${(100 * value).toFixed(0)} %`;
		for (const [name, { cpuMs, heapMb, requests }] of Object.entries(sides))
			rows.push([
				`${kind.name}: ${name}`,
				spread(cpuMs),
				heapMb.toFixed(1),
				String(requests),
				'',
				'',
			]);
		rows.push([`${kind.name}: rest`, '', '', '', percent(cpu), percent(heap)]);
		bench.goal({
			goal: `${kind.name}: CPU beyond the stub at most 40 % of that of the other build`,
			measured: percent(cpu),
			met: cpu <= 0.4,
		});
		bench.goal({
			goal: `${kind.name}: live heap beyond the stub at most 60 % of that of the other build`,
			measured: percent(heap),
			met: heap <= 0.6,
		});
	}
	return {
		title: 'Two builds of the syncs',
		text: [
			`Dry runs over ${size.toLocaleString('en')} rows that the hub has, of which every 300th differs, in n8n-core with a fresh process for each run, hub and node ${timeScale} times faster than real time: this build (now), the one in \`${folder}\` (beside), and a node (stub) that reads what this build reads with n8n's request helper, five at once and without a check or a limit, and puts out the same items. CPU is that of ${rounds} runs, in turn; the live heap is the most beyond the input items. Rest is what a build takes beyond the stub, as a share of what the other build takes beyond it.`,
		],
		tables: [
			{
				head: ['side', 'CPU, ms', 'live heap, MB', 'requests', 'rest, CPU', 'rest, live heap'],
				rows,
			},
		],
	};
};

async function measure(
	bench: Bench,
	hub: HubAddress,
	rounds: number,
	{ resource }: Kind,
	items: IDataObject[],
	results: IDataObject[],
	folder: string,
): Promise<Record<'beside' | 'now' | 'stub', Figures>> {
	const parameters = { resource, operation: 'sync', dryRun: true, ...mapped };
	const sides = {
		now: { cpuMs: [], heapMb: NaN, requests: NaN } as Figures,
		beside: { cpuMs: [], heapMb: NaN, requests: NaN } as Figures,
		stub: { cpuMs: [], heapMb: NaN, requests: NaN } as Figures,
	};
	let paths: string[] = [];
	const inNode = async <Result,>(
		name: 'beside' | 'now',
		work: (engine: Bench['engine']) => Promise<Result>,
	) => {
		await bench.hub.forget();
		const checkout = name === 'beside' ? folder : undefined;
		return await inFreshEngine(hub, work, timeScale, checkout);
	};
	const inStub = async <Result,>(work: (engine: Bench['engine']) => Promise<Result>) => {
		await bench.hub.forget();
		// each exchange ends the token of those before it
		const withToken = { ...hub, accessToken: await bench.client.connect(hub) };
		return await inFreshEngine(withToken, async (engine) => {
			await engine.setStub(paths, results);
			return await work(engine);
		});
	};
	/** Said at once: a run over long lists may be ended before its page is written. */
	const said = (name: string, figure: string) => console.log(`${resource}: ${name}, ${figure}`);
	for (let round = 0; round < rounds; round++) {
		for (const name of ['now', 'beside'] as const) {
			const { cpuMs = NaN } = await inNode(name, async ({ run }) => await run(parameters, items));
			sides[name].cpuMs.push(cpuMs);
			said(name, `CPU ${Math.round(cpuMs)} ms`);
			const asked = await bench.hub.asked();
			sides[name].requests = asked.length;
			if (name === 'now') paths = asked;
		}
		const { cpuMs = NaN } = await inStub(async ({ stubSync }) => await stubSync(items));
		sides.stub.cpuMs.push(cpuMs);
		said('stub', `CPU ${Math.round(cpuMs)} ms`);
		sides.stub.requests = (await bench.hub.asked()).length;
	}
	const each = Math.ceil(paths.length / looks);
	for (const name of ['now', 'beside'] as const) {
		const { mostMb } = await inNode(
			name,
			async ({ liveHeap }) => await liveHeap(parameters, items, each),
		);
		sides[name].heapMb = mostMb;
		said(name, `live heap ${mostMb.toFixed(1)} MB`);
	}
	const { mostMb } = await inStub(async ({ stubLiveHeap }) => await stubLiveHeap(items, each));
	sides.stub.heapMb = mostMb;
	said('stub', `live heap ${mostMb.toFixed(1)} MB`);
	return sides;
}
