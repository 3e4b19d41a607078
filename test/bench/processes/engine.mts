/** n8n's engine with the built package, without n8n's server: what the node itself takes. */
import mapValues from 'lodash/mapValues.js';
import pMap from 'p-map';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { core, createN8n } from '../../engine/n8n.mts';
import { startN8n, type HubN8n, type OperationParameters } from '../../engine/nodes.mts';
import { stubNodeType } from '../../engine/nodeTypes.mts';
import type { Hub } from '../../hub/index.mts';
import { scaleTime } from '../../support/clock.mts';
import { startAsking } from './asking.mts';
import { type Blocking, blockingOf } from './blocking.mts';
import { gauge, gaugeMemory, type Sample } from './gauge.mts';
import { liveHeap, type LiveHeap } from './liveHeap.mts';
import { tokenOf } from '../token.mts';
import type { HubAddress } from './hub.mts';
import { offer } from './start.mts';

let n8n: HubN8n | undefined;
let hub: HubAddress | undefined;
let ask: Awaited<ReturnType<typeof startAsking>> | undefined;
let pages: string[] = [];
/** What a stub reads, and puts out for its items in turn. */
let stub: { paths: readonly string[]; results: readonly IDataObject[] } = {
	paths: [],
	results: [],
};

/** Whatever goes wrong must not count as fast. */
function outputOf(result: Awaited<ReturnType<HubN8n['run']>>): INodeExecutionData[] {
	if (result.error !== undefined) throw result.error;
	return result.items();
}

/** Runs a node that gets the texts of pages in this way, parses them and puts out the records. */
async function runStub(
	texts: (helpers: IExecuteFunctions['helpers']) => Promise<string[]>,
): Promise<Sample> {
	const node = stubNodeType(
		'stub',
		{},
		{
			async execute() {
				const records = (await texts(this.helpers)).flatMap(
					(text) => (JSON.parse(text) as { pedidos: IDataObject[] }).pedidos,
				);
				return [this.helpers.returnJsonArray(records)];
			},
		},
	);
	const engine = createN8n({ nodes: [node] });
	return await gauge(
		async () => (await engine.runNode({ type: 'n8n-nodes-test.stub' })).items('Node'),
		({ length }) => length,
	);
}

/**
 * A run of a node that does the least of what a sync does: it reads the paths with n8n's own request
 * helper, five at once, parses them, and makes an item of each result.
 */
async function runStubSync(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const { url, appToken, accessToken } = hub!;
	const headers = { 'App-Token': appToken, Authorization: `Bearer ${accessToken}` };
	const node = stubNodeType(
		'stub',
		{},
		{
			async execute() {
				const read = async (path: string) => {
					const options = { url: url + path, headers, encoding: 'text' } as const;
					JSON.parse((await this.helpers.httpRequest(options)) as string);
				};
				await pMap(stub.paths, read, { concurrency: 5 });
				const output = this.getInputData().map(
					(_item, index): INodeExecutionData => ({
						json: mapValues(stub.results[index], (value) =>
							isRecord(value) ? { ...value } : value,
						),
						pairedItem: { item: index },
					}),
				);
				// where the live heap is looked at
				this.addExecutionHints();
				return [output];
			},
		},
	);
	const engine = createN8n({ nodes: [node] });
	return (await engine.runNode({ type: 'n8n-nodes-test.stub' }, items)).items('Node');
}

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null;

/** Live heap of `work`, also looked at when a node gives its hints. */
async function liveHeapWithHints(work: () => Promise<unknown>, each: number): Promise<LiveHeap> {
	return await liveHeap(async (look) => {
		const { prototype } = core.ExecuteContext;
		const { addExecutionHints } = prototype;
		prototype.addExecutionHints = function (...hints) {
			look();
			addExecutionHints.apply(this, hints);
		};
		try {
			return await work();
		} finally {
			prototype.addExecutionHints = addExecutionHints;
		}
	}, each);
}

const functions = {
	/** @param timeScale how many times faster than real time the node waits */
	async connect(address: HubAddress, timeScale = 1): Promise<void> {
		hub = address;
		scaleTime(timeScale);
		n8n = await startN8n(address as Hub, tokenOf(address));
		ask = await startAsking(address);
	},

	/** What n8n itself takes to ask for these paths. */
	async ask(paths: string[]): Promise<Sample> {
		return await ask!(paths);
	},

	/** Runs the action node once over the items. */
	async run(parameters: OperationParameters, items?: IDataObject[]): Promise<Sample> {
		return await gauge(
			async () => outputOf(await n8n!.run(parameters, items)),
			({ length }) => length,
		);
	},

	/** The same with its memory instead of its CPU time. */
	async runWithMemory(parameters: OperationParameters, items?: IDataObject[]): Promise<Sample> {
		return await gaugeMemory(
			async () => outputOf(await n8n!.run(parameters, items)),
			({ length }) => length,
		);
	},

	/** The same with the longest times for which the event loop was held. */
	async blocking(parameters: OperationParameters, items: IDataObject[]): Promise<Blocking> {
		return await blockingOf(
			async () => outputOf(await n8n!.run(parameters, items)),
			({ length }) => length,
		);
	},

	/** The same of a node that only passes the items on: what n8n's own copying takes. */
	async passingOn(items: IDataObject[]): Promise<Blocking> {
		const engine = createN8n({ nodes: [] });
		return await blockingOf(
			async () => (await engine.runNode({ type: 'n8n-nodes-base.noOp' }, items)).items('Node'),
			({ length }) => length,
		);
	},

	/**
	 * Live heap of one run, without the input items themselves: looked at while it reads and sends,
	 * and once more when it has its results and not yet its output items.
	 * @param each at every how many answers of the hub
	 * @param warmUp what makes the run before it small
	 */
	async liveHeap(
		parameters: OperationParameters,
		items: IDataObject[],
		each = 5,
		warmUp: Partial<OperationParameters> = { dryRun: true },
	): Promise<LiveHeap> {
		// what is loaded, compiled or cached at the first run is no part of it; few items, as this
		// function's frame may keep their results alive
		outputOf(await n8n!.run({ ...parameters, ...warmUp }, items.slice(0, 200)));
		const input = items.map((json): INodeExecutionData => ({ json }));
		return await liveHeapWithHints(async () => outputOf(await n8n!.run(parameters, input)), each);
	},

	/** What the stub of a sync reads, and its result for each item. */
	setStub(paths: string[], results: IDataObject[]): void {
		stub = { paths, results };
	},

	/** One run of that stub. */
	async stubSync(items: IDataObject[]): Promise<Sample> {
		const input = items.map((json): INodeExecutionData => ({ json }));
		return await gauge(
			async () => await runStubSync(input),
			({ length }) => length,
		);
	},

	/** The live heap of one run of that stub, after a small one. */
	async stubLiveHeap(items: IDataObject[], each: number): Promise<LiveHeap> {
		const { paths, results } = stub;
		stub = { paths: paths.slice(0, 2), results };
		await runStubSync(items.slice(0, 200).map((json) => ({ json })));
		stub = { paths, results };
		const input = items.map((json): INodeExecutionData => ({ json }));
		return await liveHeapWithHints(async () => await runStubSync(input), each);
	},

	/** Reads the texts of all pages of orders, for `parse`. */
	keepPages(texts: string[]): void {
		pages = texts;
	},

	/**
	 * The least that any node must do with the pages: `JSON.parse`, and n8n's own wrapping of the
	 * records as items of a run.
	 */
	async parse(): Promise<Sample> {
		return await runStub(async () => await Promise.resolve(pages));
	},

	/**
	 * The least that a node must do that asks the hub with n8n's own request helper, five pages at once:
	 * no check, no retry, no limit.
	 */
	async bare(size: number): Promise<Sample> {
		const { url, appToken, accessToken } = hub!;
		const headers = { 'App-Token': appToken, Authorization: `Bearer ${accessToken}` };
		const offsets = Array.from({ length: Math.ceil(size / 100) }, (_, index) => index * 100);
		return await runStub(
			async ({ httpRequest }) =>
				await pMap(
					offsets,
					async (offset) =>
						(await httpRequest({
							url: `${url}/v1/orders?offset=${offset}&limit=100`,
							headers,
							encoding: 'text',
						})) as string,
					{ concurrency: 5 },
				),
		);
	},
};

export type EngineFunctions = typeof functions;

offer(functions);
