import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import { Agent, request } from 'undici';
import { credentialData, credentialType } from '../engine/credentialData.mts';
import { startHub } from '../hub/index.mts';
import { insertRows } from '../server/dataTables.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import { N8nRest, webhookUrl } from '../server/rest.mts';
import { N8nServer } from '../server/server.mts';
import { waitFor } from '../server/wait.mts';
import { nodeOf } from '../server/workflows.mts';
import type { Json } from '../support/exampleCode.mts';
import { sold } from '../support/orders.mts';
import { addSkus } from '../support/products.mts';
import { kitRows } from './sellers.mts';
import { makeShop, MINUTE, type ShopOptions } from './shop.mts';
import { GREATEST_AGE, iso, sql, type Seller, type TakenOrder } from './week.mts';

/** Notifications under way at a time. */
const TOGETHER = 20;

const settings = {
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'all',
	executionOrder: 'v1',
} as const;

// a run answers when it has ended
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/**
 * The examples *Orders into a table* and *Stock less open orders*, published in a real n8n, beside a
 * local hub with its limits. Changed in them are the ERP, which the call that starts a run brings along,
 * and the clock.
 */
export async function startRealN8n(
	options: ShopOptions,
	buffer: string,
): Promise<{ seller: Seller; stop: () => Promise<void> }> {
	const shop = makeShop(options);
	const hub = await startHub({ seed: { channels: 2, products: 0, orders: 0 } });
	const skus = addSkus(hub, [...shop.parts, ...shop.kits.keys()]);
	for (const product of hub.state.products.values()) product.estoque = 0;
	const server = new N8nServer();
	await server.install();
	await server.start();
	const n8n = new N8nRest(server.url, server.home);
	await n8n.signIn();
	const { accessToken, accessTokenIssuedAt, ...data } = credentialData(hub);
	const credential = await n8n.createCredential({ name: 'Hub', type: credentialType, data });

	const orders = await importExample(n8n, 'orders-into-table', credential, {
		...{ settings, adapt: bookedByOrder },
	});
	await n8n.publish(orders);
	hub.webhook.configure({ url: webhookUrl(server.url, triggerOf(orders)) });
	const path = randomUUID();
	const stock = await importExample(n8n, 'stock-less-open-orders', credential, {
		...{ settings, adapt: withCaller(path, buffer) },
	});
	await n8n.publish(stock);

	const queueIsEmpty = async () => {
		await hub.webhook.settled();
		await waitFor(() => hub.state.queue.size === 0, { what: 'the queue to be empty' });
		if (!hub.webhook.active)
			throw new Error(`The webhook is off: ${hub.webhook.switchedOffBecause}`);
	};
	/** Lets the hub tell of so many changes at a time. */
	const tell = async (changes: Array<() => unknown>) => {
		for (let start = 0; start < changes.length; start += TOGETHER) {
			changes.slice(start, start + TOGETHER).forEach((change) => change());
			await queueIsEmpty();
		}
	};
	const run = async (time: number, rows: Json[]) => {
		const { statusCode, body } = await request(`${server.url}/webhook/${path}`, {
			...{ method: 'POST', dispatcher: patient },
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ now: iso(time), rows }),
		});
		const text = await body.text();
		if (statusCode !== 200) throw new Error(`The run answered ${statusCode}: ${text}`);
	};
	const stockOf = () =>
		new Map(
			[...hub.state.products.values()].map(({ skuProduto, estoque }) => [skuProduto, estoque]),
		);

	let waiting: TakenOrder[] = [];
	let kept: Array<{ idPedido: number; cancelledAt: number }> = [];
	let onSale = stockOf();
	const seller: Seller = {
		take: (order) => waiting.push(order),
		run: async (time, rows, week) => {
			const due = waiting.filter(({ stored }) => stored <= time);
			waiting = waiting.filter(({ stored }) => stored > time);
			await tell(
				due.map(({ time: at, sku, quantity, cancelledAt }) => () => {
					const dates = { dataIntegracao: sql(at), dataEmissao: sql(at) };
					const itens = [sold(sku, quantity)];
					const { idPedido } = hub.createOrder({ ...dates, status: 'pago', itens });
					kept.push({ idPedido, cancelledAt });
				}),
			);
			const gone = kept.filter(({ cancelledAt }) => cancelledAt <= time);
			kept = kept.filter(({ cancelledAt }) => cancelledAt > time);
			await tell(
				gone.map(
					({ idPedido }) =>
						() =>
							hub.updateOrder(idPedido, { status: 'cancelado' }),
				),
			);
			await run(time, rows);
			const now = stockOf();
			const changed = skus.filter((sku) => now.get(sku) !== onSale.get(sku));
			onSale = now;
			hub.clearLog();
			week.sent += changed.length;
			return changed.map((sku) => ({ sku, estoque: now.get(sku)! }));
		},
	};
	// the first run makes the tables
	await run(-MINUTE, [{ error: 'lost' }]);
	await insertRows(n8n, 'marketplace_hub_kit_parts', kitRows(shop) as never);
	return {
		seller,
		stop: async () => {
			await server.remove();
			await hub.stop();
		},
	};
}

/** Changes what a *Set* node gives out. */
function withFields(node: INode, fields: Record<string, unknown>): INode {
	const { assignments } = node.parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	const changed = assignments.map((each) => ({ ...each, value: fields[each.name] ?? each.value }));
	const parameters = { ...node.parameters, assignments: { assignments: changed } };
	return { ...node, parameters } as INode;
}

/** The ERP answers that it has an order a minute after the hub has it. */
const bookedByOrder = (node: INode): INode => {
	if (node.name !== 'Answered') return node;
	const dated =
		"DateTime.fromSQL($('Orders').item.json.dataIntegracao, { zone: 'America/Sao_Paulo' })";
	return withFields(node, { answered: `={{ ${dated}.plus(${MINUTE}).toISO() }}` });
};

/** Each run begins with a call that tells the time and brings the ERP's list. */
const withCaller = (path: string, buffer: string) => {
	const changed = { now: '={{ $json.body.now }}', greatestAge: GREATEST_AGE, buffer };
	return (node: INode): INode => {
		if (node.name === 'Every 15 Minutes')
			return nodeOf(node.name, 'webhook', {
				typeVersion: 2,
				webhookId: path,
				parameters: {
					...{ httpMethod: 'POST', path, responseMode: 'lastNode', responseData: 'noData' },
					options: {},
				},
			});
		if (node.name === 'ERP Stock') {
			const jsonOutput = "={{ { rows: $('Every 15 Minutes').first().json.body.rows } }}";
			return { ...node, parameters: { ...node.parameters, jsonOutput } };
		}
		return node.name === 'Settings' ? withFields(node, changed) : node;
	};
};
