import { describe, expect, test, vi } from 'vitest';
import { call, notificationOf, queueOf, triggerWorkflow } from '../../support/triggers.mts';
import { requests } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';

const current = setupEach({ timing: { minute: 300 }, latency: 5 });
const trigger = (parameters = {}) =>
	triggerWorkflow(current.n8n, 'marketplaceHubTrigger', parameters);

describe('duplicates', () => {
	test('start the workflow once and are all answered', async () => {
		const { hub, n8n } = current;
		const workflow = trigger();
		const { idPedido } = hub.createOrder();
		const outcomes = await Promise.all(
			Array.from(
				{ length: 5 },
				async () => await call(n8n, workflow, notificationOf(hub, idPedido)),
			),
		);
		expect(outcomes.filter(({ items }) => items)).toHaveLength(1);
		expect(outcomes.map(({ reply }) => reply)).toEqual(
			Array(5).fill({ idInterno: idPedido, status: 'novo' }),
		);
		await queueOf(hub);
	});

	test('are acknowledged once the first has begun its execution, not before', async () => {
		const { hub, n8n } = current;
		const workflow = trigger();
		const [waiting, begun] = [hub.createOrder().idPedido, hub.createOrder().idPedido];
		await call(n8n, workflow, notificationOf(hub, waiting), {}, { begins: false });
		await call(n8n, workflow, notificationOf(hub, begun));
		await queueOf(hub, waiting);
		hub.state.queue.set(begun, hub.clock.now());
		for (const id of [waiting, begun])
			expect((await call(n8n, workflow, notificationOf(hub, id))).items).toBeUndefined();
		await queueOf(hub, waiting);
	});

	test('are told by content: each change comes, also back to what was before', async () => {
		const { hub, n8n } = current;
		const workflow = trigger();
		const { idPedido } = hub.createOrder();
		const seen: unknown[] = [];
		for (const status of ['novo', 'novo', 'pago', 'pago', 'novo']) {
			hub.updateOrder(idPedido, { status });
			const { items } = await call(
				n8n,
				workflow,
				notificationOf(hub, idPedido, { id: 7_000_000 + seen.length }),
			);
			seen.push(items?.[0]?.status);
		}
		expect(seen).toEqual(['novo', undefined, 'pago', undefined, 'novo']);
	});

	test('go through when dropping is off, for other workflows, and after the window', async () => {
		const { hub, n8n } = current;
		const { idPedido } = hub.createOrder();
		const off = trigger({ settings: { duplicateWindow: 0 } });
		const other = trigger();
		for (const workflow of [off, off, other])
			expect((await call(n8n, workflow, notificationOf(hub, idPedido))).items).toHaveLength(1);
		expect((await call(n8n, other, notificationOf(hub, idPedido))).items).toBeUndefined();
		const now = performance.now.bind(performance);
		const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 11 * 60_000);
		try {
			expect((await call(n8n, other, notificationOf(hub, idPedido))).items).toHaveLength(1);
		} finally {
			clock.mockRestore();
		}
	});
});

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
