import type { IDataObject } from 'n8n-workflow';
import { mapped } from '../../support/items.mts';
import { inFreshEngine, type Bench, type Part } from '../bench.mts';
import { times } from '../measure.mts';
import { timeScale } from '../pacing.mts';
import type { Blocking } from '../processes/blocking.mts';

interface Kind {
	name: string;
	resource: string;
	/** Fills the hub; the SKUs of the list. */
	fill(bench: Bench, count: number): Promise<string[]>;
	/** The row of a SKU: every 300th differs from the hub. */
	row(sku: string, index: number): IDataObject;
}

const catalogue = async ({ hub }: Bench, count: number) => await hub.catalogue(count);
const differs = (index: number) => index % 300 === 0;

const kinds: Kind[] = [
	{
		name: 'stock',
		resource: 'stock',
		fill: catalogue,
		row: (sku, index) => ({ sku, estoque: differs(index) ? 6 : 5 }),
	},
	{
		name: 'prices',
		resource: 'price',
		fill: catalogue,
		row: (sku, index) => ({ sku, precoDe: 99.9, precoPor: differs(index) ? 78.9 : 79.9 }),
	},
	{
		name: 'channel prices',
		resource: 'customizedPrice',
		fill: async ({ hub }, count) => await hub.channelPrices(count),
		row: (skuProduto, index) => ({
			idCanalIntegracao: 11,
			skuProduto,
			precoDe: 120,
			precoPor: differs(index) ? 109 : 110,
		}),
	},
	{
		name: 'security stock',
		resource: 'securityStock',
		fill: catalogue,
		row: (sku, index) => ({
			idCanalIntegracao: 11,
			sku,
			estoqueSeguranca: differs(index) ? 1 : 0,
		}),
	},
	{
		name: 'products',
		resource: 'product',
		fill: catalogue,
		row: (skuProduto, index) => ({ skuProduto, ativo: !differs(index) }),
	},
];

const cellsOf = (name: string, { ms, cpuMs }: Blocking, ratio?: number) => [
	name,
	Math.round(ms).toLocaleString('en'),
	Math.round(cpuMs).toLocaleString('en'),
	ratio === undefined ? '' : times(ratio),
];

/** How the time of a sync grows with its list, and how long it holds the event loop. */
export const growth: Part = async (bench) => {
	const sizes = bench.quick ? [1_000, 5_000] : [10_000, 50_000, 200_000];
	const most = [6.5, 5];
	const rows: string[][] = [];
	let longest = 0;
	for (const { name, resource, fill, row } of kinds) {
		let before: Blocking | undefined;
		for (const [step, size] of sizes.entries()) {
			const hub = await bench.startHub({}, timeScale);
			const items = (await fill(bench, size)).map(row);
			const parameters = { resource, operation: 'sync', dryRun: true, ...mapped };
			const work = async (engine: Bench['engine']) => await engine.blocking(parameters, items);
			const sample = await inFreshEngine(hub, work, timeScale);
			const ratio = before && sample.cpuMs / before.cpuMs;
			const limit = most[step - 1];
			if (ratio !== undefined && limit !== undefined)
				bench.goal({
					goal: `${name}: ${size.toLocaleString('en')} rows at most ${limit} times the work of ${sizes[step - 1]!.toLocaleString('en')}`,
					measured: times(ratio),
					met: ratio <= limit,
				});
			longest = Math.max(longest, sample.ownMs);
			rows.push([
				...cellsOf(`${name}, ${size.toLocaleString('en')}`, sample, ratio),
				String(Math.round(sample.ownMs)),
				String(Math.round(sample.allMs)),
			]);
			before = sample;
		}
	}
	for (const size of sizes) {
		const hub = await bench.startHub({}, timeScale);
		const items = Array.from({ length: size }, (_, index) => ({ sku: `P${index}`, estoque: 5 }));
		const sample = await inFreshEngine(hub, async (engine) => await engine.passingOn(items));
		const name = `No Operation, ${size.toLocaleString('en')}`;
		rows.push([...cellsOf(name, sample), '', String(Math.round(sample.allMs))]);
	}
	bench.goal({
		goal: "the node's own work holds the event loop at most 200 ms",
		measured: `${Math.round(longest)} ms`,
		met: longest <= 200,
	});
	return {
		title: 'Growth of a sync with its list',
		text: [
			`A dry run of each sync over a list that the hub has (of security stock: its products, none of which has any), of which every 300th row differs, in n8n-core with a fresh process each, hub and node ${timeScale} times faster than real time. Work is the CPU time of that process, garbage collection on other threads included; the rest of the time the run waits, above all for the hub's limits: the first pages go out at once, all further ones at so many a minute, so that a list four times as long waits more than four times as long. The event loop: the longest time that the node itself holds it, and the longest of the whole run, in which n8n copies all items at once. n8n's _No Operation_, which only passes its items on, shows what that copying takes by itself.`,
		],
		tables: [
			{
				head: ['rows', 'ms', 'work, ms', 'times the one before', 'own hold, ms', 'any hold, ms'],
				rows,
			},
		],
	};
};
