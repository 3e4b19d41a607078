import type { Part } from '../bench.mts';
import { alternate, ratio, spread, times, valuesOf } from '../measure.mts';
import type { HubAddress } from '../processes/hub.mts';
import { httpStep, hubStep, type RealN8n } from '../realN8n.mts';

const latency = 40;
const expression = '={{ $json.id }}';
const byId = { __rl: true, mode: 'id', value: expression };

const [ours, other, asking] = ['node in n8n-core', 'the other build', 'asking alone in n8n-core'];
const oursInN8n = 'node in n8n';
const [together, batched] = ['HTTP Request, as it is', 'HTTP Request, Batching as offered'];

/** The option as the editor adds it: 50 items, then a second of waiting. */
const batching = { batching: { batch: { batchSize: 50, batchInterval: 1_000 } } };

const parameters = { resource: 'order', operation: 'get', idPedido: byId };

async function flowsIn(n8n: RealN8n, hub: HubAddress) {
	const credential = await n8n.credential(hub);
	const url = `=${hub.url}/v1/orders/{{ $json.id }}`;
	return {
		node: await n8n.flow([hubStep(credential, parameters)]),
		http: await n8n.flow([httpStep(credential, { url })]),
		slow: await n8n.flow([httpStep(credential, { url, options: batching })]),
	};
}

/** 500 orders by ID, as 500 items. */
export const reads: Part = async (bench) => {
	const count = bench.quick ? 100 : 500;
	const hub = await bench.startHub({ seed: { orders: count } });
	const ids = await bench.hub.orders(count);
	const items = ids.map((id) => ({ id }));
	await bench.hub.delay(latency);
	const flows = bench.isLook ? undefined : await flowsIn(await bench.n8n(), hub);
	const paths = ids.map((id) => `/v1/orders/${id}`);
	const samples = await alternate(
		{
			[ours]: async () => await bench.engine.run(parameters, items),
			...(bench.other && { [other]: async () => await bench.other!.run(parameters, items) }),
			[asking]: async () => await bench.engine.ask(paths),
			...(flows && {
				[oursInN8n]: async () => await flows.node(items),
				[together]: async () => await flows.http(items),
				[batched]: async () => await flows.slow(items),
			}),
			'undici, 5 at once': async () => await bench.client.orders(ids, 5),
			'undici, 10 at once': async () => await bench.client.orders(ids, 10),
		},
		bench.rounds,
	);
	const [time, cpu] = (['ms', 'cpuMs'] as const).map((figure) =>
		ratio(samples[ours]!, samples[asking]!, figure),
	);
	bench.goal({
		goal: `${count} single reads at most 1.1 times the time and 1.2 times the CPU of a node that only asks for them`,
		measured: `${times(time!)}, ${times(cpu!)}`,
		met: time! <= 1.1 && cpu! <= 1.2,
		reason: 'n8n resolves the expression of the ID for each item',
	});
	return {
		title: 'Single reads',
		text: [
			`${count} orders by ID, one item each, hub at ${latency} ms. Asking alone is a node that asks for the same records with \`httpRequestWithAuthentication\` and this credential, ten at once, reads each answer as a stream and does nothing else. The HTTP Request node sends the requests of all items at the same moment unless its option Batching is added; as the editor offers it, that is 50 items and a second of waiting. This hub answers any number at once as fast as one. Where the hub documents a limit (10 channel lists, 40 lists of security stock a minute), all beyond it are answered 429, which ends the HTTP Request node's run; the node waits for its turn, and halves what it has under way at 429, 500, 503 or slower answers.`,
		],
		tables: [
			{
				head: ['side', 'ms', 'CPU a record, µs', 'time : asking', 'CPU : asking'],
				rows: Object.entries(samples).map(([name, runs]) => [
					name,
					spread(valuesOf(runs, 'ms')),
					spread(valuesOf(runs, 'cpuMs').map((ms) => (ms * 1_000) / count)),
					times(ratio(runs, samples[asking]!, 'ms')),
					times(ratio(runs, samples[asking]!, 'cpuMs')),
				]),
			},
		],
	};
};
