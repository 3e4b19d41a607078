import sortBy from 'lodash/sortBy.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { engineLogger } from '../../engine/engine.mts';
import { startN8n } from '../../engine/nodes.mts';
import { idsOf, pollOnce, triggerWorkflow } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';
import { timing } from '../../support/clock.mts';
import { passTime } from '../../support/passTime.mts';
import { hold } from '../../support/underWay.mts';
import { answer } from '../../support/items.mts';

const { at, trigger, create, poll, queueOf } = setupTrigger('marketplaceHubQueueTrigger');

describe('acknowledgement after emitting', () => {
	test("one poll emits 250 orders once each, in the hub's order, and empties the queue", async () => {
		const ids = create(250);
		const emitted = await poll(trigger());
		expect(emitted.map((page) => page.length)).toEqual([100, 100, 50]);
		expect(idsOf(emitted)).toEqual(ids);
		expect(emitted[0]![0]).toMatchObject({
			itens: expect.any(Array),
			cliente: { nome: expect.any(String) },
		});
		await queueOf();
		// several are under way at once, so their order is not given
		const acknowledged = sortBy(at.hub.state.acknowledgements, 'idPedido');
		expect(acknowledged.map(({ at: _at, ...said }) => said)).toEqual(
			sortBy(ids).map((idPedido) => ({ idPedido, idInterno: String(idPedido), status: 'novo' })),
		);
	});

	test('an order comes again only when its content has changed', async () => {
		const workflow = trigger();
		const [id = 0] = create(1);
		expect(idsOf(await poll(workflow))).toEqual([id]);
		expect(await poll(workflow)).toEqual([]);
		at.hub.updateOrder(id, {}); // announced again, unchanged but for idInterno
		expect(await poll(workflow)).toEqual([]);
		await queueOf();
		at.hub.updateOrder(id, { status: 'pago' });
		expect(await poll(workflow)).toMatchObject([[{ idPedido: id, status: 'pago' }]]);
		at.hub.updateOrder(id, { entrega: { numero: '99' } });
		expect(await poll(workflow)).toMatchObject([[{ entrega: { numero: '99' } }]]);
		await queueOf();
	});

	test('nothing is acknowledged before n8n has stored and run the execution', async () => {
		const ids = create(3);
		let atEmission = -1;
		await poll(trigger(), (settle) => {
			atEmission = at.hub.state.queue.size;
			settle();
		});
		expect(atEmission).toBe(ids.length);
		await queueOf();
	});

	test('orders that n8n could not store stay in the queue and come again', async () => {
		const workflow = trigger();
		const ids = create(3);
		expect(await poll(workflow, 'refused')).toEqual([]);
		await queueOf(...ids);
		passTime(60_000);
		expect(idsOf(await poll(workflow))).toEqual(ids);
		await queueOf();
	});

	test('a poll does nothing while another one emits', async () => {
		const workflow = trigger();
		const ids = create(2);
		let second: unknown;
		const first = await poll(workflow, (settle) => {
			second = at.n8n.poll(workflow, 'Trigger');
			void (second as Promise<unknown>).then(() => settle());
		});
		expect(idsOf(first)).toEqual(ids);
		expect(await second).toBeNull();
		await queueOf();
	});

	test('a poll does nothing while another one reads the queue', async () => {
		const workflow = trigger();
		const ids = create(2);
		const { arrived, release } = hold(at.hub, 'queueList');
		const first = poll(workflow);
		await arrived();
		expect(await at.n8n.poll(workflow, 'Trigger')).toBeNull();
		expect(at.hub.count({ endpoint: 'queueList' })).toBe(1);
		release();
		expect(idsOf(await first)).toEqual(ids);
		await queueOf();
	});

	test('orders in other statuses are acknowledged without being emitted, so that their updates come', async () => {
		const workflow = trigger({ filters: { status: ['pago'], otherStatus: 'devolvido' } });
		const novo = at.hub.createOrder({ status: 'novo' });
		at.hub.createOrder({ status: 'pago' });
		const odd = at.hub.createOrder({ status: 'devolvido' });
		expect((await poll(workflow)).flat().map(({ status }) => status)).toEqual([
			'pago',
			'devolvido',
		]);
		await queueOf(odd.idPedido);
		expect(at.hub.state.acknowledgements.map(({ status }) => status).sort()).toEqual([
			'novo',
			'pago',
		]);
		at.hub.updateOrder(novo.idPedido, { status: 'pago' });
		expect(idsOf(await poll(workflow))).toEqual([novo.idPedido]);
	});

	test('an order that comes back from a status that is not wanted is emitted again', async () => {
		const workflow = trigger({ filters: { status: ['pago'] } });
		const { idPedido } = at.hub.createOrder({ status: 'pago' });
		const emitted: number[] = [];
		for (const status of ['pago', 'cancelado', 'pago']) {
			at.hub.updateOrder(idPedido, { status });
			emitted.push(...idsOf(await poll(workflow)));
			await queueOf();
		}
		expect(emitted).toEqual([idPedido, idPedido]);
	});

	test('with another route for acknowledging, few answers are 404 and a poll says why', async () => {
		const warn = vi.spyOn(engineLogger(), 'warn');
		onTestFinished(() => warn.mockRestore());
		const ids = create(40);
		at.hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 404, times: 10_000 });
		expect(idsOf(await poll(trigger()))).toEqual(ids);
		await queueOf(...ids);
		expect(at.hub.count({ endpoint: 'acknowledge' })).toBeLessThanOrEqual(10);
		expect(warn.mock.calls.map(([message]) => message)).toEqual([
			expect.stringMatching(/stays in the hub's queue.*404.*Customize Routes/),
		]);
	});

	test('statuses that no order can have are refused: no order is acknowledged for them', async () => {
		const ids = create(2);
		const filters = { status: '={{ [{ value: "pago" }] }}' };
		await expect(poll(trigger({ filters }))).rejects.toThrow('`');
		await queueOf(...ids);
		expect(at.hub.log).toEqual([]);
	});

	test.each(['enviado|Pago', 'PAGO', 'pago; enviado', 'enviado\npago', 'DEVOLVIDO, pago'])(
		'statuses typed as %j bring the order that has one of them',
		async (otherStatus) => {
			const { idPedido } = at.hub.createOrder({ status: 'pago' });
			expect(idsOf(await poll(trigger({ filters: { otherStatus } })))).toEqual([idPedido]);
		},
	);

	test("a status of the hub's own is compared without case", async () => {
		const { idPedido } = at.hub.createOrder({ status: 'Em-Separacao' });
		const filters = { otherStatus: 'em-separacao' };
		expect(idsOf(await poll(trigger({ filters })))).toEqual([idPedido]);
	});

	test('an order that the queue shows twice is emitted and acknowledged once', async () => {
		const order = at.hub.createOrder();
		const body = { pedidos: [order, order], info: { total: 2 } };
		answer(at.hub, 'queueList', body, 200, 2);
		expect(idsOf(await poll(trigger()))).toEqual([order.idPedido]);
		await queueOf();
		expect(at.hub.count({ endpoint: 'acknowledge' })).toBe(1);
	});

	test('an order with a status that the hub does not take stays, unless there is a Fallback Status', async () => {
		const { idPedido } = at.hub.createOrder({ status: 'devolvido' });
		expect(idsOf(await poll(trigger()))).toEqual([idPedido]);
		await queueOf(idPedido);
		expect(at.hub.state.acknowledgements).toEqual([]);
		await poll(trigger({ settings: { fallbackStatus: 'cancelado' } }));
		await queueOf();
		expect(at.hub.state.acknowledgements).toMatchObject([{ status: 'cancelado' }]);
	});

	test.each([
		['Acknowledgement (`acknowledgement`)', { acknowledgement: 'After Emitting' }],
		['Fallback Status (`fallbackStatus`)', { settings: { fallbackStatus: 'Novo' } }],
	])('%s that the list does not offer is refused, and no order is emitted', async (name, given) => {
		create(1);
		await expect(poll(trigger(given))).rejects.toThrow(`${name} must be one of the list, got`);
	});

	test('failed acknowledgements are repeated by the next poll, without emitting again', async () => {
		const workflow = trigger();
		const ids = create(120);
		at.hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 400, times: 100 });
		expect(idsOf(await poll(workflow))).toEqual(ids.slice(0, 100));
		expect(at.hub.state.queue.size).toBe(120);
		expect(idsOf(await poll(workflow))).toEqual(ids.slice(100));
		await queueOf();
	});

	test('a poll ends even if acknowledged orders stay in the queue', async () => {
		const ids = create(150);
		at.hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 204, times: 10_000 });
		expect(idsOf(await poll(trigger()))).toEqual(ids.slice(0, 100));
		expect(at.hub.count({ endpoint: 'queueList' })).toBeLessThanOrEqual(3);
	});

	test.each([
		['500', { kind: 'status', status: 500, times: 5 }],
		['reset', { kind: 'resetBefore', times: 5 }],
		['truncated', { kind: 'truncate', times: 5 }],
		['unauthorized', { kind: 'status', status: 401, times: 30 }],
	] as const)('a failed poll (%s) loses no order and emits none twice', async (name, fault) => {
		const workflow = trigger();
		const ids = create(150);
		at.hub.faults.add({ endpoint: 'queueList', after: 1, ...fault });
		await expect(poll(workflow)).rejects.toThrow(/The hub/);
		at.hub.faults.clear();
		// a refused account is left alone for a minute
		if (name === 'unauthorized') passTime(timing.minute * 1.1);
		const later = idsOf(await poll(workflow));
		expect(later).toEqual(ids.slice(100));
		await queueOf();
	});
});

describe('Fetch Test Event', () => {
	test('shows five orders, acknowledges none and remembers none', async () => {
		const ids = create(8);
		const workflow = trigger();
		for (let i = 0; i < 2; i++)
			expect(idsOf(await poll(workflow, 'never', 'manual'))).toEqual(ids.slice(0, 5));
		expect(at.hub.state.queue.size).toBe(8);
		expect(workflow.staticData).toEqual({});
		expect(idsOf(await poll(workflow))).toEqual(ids);
	});

	test('reports an empty queue, and a credential that is refused', async () => {
		await expect(poll(trigger(), 'never', 'manual')).rejects.toThrow(
			'No order is waiting in the queue',
		);
		const wrong = await startN8n(at.hub, { apiKey: 'wrong' });
		await expect(
			pollOnce(wrong, triggerWorkflow(wrong, 'marketplaceHubQueueTrigger'), 'never', 'manual'),
		).rejects.toThrow('did not accept the credential');
	});
});
