import { setTimeout as sleep } from 'node:timers/promises';
import sortBy from 'lodash/sortBy.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { waitFor } from '../../server/wait.mts';
import { idsOf, pollOnce, queueOf, triggerWorkflow } from '../../support/triggers.mts';
import { timing } from '../../support/clock.mts';
import { passTime } from '../../support/passTime.mts';
import { setupEach } from '../../support/setup.mts';

const current = setupEach();
const trigger = (parameters = {}, staticData = {}) =>
	triggerWorkflow(current.n8n, 'marketplaceHubQueueTrigger', parameters, staticData);
afterEach(() => vi.useRealTimers());
const create = (count: number) =>
	Array.from({ length: count }, () => current.hub.createOrder().idPedido);

describe('acknowledgement after emitting', () => {
	test("250 orders: one poll emits each once, in the hub's order, and empties the queue", async () => {
		const { hub, n8n } = current;
		const ids = create(250);
		const emitted = await pollOnce(n8n, trigger());
		expect(emitted.map((page) => page.length)).toEqual([100, 100, 50]);
		expect(idsOf(emitted)).toEqual(ids);
		expect(emitted[0]![0]).toMatchObject({
			itens: expect.any(Array),
			cliente: { nome: expect.any(String) },
		});
		await queueOf(hub);
		// several are under way at once, so their order is not given
		const acknowledged = sortBy(hub.state.acknowledgements, 'idPedido');
		expect(acknowledged.map(({ at: _at, ...said }) => said)).toEqual(
			sortBy(ids).map((idPedido) => ({ idPedido, idInterno: String(idPedido), status: 'novo' })),
		);
	});

	test('an order comes again only when its content has changed', async () => {
		const { hub, n8n } = current;
		const workflow = trigger();
		const [id = 0] = create(1);
		expect(idsOf(await pollOnce(n8n, workflow))).toEqual([id]);
		expect(await pollOnce(n8n, workflow)).toEqual([]);
		hub.updateOrder(id, {}); // announced again, unchanged but for idInterno
		expect(await pollOnce(n8n, workflow)).toEqual([]);
		await queueOf(hub);
		hub.updateOrder(id, { status: 'pago' });
		expect(await pollOnce(n8n, workflow)).toMatchObject([[{ idPedido: id, status: 'pago' }]]);
		hub.updateOrder(id, { entrega: { numero: '99' } });
		expect(await pollOnce(n8n, workflow)).toMatchObject([[{ entrega: { numero: '99' } }]]);
		await queueOf(hub);
	});

	test('nothing is acknowledged before n8n has stored and run the execution', async () => {
		const { hub, n8n } = current;
		const ids = create(3);
		let atEmission = -1;
		await pollOnce(n8n, trigger(), (settle) => {
			atEmission = hub.state.queue.size;
			settle();
		});
		expect(atEmission).toBe(ids.length);
		await queueOf(hub);
	});

	test('what n8n could not store stays in the queue and comes again', async () => {
		const { hub, n8n } = current;
		const workflow = trigger();
		const ids = create(3);
		expect(await pollOnce(n8n, workflow, 'refused')).toEqual([]);
		await queueOf(hub, ...ids);
		passTime(60_000);
		expect(idsOf(await pollOnce(n8n, workflow))).toEqual(ids);
		await queueOf(hub);
	});

	test('a poll that starts while another runs does nothing', async () => {
		const { hub, n8n } = current;
		const workflow = trigger();
		const ids = create(2);
		let second: unknown;
		const first = await pollOnce(n8n, workflow, (settle) => {
			second = n8n.poll(workflow, 'Trigger');
			void (second as Promise<unknown>).then(() => settle());
		});
		expect(idsOf(first)).toEqual(ids);
		expect(await second).toBeNull();
		await queueOf(hub);
	});

	test('nor while the other one still reads the queue', async () => {
		const { hub, n8n } = current;
		const workflow = trigger();
		const ids = create(2);
		hub.faults.add({ endpoint: 'queueList', kind: 'slow', delay: 500 });
		const first = pollOnce(n8n, workflow);
		await waitFor(() => hub.count({ endpoint: 'queueList' }) > 0, { what: 'the read', every: 5 });
		expect(await n8n.poll(workflow, 'Trigger')).toBeNull();
		expect(hub.count({ endpoint: 'queueList' })).toBe(1);
		expect(idsOf(await first)).toEqual(ids);
		await queueOf(hub);
	});

	test('orders in other statuses are acknowledged without being emitted, so that their updates come', async () => {
		const { hub, n8n } = current;
		const workflow = trigger({ filters: { status: ['pago'], otherStatus: 'devolvido' } });
		const novo = hub.createOrder({ status: 'novo' });
		hub.createOrder({ status: 'pago' });
		const odd = hub.createOrder({ status: 'devolvido' });
		expect((await pollOnce(n8n, workflow)).flat().map(({ status }) => status)).toEqual([
			'pago',
			'devolvido',
		]);
		await queueOf(hub, odd.idPedido);
		expect(hub.state.acknowledgements.map(({ status }) => status).sort()).toEqual(['novo', 'pago']);
		hub.updateOrder(novo.idPedido, { status: 'pago' });
		expect(idsOf(await pollOnce(n8n, workflow))).toEqual([novo.idPedido]);
	});

	test('an order whose status the hub takes in no acknowledgement stays, unless Fallback Status gives one', async () => {
		const { hub, n8n } = current;
		const { idPedido } = hub.createOrder({ status: 'devolvido' });
		expect(idsOf(await pollOnce(n8n, trigger()))).toEqual([idPedido]);
		await queueOf(hub, idPedido);
		expect(hub.state.acknowledgements).toEqual([]);
		await pollOnce(n8n, trigger({ settings: { fallbackStatus: 'cancelado' } }));
		await queueOf(hub);
		expect(hub.state.acknowledgements).toMatchObject([{ status: 'cancelado' }]);
	});

	test('acknowledgements that do not get through are repeated by the next poll, without emitting again', async () => {
		const { hub, n8n } = current;
		const workflow = trigger();
		const ids = create(120);
		hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 400, times: 100 });
		expect(idsOf(await pollOnce(n8n, workflow))).toEqual(ids.slice(0, 100));
		expect(hub.state.queue.size).toBe(120);
		expect(idsOf(await pollOnce(n8n, workflow))).toEqual(ids.slice(100));
		await queueOf(hub);
	});

	test('a route for acknowledging that removes nothing does not make a poll go round in circles', async () => {
		const { hub, n8n } = current;
		const ids = create(150);
		hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 204, times: 10_000 });
		expect(idsOf(await pollOnce(n8n, trigger()))).toEqual(ids.slice(0, 100));
		expect(hub.count({ endpoint: 'queueList' })).toBe(3);
	});

	test.each([
		['500', { kind: 'status', status: 500, times: 5 }],
		['reset', { kind: 'resetBefore', times: 5 }],
		['truncated', { kind: 'truncate', times: 5 }],
		['unauthorized', { kind: 'status', status: 401, times: 30 }],
	] as const)('a failed poll (%s) loses nothing and emits nothing twice', async (name, fault) => {
		const { hub, n8n } = current;
		const workflow = trigger();
		const ids = create(150);
		hub.faults.add({ endpoint: 'queueList', after: 1, ...fault });
		await expect(pollOnce(n8n, workflow)).rejects.toThrow(/The hub/);
		hub.faults.clear();
		// a refused account is left alone for a minute
		if (name === 'unauthorized') await sleep(timing.minute * 1.1);
		const later = idsOf(await pollOnce(n8n, workflow));
		expect(later).toEqual(ids.slice(100));
		await queueOf(hub);
	});
});

describe('Fetch Test Event', () => {
	test('shows a few orders, acknowledges nothing, remembers nothing', async () => {
		const { hub, n8n } = current;
		const ids = create(8);
		const workflow = trigger();
		for (let i = 0; i < 2; i++)
			expect(idsOf(await pollOnce(n8n, workflow, 'never', 'manual'))).toEqual(ids.slice(0, 5));
		expect(hub.state.queue.size).toBe(8);
		expect(workflow.staticData).toEqual({});
		expect(idsOf(await pollOnce(n8n, workflow))).toEqual(ids);
	});

	test('says so when nothing waits, and what to change when the credential is wrong', async () => {
		const { hub, n8n } = current;
		await expect(pollOnce(n8n, trigger(), 'never', 'manual')).rejects.toThrow(
			'No order is waiting in the queue',
		);
		const wrong = await startN8n(hub, { apiKey: 'wrong' });
		await expect(
			pollOnce(wrong, triggerWorkflow(wrong, 'marketplaceHubQueueTrigger'), 'never', 'manual'),
		).rejects.toThrow('did not accept the credential');
	});
});
