import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pMap from 'p-map';
import { Agent, request } from 'undici';
import { webhookUrl } from '../../server/rest.mts';
import type { Part } from '../bench.mts';
import { middle, quantile, spread, times } from '../measure.mts';
import { httpStep, triggerStep, webhook, type Step } from '../realN8n.mts';

const latency = 20;
export const atOnce = 50;

const agent = new Agent({ connections: atOnce });

const [ours, answersAtOnce, byHand] = [
	'our trigger',
	'Webhook that answers at once',
	'Webhook, HTTP Request, Respond to Webhook',
];

interface Replies {
	/** ms until each reply. */
	each: number[];
	/** Replies a second of each round. */
	rate: number[];
}

/** Sends a notification that needs no acknowledgement; returns how many ms the reply took. */
export async function notify(url: string, hub: string, idPedido: number): Promise<number> {
	const began = performance.now();
	const { statusCode, body } = await request(url, {
		method: 'POST',
		dispatcher: agent,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			id: 7_000_001,
			dominio: 'pedido',
			urlLeitura: `${hub}/v1/orders/${idPedido}`,
			urlConfirmacaoLeitura: 'confirmacao-automatica',
			data: '2026-11-20 10:00:00',
		}),
	});
	await body.dump();
	if (statusCode !== 200) throw new Error(`A notification was answered ${statusCode}`);
	return performance.now() - began;
}

export const notifications: Part = async (bench) => {
	const count = bench.quick ? 50 : 400;
	const hub = await bench.startHub({ seed: { orders: count } });
	const orders = await bench.hub.orders(count);
	const n8n = await bench.n8n();
	const credential = await n8n.credential(hub);
	const trigger = triggerStep(credential);
	await n8n.publish([trigger, { name: 'Next', type: 'n8n-nodes-base.noOp' }]);
	const [quick, manual] = [randomUUID(), randomUUID()];
	await n8n.publish([webhook(quick, 'onReceived'), { name: 'Next', type: 'n8n-nodes-base.noOp' }]);
	const reply: Step = {
		name: 'Reply',
		type: 'n8n-nodes-base.respondToWebhook',
		typeVersion: 1.4,
		parameters: {
			respondWith: 'json',
			responseBody:
				'={{ JSON.stringify({ idInterno: $json.idInterno ?? $json.idPedido, status: $json.status }) }}',
			options: {},
		},
	};
	await n8n.publish([
		webhook(manual, 'responseNode'),
		httpStep(credential, { url: '={{ $json.body.urlLeitura }}' }),
		reply,
	]);
	const urls: Record<string, string> = {
		[ours]: webhookUrl(n8n.server.url, trigger),
		[answersAtOnce]: `${n8n.server.url}/webhook/${quick}`,
		[byHand]: `${n8n.server.url}/webhook/${manual}`,
	};
	await bench.hub.delay(latency);

	const send = async (url: string, idPedido: number) => await notify(url, hub.url, idPedido);
	const names = Object.keys(urls);
	const replies: Record<string, Replies> = Object.fromEntries(
		names.map((name) => [name, { each: [], rate: [] }]),
	);
	for (const name of names)
		await pMap(orders.slice(0, bench.quick ? 10 : 50), async (id) => await send(urls[name]!, id));
	for (let round = 0; round < bench.rounds; round++) {
		for (let turn = 0; turn < names.length; turn++) {
			const name = names[(round + turn) % names.length]!;
			// what n8n still does with the round before
			await pause(1_000);
			const began = performance.now();
			const each = await pMap(orders, async (id) => await send(urls[name]!, id), {
				concurrency: atOnce,
			});
			replies[name]!.each.push(...each);
			replies[name]!.rate.push((count * 1_000) / (performance.now() - began));
		}
	}
	const p99 = (name: string) => quantile(replies[name]!.each, 0.99);
	const rate = (name: string) => middle(replies[name]!.rate);
	const over = p99(ours) - p99(answersAtOnce);
	bench.goal({
		goal: `p99 of the reply at most one hub round trip (${latency} ms) and 30 ms over the Webhook node that answers at once`,
		measured: `${Math.round(over)} ms`,
		met: over <= latency + 30,
		reason:
			over <= latency + 30
				? ''
				: `${atOnce} at once keep n8n's one process busy, mostly with its own work: see Where CPU time goes`,
	});
	const share = rate(ours) / rate(byHand);
	bench.goal({
		goal: 'notifications: at least 1.5 times the throughput of the same work by hand',
		measured: times(share),
		met: share >= 1.5,
		reason: share >= 1.5 ? '' : "n8n's own work for each call bounds all three",
	});
	return {
		title: 'Notifications',
		text: [
			`${(count * bench.rounds).toLocaleString('en')} notifications to each, in ${bench.rounds} turns of ${count}, ${atOnce} at once, hub at ${latency} ms. Our trigger reads the order before it replies; its option that drops repeated ones is off, so that all three start a run for each.`,
		],
		tables: [
			{
				head: ['side', 'replies a second', 'median of the reply, ms', 'p99, ms'],
				rows: names.map((name) => [
					name,
					spread(replies[name]!.rate),
					middle(replies[name]!.each).toFixed(0),
					p99(name).toFixed(0),
				]),
			},
		],
	};
};
