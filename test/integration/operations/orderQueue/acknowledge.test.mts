import { expect } from 'vitest';
import { byId, op, shown } from '../../../support/items.mts';
import { test } from '../../../support/setup.mts';

const acknowledge = (idPedido: number, idInterno: string, status = 'pago') =>
	op('orderQueue acknowledge', { idPedido: byId(idPedido), idInterno, status });

test('an order leaves the queue, and the hub gets its number in your system', async ({
	hub,
	n8n,
}) => {
	const { idPedido } = hub.createOrder({});
	const { json } = await n8n.done(acknowledge(idPedido, '4711'));
	expect(json()).toMatchObject([{ idInterno: '4711', status: 'pago', acknowledged: true }]);
	expect(hub.state.acknowledgements).toMatchObject([
		{ idPedido, idInterno: '4711', status: 'pago' },
	]);
	expect(hub.state.queue.size).toBe(0);
});

test("an empty Internal ID sends the hub's own order ID", async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({});
	await n8n.run(acknowledge(idPedido, ''));
	expect(hub.state.acknowledgements[0]?.idInterno).toBe(String(idPedido));
});

test('a status that the hub does not take is refused before sending', async ({ hub, n8n }) => {
	const result = await n8n.run(acknowledge(1, '1', '={{ "em-separacao" }}'));
	expect(shown(result.nodeError)).toMatch(
		/status.*(one of novo, pago, faturado|valid|not supported)/is,
	);
	expect(hub.log).toEqual([]);
});

test('an order that no longer waits is reported, and not acknowledged again', async ({
	hub,
	n8n,
}) => {
	const { idPedido } = hub.createOrder({});
	await n8n.run(acknowledge(idPedido, '7'));
	const second = await n8n.run(acknowledge(idPedido, '7'));
	expect(shown(second.nodeError)).toMatch(
		new RegExp(`Order ${idPedido} was not waiting[\\s\\S]*acknowledged before`),
	);
	expect(hub.state.acknowledgements).toHaveLength(1);
});
