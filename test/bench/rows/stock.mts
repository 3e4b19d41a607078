import { setTimeout as pause } from 'node:timers/promises';
import { mapped } from '../../support/items.mts';
import type { Bench, Part } from '../bench.mts';
import { middle, spread, times, valuesOf } from '../measure.mts';
import { pacingMinimum, requestsFor } from '../pacing.mts';
import type { Sample } from '../processes/gauge.mts';
import { nodeOf } from '../../server/workflows.mts';
import { httpStep } from '../realN8n.mts';

/** A minute of the limits takes twelve seconds; faster, a millisecond of work would count more. */
const timeScale = 5;

const seconds = (samples: readonly Sample[]) =>
	valuesOf(samples, 'ms').map((ms) => (ms * timeScale) / 1_000);

/** The flow that people build by hand, in real time: 100 entries, send, wait, look, next. */
async function byHand(bench: Bench, batches: number): Promise<number[]> {
	const hub = await bench.startHub({});
	const skus = await bench.hub.catalogue(batches * 100);
	const n8n = await bench.n8n();
	const credential = await n8n.credential(hub);
	const code = `return [{ json: { estoques: $input.all().map(({ json }) => ({ sku: json.sku, estoque: json.estoque })) } }];`;
	const run = await n8n.loop(100, [
		nodeOf('Body', 'code', { typeVersion: 2, parameters: { jsCode: code } }),
		httpStep(
			credential,
			{
				method: 'PUT',
				url: `${hub.url}/v1/products/stock-batch`,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={{ JSON.stringify($json) }}',
			},
			'Send',
		),
		nodeOf('Wait', 'wait', { typeVersion: 1.1, parameters: { amount: 6, unit: 'seconds' } }),
		httpStep(credential, { url: `=${hub.url}/v1/batch/{{ $('Send').item.json.id }}` }, 'Look'),
	]);
	await bench.hub.forget();
	await run(skus.map((sku) => ({ sku, estoque: 7 })));
	await requestsFor(bench, 'stockBatch');
	const sent = await bench.hub.times('stockBatch');
	return sent.slice(1).map((at, index) => (at - sent[index]!) / 1_000);
}

/** Stock of 10,000 SKUs: the limit of ten batches a minute bounds whoever sends them. */
export const stock: Part = async (bench) => {
	const count = bench.quick ? 2_000 : 10_000;
	const batches = count / 100;
	await bench.startHub({}, timeScale);
	const skus = await bench.hub.catalogue(count);
	const items = skus.map((sku, index) => ({ sku, estoque: index % 1_000 }));
	const parameters = { resource: 'stock', operation: 'updateBatch', ...mapped };
	await bench.hub.forget();
	const runs: Sample[] = [];
	for (let round = 0; round < bench.rounds; round++) {
		// the windows of the run before are over
		if (round > 0) await pause(60_000 / timeScale);
		runs.push(await bench.engine.run(parameters, items));
	}
	const requests = (await requestsFor(bench, 'stockBatch')) / bench.rounds;
	const intervals = await byHand(bench, bench.quick ? 3 : 8);
	const least = pacingMinimum(batches, 10);
	const [ours, manual] = [middle(seconds(runs)), middle(intervals) * batches];
	bench.goal({
		goal: `stock of ${count.toLocaleString('en')} SKUs in ⌈n/100⌉ requests`,
		measured: String(requests),
		met: requests === batches,
	});
	bench.goal({
		goal: 'the same within 3 % of the pacing minimum',
		measured: `${((ours / least - 1) * 100).toFixed(1)} %`,
		met: ours / least <= 1.03,
		reason: `a job of over a minute leaves a slot open now and then, so that another process gets in (docs/production.md), and the last batches' own time at the hub (3 s) comes after the last slot; ${timeScale} times faster, a millisecond of work counts ${timeScale}`,
	});
	bench.goal({
		goal: 'the same at least 2 times the hand-built flow',
		measured: times(manual / ours),
		met: manual / ours >= 2,
		reason:
			'ten batches a minute bound both: a flow by hand that waits exactly six seconds a batch, and nothing else, comes close',
	});
	return {
		title: 'Stock in batches',
		text: [
			`${count.toLocaleString('en')} SKUs, 10 batches a minute by the reference. Ours ran in n8n-core with hub and node ${timeScale} times faster than real time (a minute of the limits takes twelve seconds); its time is given in hub time. The flow by hand (Loop Over Items of 100, Code, HTTP Request, Wait of 6 s, HTTP Request that looks at the batch once) ran in n8n in real time over ${intervals.length + 1} batches; the time between two of its batches, times ${batches}, is its time. It does not look whether a batch is processed a second time, nor at what became of the items; whoever adds that waits longer.`,
		],
		tables: [
			{
				head: ['side', 'requests that write', 'time, s', 'pacing minimum, s', 'over the minimum'],
				rows: [
					[
						'Stock → Update in Batch',
						String(requests),
						spread(seconds(runs)),
						String(least),
						times(ours / least),
					],
					[
						'by hand',
						String(batches),
						`${manual.toFixed(0)} (${spread(intervals)} a batch)`,
						String(least),
						times(manual / least),
					],
				],
			},
		],
	};
};
