import { beforeEach, expect, test } from 'vitest';
import { setupEach } from '../../support/setup.mts';
import {
	call,
	notificationOf,
	pollOnce,
	queueOf,
	triggerWorkflow,
} from '../../support/triggers.mts';
import { op, requests } from '../../support/items.mts';

/** The ERP's number of an order that it has acknowledged before. */
const idInterno = 777;

const current = setupEach({ seed: { orders: 0 } });
let idPedido: number;
beforeEach(async () => {
	idPedido = current.hub.createOrder({ status: 'novo' }).idPedido;
	await current.n8n.run(
		op('orderQueue acknowledge', {
			idPedido: String(idPedido),
			idInterno: String(idInterno),
			status: 'novo',
		}),
	);
	current.hub.updateOrder(idPedido, { status: 'pago' });
	current.hub.clearLog();
});

/** What the hub has been told since. */
const told = () =>
	requests(current.hub, 'acknowledge').map(({ body }) => JSON.parse(body) as object);

/* An order that has a number in the integrator's system keeps it when it is acknowledged. */

test('Order Queue: Get and Acknowledge sends the number that the order already has', async () => {
	const { json } = await current.n8n.run(op('orderQueue getAndAcknowledge', { returnAll: true }));
	expect(json()).toMatchObject([{ idPedido, idInterno }]);
	expect(told()).toEqual([{ idInterno, status: 'pago' }]);
});

test('the webhook trigger sends it, also in its reply', async () => {
	const { hub, n8n } = current;
	const workflow = triggerWorkflow(n8n, 'marketplaceHubTrigger');
	const { reply } = await call(n8n, workflow, notificationOf(hub, idPedido));
	expect(reply).toEqual({ idInterno, status: 'pago' });
	await queueOf(hub);
	expect(told()).toEqual([{ idInterno, status: 'pago' }]);
});

test('the queue trigger sends it', async () => {
	const { hub, n8n } = current;
	await pollOnce(n8n, triggerWorkflow(n8n, 'marketplaceHubQueueTrigger'));
	await queueOf(hub);
	expect(told()).toEqual([{ idInterno, status: 'pago' }]);
});
