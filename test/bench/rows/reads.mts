import type { Part } from '../bench.mts';
import { alternate, ratio, spread, times, valuesOf } from '../measure.mts';
import { httpStep, hubStep } from '../realN8n.mts';

const latency = 40;
const expression = '={{ $json.id }}';
const byId = { __rl: true, mode: 'id', value: expression };

const [ours, oursInN8n] = ['node in n8n-core', 'node in n8n'];
const [together, batched] = ['HTTP Request, as it is', 'HTTP Request, Batching as offered'];

/** The option as the editor adds it: 50 items, then a second of waiting. */
const batching = { batching: { batch: { batchSize: 50, batchInterval: 1_000 } } };

/** 500 orders by ID, as 500 items. */
export const reads: Part = async (bench) => {
	const count = bench.quick ? 50 : 500;
	const hub = await bench.startHub({ seed: { orders: count } });
	const ids = await bench.hub.orders(count);
	const items = ids.map((id) => ({ id }));
	await bench.hub.delay(latency);
	const n8n = await bench.n8n();
	const credential = await n8n.credential(hub);
	const parameters = { resource: 'order', operation: 'get', idPedido: byId };
	const url = `=${hub.url}/v1/orders/{{ $json.id }}`;
	const [node, http, slow] = [
		await n8n.flow([hubStep(credential, parameters)]),
		await n8n.flow([httpStep(credential, { url })]),
		await n8n.flow([httpStep(credential, { url, options: batching })]),
	];
	const samples = await alternate(
		{
			[ours]: async () => await bench.engine.run(parameters, items),
			[oursInN8n]: async () => await node(items),
			[together]: async () => await http(items),
			[batched]: async () => await slow(items),
			'undici, 5 at once': async () => await bench.client.orders(ids, 5),
			'undici, 10 at once': async () => await bench.client.orders(ids, 10),
		},
		bench.rounds,
	);
	const share = ratio(samples[together]!, samples[oursInN8n]!, 'ms');
	bench.goal({
		goal: `${count} single reads at least 4 times HTTP Request without batching`,
		measured: times(share),
		met: share >= 4,
		reason: `HTTP Request without batching sends all ${count} requests at the same moment; the node sends ten at a time`,
	});
	return {
		title: 'Single reads',
		text: [
			`${count} orders by ID, one item each, hub at ${latency} ms. The HTTP Request node sends the requests of all items at the same moment unless its option Batching is added; as the editor offers it, that is 50 items and a second of waiting. This hub answers any number at once as fast as one. Where the hub documents a limit (10 channel lists, 40 lists of security stock a minute), all beyond it are answered 429, which ends the HTTP Request node's run; the node waits for its turn, and halves what it has under way at 429, 500, 503 or slower answers.`,
		],
		tables: [
			{
				head: ['side', 'ms', 'CPU a record, µs', 'time of it : node in n8n'],
				rows: Object.entries(samples).map(([name, runs]) => [
					name,
					spread(valuesOf(runs, 'ms')),
					spread(valuesOf(runs, 'cpuMs').map((ms) => (ms * 1_000) / count)),
					times(ratio(runs, samples[oursInN8n]!, 'ms')),
				]),
			},
		],
	};
};
