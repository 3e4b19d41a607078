import range from 'lodash/range.js';
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
const [ours, other, asking] = ['node in n8n-core', 'the other build', 'asking alone in n8n-core'];
const [oursInN8n, httpRequest] = ['node in n8n', 'HTTP Request in n8n'];
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

/** The addresses of all pages. */
export const pagesOf = (size: number): string[] =>
	range(0, size, 100).map((offset) => `/v1/orders?offset=${offset}&limit=100`);

async function measureSize(bench: Bench, size: number, latencies: number[]): Promise<Measured[]> {
	const address = await bench.startHub({ seed: { orders: size } });
	const inN8n = bench.isLook ? undefined : await flows(await bench.n8n(), address);
	const measured: Measured[] = [];
	for (const latency of latencies) {
		await bench.hub.delay(latency);
		const oneByOne = (size / 100) * (latency + 7) <= longestRun;
		const counts = atOnce.filter((count) => count > 1 || oneByOne);
		const samples = await alternate(
			{
				[ours]: async () => await bench.engine.run(parameters),
				...(bench.other && { [other]: async () => await bench.other!.run(parameters) }),
				[asking]: async () => await bench.engine.ask(pagesOf(size)),
				...Object.fromEntries(
					counts.map((count) => [limit(count), async () => await bench.client.list(size, count)]),
				),
				...(inN8n && { [oursInN8n]: async () => await inN8n.ours() }),
				...(inN8n && oneByOne ? { [httpRequest]: async () => await inN8n.httpRequest() } : {}),
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
	for (const [name, runs] of Object.entries(samples)) {
		// what only asks puts out an item a page
		const wanted = name === asking ? size / 100 : size;
		for (const { records } of runs)
			if (records !== wanted) throw new Error(`${name}: ${records} records instead of ${wanted}`);
	}
}

const by = ({ samples }: Measured, one: string, than: string, figure: 'ms' | 'cpuMs' = 'ms') =>
	ratio(samples[one] ?? [], samples[than] ?? [], figure);

const nameOf = ({ size, latency }: Measured) => `${size.toLocaleString('en')} at ${latency} ms`;

const rowOf = (measured: Measured): string[] => {
	const ms = (name: string) => spread(valuesOf(measured.samples[name] ?? [], 'ms'));
	return [
		nameOf(measured),
		ms(ours),
		ms(asking),
		...atOnce.map((count) => ms(limit(count))),
		times(by(measured, limit(1), ours)),
		times(by(measured, ours, limit(5))),
		times(by(measured, ours, limit(10))),
		times(by(measured, ours, asking)),
		ms(oursInN8n),
		ms(httpRequest),
		times(by(measured, httpRequest, oursInN8n)),
	];
};

const cpuRowOf = (measured: Measured): string[] => {
	const cpu = (name: string) => spread(valuesOf(measured.samples[name] ?? [], 'cpuMs'));
	return [
		nameOf(measured),
		...[ours, asking, ...atOnce.map(limit), oursInN8n, httpRequest].map(cpu),
		times(by(measured, ours, limit(10), 'cpuMs')),
		times(by(measured, asking, limit(10), 'cpuMs')),
	];
};

const besideHead = [
	'two builds',
	...['ms', 'CPU, ms'].flatMap((figure) => [`this, ${figure}`, `other, ${figure}`, 'this : other']),
	'undici 1 : other',
	'other : undici 5',
	'CPU, other : undici 10',
];

/** What the other build reaches in the same run. */
const besideRowOf = (measured: Measured): string[] => [
	nameOf(measured),
	...(['ms', 'cpuMs'] as const).flatMap((figure) => [
		spread(valuesOf(measured.samples[ours]!, figure)),
		spread(valuesOf(measured.samples[other]!, figure)),
		times(by(measured, ours, other, figure)),
	]),
	times(by(measured, limit(1), other)),
	times(by(measured, other, limit(5))),
	times(by(measured, other, limit(10), 'cpuMs')),
];

const share = (value: number) => (value * 100).toFixed(0) + ' %';

function goals({ goal }: Bench, measured: Measured[]): void {
	for (const one of measured.filter(({ latency }) => latency === 40)) {
		const size = one.size.toLocaleString('en');
		const perPage = by(one, limit(1), ours);
		const ofBare = by(one, limit(10), ours);
		if (one.size === 10_000) {
			goal({
				goal: `${size} orders at 40 ms at least 6.5 times undici with one page at a time, or 85 % of undici with ten`,
				measured: `${times(perPage)}, ${share(ofBare)}`,
				met: perPage >= 6.5 || ofBare >= 0.85,
				reason: `n8n's request helper alone, which opens a connection for each page, reaches ${times(by(one, limit(1), asking))}, ${share(by(one, limit(10), asking))}`,
			});
			const cpu = by(one, ours, limit(10), 'cpuMs');
			goal({
				goal: `CPU of ${size} orders at most 1.7 times undici and JSON.parse`,
				measured: times(cpu),
				met: cpu <= 1.7,
				reason: `n8n's request helper alone, without JSON.parse, takes ${times(by(one, asking, limit(10), 'cpuMs'))}`,
			});
		}
		if (one.size === 1_000) {
			const ratio = by(one, ours, limit(5));
			goal({
				goal: `${size} orders at 40 ms at most 1.15 times undici, 5 at once`,
				measured: times(ratio),
				met: ratio <= 1.15,
				reason: `the first page comes alone: it says how many there are; n8n's request helper alone takes ${times(by(one, asking, limit(5)))}`,
			});
		}
		if (one.samples[httpRequest] !== undefined) {
			const byHand = by(one, httpRequest, oursInN8n);
			goal({
				goal: `${size} orders at 40 ms at least 6 times HTTP Request`,
				measured: times(byHand),
				met: byHand >= 6,
				reason:
					'with few pages the first one, which comes alone, weighs more, and the flow itself takes its time in n8n',
			});
		}
	}
}

export const listing: Part = async (bench) => {
	const plan: Array<[size: number, latencies: number[]]> = bench.isLook
		? [
				[1_000, [40]],
				[10_000, [40]],
			]
		: [
				[1_000, [0, 10, 40, 150]],
				[10_000, [0, 10, 40, 150]],
				[50_000, [40]],
			];
	const measured: Measured[] = [];
	for (const [size, latencies] of plan)
		measured.push(...(await measureSize(bench, size, latencies)));
	goals(bench, measured);
	return {
		title: 'Listing orders',
		text: [
			'Order → Get Many with Return All and without Simplify, against the HTTP Request node with its pagination and our credential followed by Split Out, which puts out the same records. Asking alone is a node that asks for the same pages with `httpRequestWithAuthentication` and this credential, ten at once, reads each answer as a stream and does nothing else, not even `JSON.parse`. Bare undici reads the same pages, so many at once, with `JSON.parse`. ms in the first table, CPU time of the process that asks in the second; the flow in n8n is timed from its call to its answer, so both columns hold what n8n itself takes for a flow.',
			`Where pages one after another would take over ${longestRun / 1_000} s a run, only what reads them side by side was run ("–"): their time is the number of pages times that of one.`,
		],
		tables: [
			{
				head: [
					'orders',
					ours,
					asking,
					...atOnce.map(limit),
					'undici 1 : node',
					'node : undici 5',
					'node : undici 10',
					'node : asking',
					oursInN8n,
					httpRequest,
					'HTTP Request : node',
				],
				rows: measured.map(rowOf),
			},
			{
				head: [
					'CPU, ms',
					ours,
					asking,
					...atOnce.map(limit),
					oursInN8n,
					httpRequest,
					'node : undici 10',
					'asking : undici 10',
				],
				rows: measured.map(cpuRowOf),
			},
			...(bench.other ? [{ head: besideHead, rows: measured.map(besideRowOf) }] : []),
		],
	};
};
