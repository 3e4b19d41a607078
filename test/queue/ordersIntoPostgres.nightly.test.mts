import chunk from 'lodash/chunk.js';
import type { INode } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { waitFor } from '../server/wait.mts';
import { sold } from '../support/orders.mts';
import { exampleInPostgres } from './postgresOrders.mts';

/** What is not notified waits for polls: of five minutes, a day's orders would take half an hour. */
const pollingEachMinute = (node: INode): INode => ({
	...node,
	parameters: {
		...node.parameters,
		...(node.type.endsWith('QueueTrigger') && { pollTimes: { item: [{ mode: 'everyMinute' }] } }),
	},
});
const { hub, n8n, rest, workflow, select, notify } = await exampleInPostgres(
	'orders-into-postgres',
	pollingEachMinute,
);

/** Orders of a busy day, and those of half a year before it. */
const DAY = 5_000;
const KNOWN = 180 * DAY;

/** Those of the day that come by notification; the others wait in the hub's queue. */
const NOTIFIED = 500;
const AT_ONCE = 10;

/** Fills the tables that the first order has made. */
async function fillHalfAYear(): Promise<void> {
	await select(
		`INSERT INTO marketplace_hub_orders (id_pedido, canal, status, total, data_emissao) SELECT 'K' || n, 'loja', 'entregue', 100, now() FROM generate_series(1, ${KNOWN}) n`,
	);
	await select(
		`INSERT INTO marketplace_hub_lines SELECT 'K' || n, 'SKU-' || n % 2000, 1 FROM generate_series(1, ${KNOWN}) n`,
	);
}

test('orders-into-postgres.json: a day of 5,000 orders beside half a year of them, each stored once with its lines before it is acknowledged', async () => {
	await notify(hub.createOrder().idPedido);
	await waitFor(() => hub.state.queue.size === 0, { what: 'the first order', timeout: 60_000 });
	await fillHalfAYear();
	await rest.unpublish(workflow);

	const itens = [sold('CANECA-1', 1), sold('FITA', 2)];
	const orders = Array.from({ length: DAY }, () => hub.createOrder({ itens }).idPedido);
	await rest.publish(workflow);
	for (const some of chunk(orders.slice(0, NOTIFIED), AT_ONCE))
		await Promise.all(some.map(async (order) => await notify(order)));
	await waitFor(() => hub.state.queue.size === 0, { what: 'an empty queue', timeout: 1_500_000 });
	await n8n.endedExecutions(workflow, NOTIFIED, 600_000);

	const ofToday = `id_pedido NOT LIKE 'K%' AND id_pedido::bigint >= ${orders[0]}`;
	const today = await select(
		`SELECT id_pedido FROM marketplace_hub_orders WHERE ${ofToday} ORDER BY id_pedido::bigint`,
	);
	expect(today).toEqual(orders.map(String));
	const lines = await select(
		`SELECT count(*), sum(quantity) FROM marketplace_hub_lines WHERE ${ofToday}`,
	);
	expect(lines).toEqual([`${2 * DAY}|${3 * DAY}`]);
	const known = await select(
		"SELECT count(*) FROM marketplace_hub_orders WHERE id_pedido LIKE 'K%'",
	);
	expect(known).toEqual([String(KNOWN)]);
	// n8n itself calls an execution crashed that its recovery does not find in Redis yet
	const failed = (await n8n.executions(workflow)).filter(({ status }) => status === 'error');
	expect(failed).toEqual([]);
}, 2_700_000);
