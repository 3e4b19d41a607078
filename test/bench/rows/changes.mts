import type { IDataObject } from 'n8n-workflow';
import { mapped } from '../../support/items.mts';
import { inFreshEngine, type Bench, type Part } from '../bench.mts';
import { pacingMinimum } from '../pacing.mts';

interface Kind {
	name: string;
	resource: string;
	/** Fills the hub; its SKUs. */
	fill(bench: Bench, count: number): Promise<string[]>;
	/** A row that differs from the hub. */
	row(sku: string): IDataObject;
	/** A row that the hub has as it is, where the whole catalogue is compared. */
	same?: (sku: string) => IDataObject;
}

const variations = async ({ hub }: Bench, count: number) => await hub.catalogue(count, true);

const kinds: Kind[] = [
	{
		name: 'stock',
		resource: 'stock',
		fill: variations,
		row: (sku) => ({ sku, estoque: 6 }),
		same: (sku) => ({ sku, estoque: 5 }),
	},
	{
		name: 'prices',
		resource: 'price',
		fill: variations,
		row: (sku) => ({ sku, precoDe: 99.9, precoPor: 78.9 }),
		same: (sku) => ({ sku, precoDe: 99.9, precoPor: 79.9 }),
	},
	{
		name: 'channel prices',
		resource: 'customizedPrice',
		fill: async ({ hub }, count) => await hub.channelPrices(count),
		row: (skuProduto) => ({ idCanalIntegracao: 11, skuProduto, precoDe: 120, precoPor: 109 }),
	},
];

/** ms that each answer of the hub takes. */
const latency = 40;
const count = (value: number) => value.toLocaleString('en');

/** A catalogue of a large shop: a list of what changed, and a list of everything. */
export const changes: Part = async (bench) => {
	const size = bench.quick ? 5_000 : 200_000;
	const changed = 500;
	const rows: string[][] = [];
	for (const { name, resource, fill, row } of kinds) {
		const hub = await bench.startHub({ latency });
		const skus = await fill(bench, size);
		await bench.hub.forget();
		const items = skus.filter((_, index) => index % (size / changed) === 0).map(row);
		const parameters = { resource, operation: 'sync', onlyChanges: true, ...mapped };
		const { ms } = await inFreshEngine(hub, async (engine) => await engine.run(parameters, items));
		const { requests } = await bench.hub.traffic();
		bench.goal({
			goal: `${name}: ${changed} changed of ${count(size)} in less than 2 minutes`,
			measured: `${Math.round(ms / 1_000)} s`,
			met: ms < 120_000,
		});
		const asked = Object.entries(requests).map(([endpoint, number]) => `${endpoint} ${number}`);
		rows.push([name, (ms / 1_000).toFixed(1), asked.join(', ')]);
	}
	const wholes: string[][] = [];
	for (const kind of kinds)
		if (kind.same !== undefined) wholes.push(await compareAll(bench, size, kind, kind.same));
	return {
		title: 'A large catalogue',
		text: [
			`Sync in n8n-core with a fresh process each, against a hub with ${count(size)} SKUs (variations, five a product; products for channel prices) that answers after ${latency} ms and keeps its real limits, in real time. First a list of ${changed} SKUs that have all changed, with _Input Is Only Changes_; then stock and prices of all SKUs, of which ${changed} have changed. The live heap is what is alive beyond the input items.`,
		],
		tables: [
			{ head: ['changed', 's', 'requests'], rows },
			{
				head: ['all', 'min', 'live heap, MB', 'sending everything, least, min'],
				rows: wholes,
			},
		],
	};
};

async function compareAll(
	bench: Bench,
	size: number,
	{ name, resource, fill, row }: Kind,
	same: (sku: string) => IDataObject,
): Promise<string[]> {
	const hub = await bench.startHub({ latency });
	const skus = await fill(bench, size);
	const items = skus.map((sku, index) => (index % (size / 500) === 0 ? row(sku) : same(sku)));
	const parameters = { resource, operation: 'sync', ...mapped };
	const start = performance.now();
	const { mostMb } = await inFreshEngine(
		hub,
		async (engine) => await engine.liveHeap(parameters, items, 2_000),
	);
	const minutes = (performance.now() - start) / 60_000;
	bench.goal({
		goal: `${name}: all ${count(size)} compared in less than 15 minutes`,
		measured: `${minutes.toFixed(1)} min`,
		met: minutes < 15,
	});
	bench.goal({
		goal: `${name}: live heap beyond the items at most 250 MB`,
		measured: `${Math.round(mostMb)} MB`,
		met: mostMb <= 250,
	});
	const everything = pacingMinimum(size / 100, 10) / 60;
	return [name, minutes.toFixed(1), String(Math.round(mostMb)), everything.toFixed(0)];
}
