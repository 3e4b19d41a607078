import type { IDataObject } from 'n8n-workflow';
import { mapped } from '../../support/items.mts';
import { inFreshEngine, type Part } from '../bench.mts';
import { pacingMinimum } from '../pacing.mts';
import type { HubFunctions } from '../processes/hub.mts';
import { type Remote, startProcess } from '../processes/start.mts';

type HubProcess = Remote<HubFunctions>;

interface Kind {
	name: string;
	resource: string;
	/** Fills the hub; its SKUs. */
	fill(hub: HubProcess, count: number): Promise<string[]>;
	/** The row of a SKU as the hub has it. */
	row(sku: string): IDataObject;
}

const kinds: Kind[] = [
	{
		name: 'channel prices',
		resource: 'customizedPrice',
		fill: async ({ call }, count) => await call.channelPrices(count),
		row: (skuProduto) => ({ idCanalIntegracao: 11, skuProduto, precoDe: 120, precoPor: 110 }),
	},
	{
		name: 'security stock',
		resource: 'securityStock',
		fill: async ({ call }, count) => await call.securityStocks(count),
		row: (sku) => ({ idCanalIntegracao: 11, sku, estoqueSeguranca: 2 }),
	},
];

/** Pages of a list that the hub gives in a minute (reference: Limits), and entries of a page. */
const [perMinute, perPage] = [40, 100];

/** Compares a list with a hub of its own; ms. */
async function compare({ resource, fill, row }: Kind, size: number): Promise<number> {
	const hub = startProcess<HubFunctions>('hub.mts');
	try {
		const address = await hub.call.start({});
		const items = (await fill(hub, size)).map(row);
		const parameters = { resource, operation: 'sync', ...mapped };
		const run = async () =>
			await inFreshEngine(address, async (engine) => await engine.run(parameters, items));
		return (await run()).ms;
	} finally {
		await hub.stop();
	}
}

/** Whole lists of a channel beside the time that the limit of their endpoint takes. */
export const limits: Part = async (bench) => {
	const size = bench.quick ? 12_000 : 200_000;
	const least = pacingMinimum(size / perPage, perMinute) / 60;
	// nearly all of the time they wait
	const times = await Promise.all(kinds.map(async (kind) => await compare(kind, size)));
	const rows = kinds.map(({ name }, index) => {
		const minutes = times[index]! / 60_000;
		const over = `${((minutes / least - 1) * 100).toFixed(1)} %`;
		bench.goal({
			goal: `${name}: ${size.toLocaleString('en')} rows at most 10 % over the least time of the limit`,
			measured: over,
			met: minutes <= least * 1.1,
		});
		return [name, minutes.toFixed(1), least.toFixed(1), over];
	});
	return {
		title: 'Lists of a channel beside their limits',
		text: [
			`Sync of ${size.toLocaleString('en')} rows that the hub has as they are, in n8n-core, in real time, each beside a hub of its own and both at once. The hub gives ${perMinute} pages of ${perPage} entries a minute; the least time is that of its pages, the first ${perMinute} at once.`,
		],
		tables: [{ head: ['rows', 'min', 'least, min', 'over'], rows }],
	};
};
