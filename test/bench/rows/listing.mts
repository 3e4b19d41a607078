import type { Bench, Part } from '../bench.mts';
import { alternate, ratio, spread, times, valuesOf, type Samples } from '../measure.mts';
import type { HubAddress } from '../processes/hub.mts';
import { httpStep, hubStep, type RealN8n } from '../realN8n.mts';
import { nodeOf } from '../../server/workflows.mts';

/** Whole records: what the others put out too. */
export const parameters = {
	resource: 'order',
	operation: 'getMany',
	returnAll: true,
	simplify: false,
};

const pagesByNext = {
	paginationMode: 'responseContainsNextURL',
	nextURL: '={{ $response.body.info.next }}',
	paginationCompleteWhen: 'other',
	completeExpression: '={{ !$response.body.info.next }}',
};

const atOnce = [1, 5, 10];
const [ours, oursInN8n, httpRequest] = ['node in n8n-core', 'node in n8n', 'HTTP Request in n8n'];
const limit = (count: number) => `undici, ${count} at once`;

/** Longest that pages one after another may take, in ms: beyond it only what reads side by side runs. */
const longestRun = 20_000;

async function flows(n8n: RealN8n, hub: HubAddress) {
	const credential = await n8n.credential(hub);
	return {
		ours: await n8n.flow([hubStep(credential, parameters)]),
		httpRequest: await n8n.flow([
			httpStep(
				credential,
				{
					url: `${hub.url}/v1/orders?offset=0&limit=100`,
					options: { pagination: { pagination: pagesByNext } },
				},
				'Pages',
			),
			nodeOf('Work', 'splitOut', { parameters: { fieldToSplitOut: 'pedidos', options: {} } }),
		]),
	};
}

interface Measured {
	size: number;
	latency: number;
	samples: Samples;
}

async function measureSize(bench: Bench, size: number, latencies: number[]): Promise<Measured[]> {
	const address = await bench.startHub({ seed: { orders: size } });
	const { ours: inN8n, httpRequest: byHand } = await flows(await bench.n8n(), address);
	const measured: Measured[] = [];
	for (const latency of latencies) {
		await bench.hub.delay(latency);
		const oneByOne = (size / 100) * (latency + 7) <= longestRun;
		const counts = atOnce.filter((count) => count > 1 || oneByOne);
		const samples = await alternate(
			{
				[ours]: async () => await bench.engine.run(parameters),
				...Object.fromEntries(
					counts.map((count) => [limit(count), async () => await bench.client.list(size, count)]),
				),
				[oursInN8n]: async () => await inN8n(),
				...(oneByOne ? { [httpRequest]: async () => await byHand() } : {}),
			},
			bench.rounds,
		);
		await bench.hub.forget();
		await bench.hub.delay(0);
		check(samples, size);
		measured.push({ size, latency, samples });
	}
	return measured;
}

function check(samples: Samples, size: number): void {
	for (const [name, runs] of Object.entries(samples))
		for (const { records } of runs)
			if (records !== size) throw new Error(`${name}: ${records} records instead of ${size}`);
}

const rowOf = ({ size, latency, samples }: Measured): string[] => {
	const ms = (name: string) => spread(valuesOf(samples[name] ?? [], 'ms'));
	const by = (one: string, other: string) =>
		times(ratio(samples[one] ?? [], samples[other] ?? [], 'ms'));
	return [
		`${size.toLocaleString('en')} at ${latency} ms`,
		ms(ours),
		...atOnce.map((count) => ms(limit(count))),
		by(ours, limit(5)),
		by(ours, limit(10)),
		ms(oursInN8n),
		ms(httpRequest),
		by(httpRequest, oursInN8n),
	];
};

function goals({ goal }: Bench, measured: Measured[]): void {
	const at40 = measured.filter(
		({ latency, samples }) => latency === 40 && samples[httpRequest] !== undefined,
	);
	for (const { size, samples } of at40) {
		const share = ratio(samples[httpRequest]!, samples[oursInN8n]!, 'ms');
		goal({
			goal: `listing ${size.toLocaleString('en')} orders at 40 ms at least 6 times HTTP Request`,
			measured: times(share),
			met: share >= 6,
			reason:
				'with few pages the first one, which comes alone, weighs more, and the flow itself takes its time in n8n',
		});
	}
	for (const { size, latency, samples } of measured.filter(({ latency }) => latency >= 10)) {
		// the node reads the first page alone, then ten at once
		const like = size < 10_000 ? 5 : 10;
		const share = ratio(samples[ours]!, samples[limit(like)]!, 'ms');
		goal({
			goal: `listing ${size.toLocaleString('en')} at ${latency} ms at most 1.25 times undici, ${like} at once`,
			measured: times(share),
			met: share <= 1.25,
			reason: "the first page comes alone, and n8n's request helper opens a connection for each",
		});
	}
}

export const listing: Part = async (bench) => {
	const plan: Array<[size: number, latencies: number[]]> = bench.quick
		? [
				[1_000, [0, 40]],
				[3_000, [40]],
			]
		: [
				[1_000, [0, 10, 40, 150]],
				[10_000, [0, 10, 40, 150]],
				[50_000, [0, 10, 40, 150]],
			];
	const measured: Measured[] = [];
	for (const [size, latencies] of plan)
		measured.push(...(await measureSize(bench, size, latencies)));
	goals(bench, measured);
	return {
		title: 'Listing orders',
		text: [
			'Order → Get Many with Return All and without Simplify, against the HTTP Request node with its pagination and our credential followed by Split Out, which puts out the same records. Bare undici reads the same pages, so many at once, with `JSON.parse`. ms in the first table; the flow in n8n is timed from its call to its answer, so both columns hold what n8n itself takes for a flow.',
			`Where pages one after another would take over ${longestRun / 1_000} s a run, only what reads them side by side was run ("–"): their time is the number of pages times that of one.`,
		],
		tables: [
			{
				head: [
					'orders',
					ours,
					...atOnce.map(limit),
					'node : undici 5',
					'node : undici 10',
					oursInN8n,
					httpRequest,
					'HTTP Request : node',
				],
				rows: measured.map(rowOf),
			},
		],
	};
};
