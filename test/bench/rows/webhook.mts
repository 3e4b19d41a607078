import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pMap from 'p-map';
import { Agent, request } from 'undici';
import { webhookUrl } from '../../server/rest.mts';
import { notificationOf } from '../../support/notification.mts';
import type { Part } from '../bench.mts';
import { middle, quantile, spread, times } from '../measure.mts';
import type { HubAddress } from '../processes/hub.mts';
import { nodeOf } from '../../server/workflows.mts';
import { httpStep, RealN8n, triggerStep, webhook } from '../realN8n.mts';

const latency = 20;
const atOnce = 50;

const agent = new Agent({ connections: atOnce });

const [ours, answersAtOnce, byHand] = [
	'our trigger',
	'Webhook that answers at once',
	'Webhook, HTTP Request, Respond to Webhook',
];

const reply = nodeOf('Reply', 'respondToWebhook', {
	typeVersion: 1.4,
	parameters: {
		respondWith: 'json',
		responseBody:
			'={{ JSON.stringify({ idInterno: $json.idInterno ?? $json.idPedido, status: $json.status }) }}',
		options: {},
	},
});

/** What a notification says that needs no acknowledgement. */
const acknowledged = { urlConfirmacaoLeitura: 'confirmacao-automatica' };

interface Replies {
	/** ms until each reply. */
	each: number[];
	/** Replies a second of each round. */
	rate: number[];
}

/** Sends a notification that needs no acknowledgement; returns how many ms the reply took. */
async function notify(url: string, hub: string, idPedido: number): Promise<number> {
	const began = performance.now();
	const { statusCode, body } = await request(url, {
		method: 'POST',
		dispatcher: agent,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(notificationOf({ url: hub }, idPedido, acknowledged)),
	});
	await body.dump();
	if (statusCode !== 200) throw new Error(`A notification was answered ${statusCode}`);
	return performance.now() - began;
}

/** Publishes the three flows; returns the address of each. */
async function publishFlows(n8n: RealN8n, hub: HubAddress): Promise<Record<string, string>> {
	const credential = await n8n.credential(hub);
	const trigger = triggerStep(credential);
	await n8n.publish([trigger, nodeOf('Next', 'noOp')]);
	const [quick, manual] = [randomUUID(), randomUUID()];
	await n8n.publish([webhook(quick, 'onReceived'), nodeOf('Next', 'noOp')]);
	await n8n.publish([
		webhook(manual, 'responseNode'),
		httpStep(credential, { url: '={{ $json.body.urlLeitura }}' }),
		reply,
	]);
	return {
		[ours]: webhookUrl(n8n.server.url, trigger),
		[answersAtOnce]: `${n8n.server.url}/webhook/${quick}`,
		[byHand]: `${n8n.server.url}/webhook/${manual}`,
	};
}

/** Notifies each of the flows of all orders, `rounds` times in turn, after a few that do not count. */
async function measure(
	n8n: RealN8n,
	hub: HubAddress,
	orders: number[],
	rounds: number,
): Promise<Record<string, Replies>> {
	const urls = await publishFlows(n8n, hub);
	const names = Object.keys(urls);
	const sendAll = async (name: string, ids: number[]) =>
		await pMap(ids, async (id) => await notify(urls[name]!, hub.url, id), { concurrency: atOnce });
	const replies = Object.fromEntries(
		names.map((name): [string, Replies] => [name, { each: [], rate: [] }]),
	);
	for (const name of names) await sendAll(name, orders.slice(0, Math.ceil(orders.length / 8)));
	for (let round = 0; round < rounds; round++) {
		for (let turn = 0; turn < names.length; turn++) {
			const name = names[(round + turn) % names.length]!;
			// what n8n still does with the round before
			await pause(1_000);
			const began = performance.now();
			replies[name]!.each.push(...(await sendAll(name, orders)));
			replies[name]!.rate.push((orders.length * 1_000) / (performance.now() - began));
		}
	}
	return replies;
}

/** The same with an n8n that prepares its expression engine for every call of a webhook. */
async function withoutException(hub: HubAddress, orders: number[], rounds: number) {
	const n8n = await RealN8n.start({ N8N_EXPRESSION_ENGINE_ALLOW_WEBHOOK_ISOLATE_SKIP: 'false' });
	try {
		return await measure(n8n, hub, orders, rounds);
	} finally {
		await n8n.server.remove();
	}
}

const rowsOf = (replies: Record<string, Replies>) =>
	Object.entries(replies).map(([name, { rate, each }]) => [
		name,
		spread(rate),
		middle(each).toFixed(0),
		quantile(each, 0.99).toFixed(0),
	]);

const shareOf = (replies: Record<string, Replies>) =>
	middle(replies[ours]!.rate) / middle(replies[byHand]!.rate);

export const notifications: Part = async (bench) => {
	const count = bench.quick ? 50 : 400;
	const hub = await bench.startHub({ seed: { orders: count } });
	const orders = await bench.hub.orders(count);
	await bench.hub.delay(latency);
	const replies = await measure(await bench.n8n(), hub, orders, bench.rounds);
	const alike = bench.quick ? undefined : await withoutException(hub, orders, 2);

	const p99 = (name: string) => quantile(replies[name]!.each, 0.99);
	const over = p99(ours) - p99(answersAtOnce);
	const own =
		'n8n prepares its expression engine for each call of a webhook, and leaves that out for its own Webhook node alone: see the table without that exception';
	bench.goal({
		goal: `p99 of the reply at most one hub round trip (${latency} ms) and 30 ms over the Webhook node that answers at once`,
		measured: `${Math.round(over)} ms`,
		met: over <= latency + 30,
		reason: own,
	});
	const share = shareOf(replies);
	bench.goal({
		goal: 'notifications: at least 1.5 times the throughput of the same work by hand',
		measured: times(share),
		met: share >= 1.5,
		reason: own,
	});
	const columns = ['replies a second', 'median of the reply, ms', 'p99, ms'];
	const without = 'the same, n8n without that exception';
	return {
		title: 'Notifications',
		text: [
			`${(count * bench.rounds).toLocaleString('en')} notifications to each, in ${bench.rounds} turns of ${count}, ${atOnce} at once, hub at ${latency} ms. Our trigger reads the order before it replies; its option that drops repeated ones is off, so that all three start a run for each.`,
			`For each call of a webhook n8n prepares its expression engine, unless the call is for its own Webhook node without an expression (\`N8N_EXPRESSION_ENGINE_ALLOW_WEBHOOK_ISOLATE_SKIP\`, on unless set to \`false\`). No other node can ask for that.${alike ? ` With it off, our trigger has ${times(shareOf(alike))} times the throughput of the same work by hand.` : ''}`,
		],
		tables: [
			{ head: ['side', ...columns], rows: rowsOf(replies) },
			...(alike ? [{ head: [without, ...columns], rows: rowsOf(alike) }] : []),
		],
	};
};
