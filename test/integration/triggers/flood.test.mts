import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call, notificationOf, queueOf, triggerWorkflow } from '../../support/triggers.mts';
import { setup, type Setup } from '../../support/setup.mts';
import { requests } from '../../support/items.mts';

let current: Setup;
beforeEach(async () => {
	current = await setup({ timing: { minute: 300 }, latency: 5 });
});
const trigger = (parameters = {}) =>
	triggerWorkflow(current.n8n, 'marketplaceHubTrigger', parameters);

describe('a flood', () => {
	test('is read a few at a time', async () => {
		const { hub, n8n } = current;
		const workflow = trigger({ settings: { duplicateWindow: 0 } });
		await call(n8n, workflow, notificationOf(hub, hub.createOrder().idPedido)); // a token is there
		hub.clearLog();
		const ids = Array.from({ length: 40 }, () => hub.createOrder().idPedido);
		hub.faults.add({ endpoint: 'orderGet', kind: 'slow', delay: 100, times: 5 });
		const outcomes = Promise.all(
			ids.map(async (id) => await call(n8n, workflow, notificationOf(hub, id))),
		);
		await vi.waitFor(() => expect(requests(hub, 'orderGet')).toHaveLength(5), { interval: 5 });
		for (const { items } of await outcomes)
			expect(items).toEqual([expect.objectContaining({ itens: expect.any(Array) })]);
		await queueOf(hub);
	});

	test('a read under way is not shared: it may show what the order was before', async () => {
		const { hub, n8n } = current;
		const workflow = trigger();
		const { idPedido } = hub.createOrder();
		await call(n8n, workflow, notificationOf(hub, hub.createOrder().idPedido)); // a token is there
		hub.faults.add({ endpoint: 'orderGet', kind: 'slow', delay: 300 });
		const first = call(n8n, workflow, notificationOf(hub, idPedido));
		await vi.waitFor(() =>
			expect(hub.count({ path: `/v1/orders/${idPedido}`, method: 'GET' })).toBe(1),
		);
		hub.updateOrder(idPedido, { status: 'pago' });
		const second = await call(n8n, workflow, notificationOf(hub, idPedido));
		expect(second.items).toMatchObject([{ status: 'pago' }]);
		expect((await first).items).toMatchObject([{ status: 'novo' }]);
	});
});
