import type { IDataObject, Workflow } from 'n8n-workflow';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stopwatch } from '../../support/stopwatch.mts';
import { call, notificationOf } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';

const { at, trigger, create, queueOf } = setupTrigger('marketplaceHubTrigger', {
	timing: { queuePause: 50, minute: 60_000 },
	latency: 5,
});

const about = (ids: readonly number[], changes: IDataObject = {}) =>
	ids.map((idPedido) => notificationOf(at.hub, idPedido, changes));
const notifyAll = async (workflow: Workflow, entries: readonly unknown[], request = {}) =>
	await call(at.n8n, workflow, [...entries], request);
const acknowledged = () => at.hub.state.acknowledgements.map(({ idPedido }) => idPedido).sort();
const ordersOf = (items: IDataObject[] = []) => items.map(({ idPedido }) => Number(idPedido));
const automatic = { urlConfirmacaoLeitura: 'confirmacao-automatica' };
const unknownOrders = (count: number) =>
	Array.from({ length: count }, (_, index) => 800_000_000 + index);

describe('a list of notifications in one call', () => {
	test('of 40 is answered once about the first order, and starts one execution with all, each acknowledged once', async () => {
		const ids = create(40, 'pago');
		const warnings: Error[] = [];
		const note = (warning: Error) => void warnings.push(warning);
		process.on('warning', note);
		onTestFinished(() => void process.off('warning', note));
		const passed = stopwatch();
		const { reply, items } = await notifyAll(trigger(), about(ids));
		expect(passed()).toBeLessThan(5_000);
		expect(warnings).toEqual([]);
		expect(reply).toEqual({ idInterno: ids[0], status: 'pago' });
		expect(ordersOf(items)).toEqual(ids);
		expect(items).toMatchObject(ids.map(() => ({ itens: expect.any(Array) as unknown })));
		await queueOf();
		expect(acknowledged()).toEqual([...ids].sort());
	});

	test('of 150 has its first 100 read, and gives the others as notifications with the reason', async () => {
		const ids = create(150);
		const { items = [] } = await notifyAll(trigger(), about(ids, { data: 'x' }));
		expect(items).toHaveLength(150);
		expect(ordersOf(items.slice(0, 100))).toEqual(ids.slice(0, 100));
		expect(items.slice(100)).toEqual(
			about(ids.slice(100), { data: 'x' }).map((notification) => ({
				notification,
				reason: 'Only the first 100 entries of a call are read',
			})),
		);
		await queueOf(...ids.slice(100));
		expect(at.hub.count({ endpoint: 'orderGet' })).toBeLessThanOrEqual(100);
	});

	test('with a forged half costs no more answers 404 than single calls do, and its orders come', async () => {
		const ids = create(50);
		const mixed = ids.flatMap((id, index) => [unknownOrders(50)[index] ?? 0, id]);
		const workflow = trigger();
		const { reply, items } = await notifyAll(workflow, about(mixed));
		expect(reply).toEqual({ idInterno: ids[0], status: 'novo' });
		expect(ordersOf(items)).toEqual(mixed);
		expect(items?.filter(({ reason }) => reason === undefined)).toHaveLength(50);
		await queueOf();
		await notifyAll(workflow, about(unknownOrders(100).slice(50)));
		expect(at.hub.log.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(30);
	});

	test('is answered within the limit of one call, and what was not read by then comes with the reason', async () => {
		const ids = create(12);
		const workflow = trigger({ settings: { readTimeLimit: 1 } });
		// the first turns pass, those of the other orders do not
		at.hub.faults.add({ endpoint: 'orderGet', kind: 'slow', delay: 10_000, times: 99, after: 7 });
		const passed = stopwatch();
		const { reply, items = [] } = await notifyAll(workflow, about(ids));
		expect(passed()).toBeLessThan(2_000);
		expect(reply).toEqual({ idInterno: ids[0], status: 'novo' });
		expect(ordersOf(items)).toEqual(ids);
		const unread = items.filter(({ reason }) => reason !== undefined);
		expect(unread).toHaveLength(5);
		for (const { reason } of unread) expect(reason).toMatch('1 seconds');
		await queueOf(...ordersOf(unread));
	});

	test('is answered about the first order that was read, else as a single call about the first entry', async () => {
		const [idPedido = 0] = create(1, 'enviado');
		const [strange = 0] = unknownOrders(1);
		const read = await notifyAll(trigger(), [17, ...about([strange, idPedido])]);
		expect(read.text).toBe(`{"idInterno":${idPedido},"status":"enviado"}`);
		const unread = await notifyAll(trigger(), [{ id: 12, dominio: 'x' }, ...about([strange])]);
		expect(unread.text).toBe('{"idInterno":12,"status":"novo"}');
	});

	test('with an order that n8n cannot work on gives all others, and says why that one does not come', async () => {
		const ids = create(10);
		const nested = '['.repeat(5_000) + ']'.repeat(5_000);
		const body = `{"idPedido":${ids[0]},"status":"novo","itens":${nested}}`;
		at.hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 200, body });
		const { reply, items } = await notifyAll(trigger(), about(ids));
		expect(reply).toEqual({ idInterno: ids[1], status: 'novo' });
		expect(ordersOf(items)).toEqual(ids);
		expect(items?.map(({ reason }) => reason)).toEqual([
			expect.stringContaining('documented form'),
			...Array<undefined>(9).fill(undefined),
		]);
		await queueOf(ids[0]!);
	});

	test('gives entries that are no notifications as one item, which says how many', async () => {
		const [idPedido = 0] = create(1);
		const entries = [null, 17, ...about([idPedido]), 'x', [{ id: 1 }], {}, { dominio: 'pedido' }];
		const { items } = await notifyAll(trigger(), entries);
		expect(items).toEqual([
			expect.objectContaining({ idPedido }),
			{ notification: { dominio: 'pedido' }, reason: expect.stringContaining('urlLeitura') },
			{
				notification: { body: '[null,17,"x",[{"id":1}],{}]' },
				reason: expect.stringContaining('5 of the 7 entries'),
			},
		]);
	});

	test('of thousands starts one execution with 500 items and one more, which says what may be missing', async () => {
		const entries = Array.from({ length: 4_000 }, (_, index) => ({ id: index }));
		const { status, items = [] } = await notifyAll(trigger(), entries);
		expect(status).toBe(200);
		expect(items).toHaveLength(501);
		expect(items[499]).toEqual({ notification: { id: 499 }, reason: expect.any(String) });
		expect(items[500]).toEqual({
			notification: { body: expect.stringContaining('[{"id":500},{"id":501},') },
			reason: expect.stringMatching(
				/3500 of the 4000 entries.*orders may be missing.*Order: Reconcile/,
			),
		});
	});

	test('of as many complete notifications as fit into a call gives an item for each', async () => {
		const complete = { dominio: 'pedido', urlConfirmacaoLeitura: 'confirmacao-automatica' };
		const entries = unknownOrders(430).map((_, id) => ({
			...{ id, ...complete, urlLeitura: 'https://a.bc/v1/orders/1', data: '2026-01-01 00:00:00' },
		}));
		expect(Buffer.byteLength(JSON.stringify(entries))).toBeGreaterThan(63_000);
		expect((await notifyAll(trigger(), entries)).items).toHaveLength(430);
	});

	test.each(['[]', '[1,2,3]', '[[]]', '[null]', `[${'['.repeat(20_000)}${']'.repeat(20_000)}]`])(
		'that holds no notification (%.12s) is answered with 200 and starts the workflow with one item',
		async (body) => {
			const { status, reply, items } = await call(at.n8n, trigger(), body);
			expect(status).toBe(200);
			expect(reply).toEqual({ idInterno: 1, status: 'novo' });
			expect(items).toEqual([{ notification: expect.any(Object), reason: expect.any(String) }]);
		},
	);

	test('of more than 64 kB is one item, which says that orders may be missing and what finds them', async () => {
		const ids = create(2);
		const { status, items } = await notifyAll(trigger(), about(ids, { extra: 'x'.repeat(40_000) }));
		expect(status).toBe(200);
		expect(items).toEqual([
			{
				notification: { body: expect.any(String) },
				reason: expect.stringMatching(/orders may be missing.*Order: Reconcile/),
			},
		]);
		await queueOf(...ids);
	});

	test.each([
		['novo', 10],
		['novo', 0],
	])(
		'gives an order once that several entries name, acknowledged if one asks for it (%s, duplicates %i)',
		async (status, duplicateWindow) => {
			const [twice = 0, byHub = 0] = create(2, status);
			const entries = [
				...about([twice, byHub], automatic),
				...about([twice]),
				...about([byHub], automatic),
			];
			const { items } = await notifyAll(trigger({ settings: { duplicateWindow } }), entries);
			expect(ordersOf(items)).toEqual([twice, byHub]);
			await queueOf(byHub);
			expect(acknowledged()).toEqual([twice]);
		},
	);

	test('gives each entry as its own notification, never the whole call', async () => {
		const ids = create(3);
		const { items } = await notifyAll(trigger({ orderDetails: 'notification' }), about(ids));
		expect(items).toEqual(
			ids.map((idPedido) => ({
				idPedido,
				status: 'novo',
				notification: notificationOf(at.hub, idPedido),
			})),
		);
	});

	test('whose orders all have an unwanted status starts nothing, and they leave the queue', async () => {
		const ids = create(3);
		const workflow = trigger({ filters: { status: ['pago'] } });
		expect(await notifyAll(workflow, about(ids))).toMatchObject({
			reply: { idInterno: ids[0], status: 'novo' },
			items: undefined,
		});
		await queueOf();
	});

	test('of a caller whose right to call is unclear is answered, and nothing of it is read', async () => {
		const workflow = trigger({ settings: { allowedIps: '={{ "" }}' } });
		const { status, items } = await notifyAll(workflow, about(create(3)));
		expect(status).toBe(200);
		expect(items).toHaveLength(3);
		expect(at.hub.log).toEqual([]);
	});
});
