import type { INode } from 'n8n-workflow';
import { afterAll, expect, test } from 'vitest';
import { Random } from '../hub/data/random.mts';
import { storeCredential, useHub } from '../n8n/session.mts';
import { deleteTables, tableRows } from '../server/dataTables.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import { webhookUrl } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { platform } from './platform.mts';

const DAYS = 7;
const NEW_ORDERS = 6;
const DAY = 24 * 60 * 60_000;

/** An order's way; each day it goes one step or none. */
const way = ['novo', 'pago', 'faturado', 'enviado', 'entregue'];

const hub = await useHub({ clock: 'manual' });
const { n8n, rest } = await platform();
const credential = await storeCredential(rest, hub);
await deleteTables(rest);
const workflow = await importExample(rest, 'orders-into-table', credential, { adapt: hasty });
await rest.publish(workflow);
hub.webhook.configure({ url: webhookUrl(n8n.webhook.url, triggerOf(workflow)) });
afterAll(async () => {
	await n8n.restore();
	await rest.deleteWorkflow(workflow);
});

/** A queue trigger that repeats as soon as a short test needs it. */
function hasty(node: INode): INode {
	if (!node.type.endsWith('QueueTrigger')) return node;
	return { ...node, parameters: { ...node.parameters, settings: { repeatAfter: 0.2 } } };
}

/** New orders, and a step for about half of those that are under way. */
function business(random: Random): void {
	const underWay = [...hub.state.orders.values()].filter(({ status }) => status !== way.at(-1));
	for (let i = 0; i < NEW_ORDERS; i++) hub.createOrder();
	for (const { idPedido, status } of underWay) {
		if (random.next() < 0.5) continue;
		hub.updateOrder(idPedido, { status: way[way.indexOf(status) + 1] });
	}
}

/** Waits until n8n has nothing more to do, and polls until nothing waits in the hub. */
async function evening(): Promise<void> {
	const deadline = Date.now() + 120_000;
	do {
		await n8n.endedExecutions(workflow, 0, 240_000);
		// n8n polls when a workflow is published, and otherwise once a minute at most
		await rest.unpublish(workflow);
		await rest.publish(workflow);
		await n8n.endedExecutions(workflow, 0, 240_000);
		expect(Date.now()).toBeLessThan(deadline);
	} while (hub.state.queue.size > 0);
}

test('a week with a kill of each process: every order has one row in the table, in its last status', async () => {
	const random = new Random(20261121);
	const victims = [n8n.webhook, ...n8n.workers, n8n.main];
	for (let day = 0; day < DAYS; day++) {
		if (!hub.webhook.active) hub.webhook.reactivate();
		const delivered = hub.webhook.deliveries.length;
		business(random);
		const moment = random.int(1, NEW_ORDERS);
		const arrived = () =>
			!hub.webhook.active || hub.webhook.deliveries.length >= delivered + moment;
		await waitFor(arrived, { what: 'notifications' });
		const victim = victims[day / 2];
		await victim?.kill();
		await victim?.start();
		await hub.webhook.settled();
		await evening();
		hub.clock.advance(DAY);
	}
	const wanted = [...hub.state.orders.values()].map(({ idPedido, status }) => [idPedido, status]);
	expect(wanted).toHaveLength(DAYS * NEW_ORDERS);
	const rows = await tableRows(rest, 'marketplace_hub_orders');
	expect(rows.map(({ idPedido, status }) => [Number(idPedido), status]).sort()).toEqual(
		wanted.sort(),
	);
}, 600_000);
