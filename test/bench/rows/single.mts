import type { Bench, Part } from '../bench.mts';
import { alternate, ratio, spread, times, valuesOf, type Samples } from '../measure.mts';
import { httpStep, hubStep, type Step } from '../realN8n.mts';
import type { Section } from '../report.mts';

const latency = 40;
const expression = '={{ $json.id }}';
const byId = { __rl: true, mode: 'id', value: expression };

const [ours, oursInN8n] = ['node in n8n-core', 'node in n8n'];
const [together, batched] = ['HTTP Request, as it is', 'HTTP Request, Batching as offered'];

/** The option as the editor adds it: 50 items, then a second of waiting. */
const batching = { batching: { batch: { batchSize: 50, batchInterval: 1_000 } } };

function sectionOf(title: string, text: string[], samples: Samples, count: number): Section {
	return {
		title,
		text,
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
}

async function started(bench: Bench, count: number, withLabels: boolean) {
	const hub = await bench.startHub({ seed: { orders: count * 2 } });
	const ids = await bench.hub.orders(count, withLabels);
	await bench.hub.delay(latency);
	return { hub, ids, items: ids.map((id) => ({ id })) };
}

/** 500 orders by ID, as 500 items. */
export const reads: Part = async (bench) => {
	const count = bench.quick ? 50 : 500;
	const { hub, ids, items } = await started(bench, count, false);
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
		reason:
			share >= 4
				? ''
				: `HTTP Request without batching sends all ${count} requests at the same moment; the node begins with four and goes up to twelve while the hub answers as fast as before`,
	});
	return sectionOf(
		'Single reads',
		[
			`${count} orders by ID, one item each, hub at ${latency} ms. The HTTP Request node sends the requests of all items at the same moment unless its option Batching is added; as the editor offers it, that is 50 items and a second of waiting. This hub answers any number at once as fast as one. Where the hub documents a limit (10 channel lists, 40 lists of security stock a minute), all beyond it are answered 429, which ends the HTTP Request node's run; the node waits for its turn, and halves what it has under way at 429, 500, 503 or slower answers.`,
		],
		samples,
		count,
	);
};

const toFiles = `return $input.all().flatMap(({ json }) => json.etiquetas.map((label) => ({
	json: { canal: label.canal, idPedidoCanal: label.idPedidoCanal },
	binary: { data: { data: label.conteudo, mimeType: 'application/octet-stream', fileName: 'label.' + label.tipo } },
})));`;

/** The labels of 500 orders as files. */
export const labels: Part = async (bench) => {
	const count = bench.quick ? 50 : 500;
	const { hub, ids, items } = await started(bench, count, true);
	const n8n = await bench.n8n();
	const credential = await n8n.credential(hub);
	const parameters = { resource: 'shipmentLabel', operation: 'get', idPedido: byId };
	const url = `=${hub.url}/v1/logistic/orders/{{ $json.id }}/shipment_labels?offset=0&limit=100`;
	const code: Step = {
		name: 'Work',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: toFiles },
	};
	const [node, http, slow] = [
		await n8n.flow([hubStep(credential, parameters)]),
		await n8n.flow([httpStep(credential, { url }, 'Read'), code]),
		await n8n.flow([httpStep(credential, { url, options: batching }, 'Read'), code]),
	];
	const samples = await alternate(
		{
			[ours]: async () => await bench.engine.run(parameters, items),
			[oursInN8n]: async () => await node(items),
			[`${together}, and Code`]: async () => await http(items),
			[`${batched}, and Code`]: async () => await slow(items),
			'undici, 5 at once': async () => await bench.client.labels(ids, 5),
			'undici, 10 at once': async () => await bench.client.labels(ids, 10),
		},
		bench.rounds,
	);
	return sectionOf(
		'Labels as files',
		[
			`The labels of ${count} orders, one item each, hub at ${latency} ms: Shipment Label → Get, against the HTTP Request node and a Code node that makes files of the base64 text. The CPU time of n8n's task runner, in which Code runs, is not counted.`,
		],
		samples,
		count,
	);
};
