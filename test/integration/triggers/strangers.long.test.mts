import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { engineLogger } from '../../engine/engine.mts';
import { timing } from '../../support/clock.mts';
import { passTime } from '../../support/passTime.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';
import { waitFor } from '../../server/wait.mts';

const { at, trigger, create, notify, queueOf } = setupTrigger('marketplaceHubTrigger', {
	timing: { queuePause: 50, minute: 60_000 },
	latency: 5,
});

const notFound = () => at.hub.log.filter(({ status }) => status === 404).length;
const acknowledged = () => at.hub.count({ endpoint: 'acknowledge' });
const automatic = { changes: { urlConfirmacaoLeitura: 'confirmacao-automatica' } };
const unknownOrders = Array.from({ length: 200 }, (_, index) => 800_000_000 + index);

/* What a stranger who knows the address can do without a secret (reference: Limits, Events). */

describe('200 calls about orders that do not exist', () => {
	test('cost the hub 30 answers with 404, and each starts the workflow with the reason, unacknowledged', async () => {
		const workflow = trigger();
		const outcomes = await Promise.all(unknownOrders.map(async (id) => await notify(workflow, id)));
		expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
		for (const { items } of outcomes)
			expect(items).toEqual([
				expect.objectContaining({
					reason: expect.stringContaining('404'),
					idPedido: expect.anything(),
				}),
			]);
		expect(notFound()).toBeLessThanOrEqual(30);
		expect(acknowledged()).toBe(0);
	});

	test('do not keep real orders from coming in full and leaving the queue', async () => {
		const workflow = trigger();
		await Promise.all(unknownOrders.slice(0, 60).map(async (id) => await notify(workflow, id)));
		const read = at.hub.count({ endpoint: 'orderGet' });
		const ids = create(40);
		const outcomes = await Promise.all(ids.map(async (id) => await notify(workflow, id)));
		expect(outcomes.flatMap(({ items = [] }) => items.map(({ idPedido }) => idPedido))).toEqual(
			ids,
		);
		expect(
			outcomes.flatMap(({ items = [] }) => items.flatMap(({ reason }) => reason ?? [])),
		).toEqual([]);
		expect(at.hub.count({ endpoint: 'orderGet' })).toBe(read);
		await queueOf();
		expect(notFound()).toBeLessThanOrEqual(30);
	});

	test('stop mattering after a minute: each order is read by itself again', async () => {
		const workflow = trigger();
		await Promise.all(unknownOrders.slice(0, 60).map(async (id) => await notify(workflow, id)));
		passTime(61_000);
		const read = at.hub.count({ endpoint: 'orderGet' });
		await notify(workflow, create(1)[0] ?? 0);
		expect(at.hub.count({ endpoint: 'orderGet' })).toBe(read + 1);
	});
});

describe('calls about orders that do not exist, hour after hour', () => {
	test('cost the hub 300 answers with 404 in a day; then a real order comes by the queue, or unread if it waits in none', async () => {
		const workflow = trigger();
		for (let minute = 0; minute < 12; minute++) {
			const ids = unknownOrders.slice(0, 40).map((id) => id + minute * 1_000);
			await Promise.all(ids.map(async (id) => await notify(workflow, id)));
			passTime(61_000);
		}
		expect(notFound()).toBe(300);
		const read = at.hub.count({ endpoint: 'orderGet' });
		const [waiting = 0, gone = 0] = create(2);
		expect((await notify(workflow, waiting)).items).toMatchObject([{ idPedido: waiting }]);
		await queueOf(gone);
		at.hub.state.queue.delete(gone);
		expect((await notify(workflow, gone, automatic)).items).toEqual([
			{
				notification: expect.any(Object),
				idPedido: String(gone),
				reason: expect.stringMatching(/404.*Webhook Secret/),
			},
		]);
		expect(at.hub.count({ endpoint: 'orderGet' })).toBe(read);
		passTime(24 * 60 * 60_000);
		expect((await notify(workflow, gone, automatic)).items).toMatchObject([{ idPedido: gone }]);
		expect(notFound()).toBe(300);
	});
});

/** Makes the hub answer so to whoever asks for an order by an ID that it does not have. */
const answersTo = (status: number, times = 1_000) =>
	at.hub.faults.add({
		endpoint: 'orderGet',
		path: /\/8\d{17}$/,
		kind: 'status',
		status,
		times,
	});
const answered = (status: number) => at.hub.log.filter((entry) => entry.status === status).length;
const longIds = (count: number, minute = 0) =>
	Array.from(
		{ length: count },
		(_, index) => `8${String(minute * 1_000 + index).padStart(17, '0')}`,
	);

describe('calls about numbers that the hub does not take for an ID', () => {
	const callAbout = async (ids: string[]) => {
		const workflow = trigger({ settings: { readTimeLimit: 20 } });
		return await Promise.all(ids.map(async (id) => await notify(workflow, id)));
	};

	test('cost the hub 30 answers with 400 in a minute and 300 in a day', async () => {
		answersTo(400);
		for (let minute = 0; minute < 12; minute++) {
			const outcomes = await callAbout(longIds(40, minute));
			expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
			expect(answered(400)).toBeLessThanOrEqual(30 * (minute + 1));
			passTime(61_000);
		}
		expect(answered(400)).toBe(300);
	});

	test('are not asked again for a minute by a number that was refused', async () => {
		answersTo(400);
		const [id = ''] = longIds(1);
		for (let call = 0; call < 5; call++) await callAbout([id]);
		expect(answered(400)).toBe(1);
		passTime(61_000);
		await callAbout([id]);
		expect(answered(400)).toBe(2);
	});

	const asked = (status: number) =>
		new Set(at.hub.log.flatMap((entry) => (entry.status === status ? entry.path : []))).size;

	test.each([500, 403])(
		'cause 30 reads in a minute that end with %s; a real order comes by the queue meanwhile, and the rest of the day is as ever',
		async (status) => {
			timing.backoff = 1;
			const workflow = trigger();
			answersTo(status, 10_000);
			for (let minute = 0; minute < 12; minute++) {
				await callAbout(longIds(40, minute));
				expect(asked(status)).toBe(30 * (minute + 1));
				if (minute < 11) passTime(61_000);
			}
			const [waiting = 0, gone = 0] = create(2);
			expect((await notify(workflow, waiting)).items).toMatchObject([{ idPedido: waiting }]);
			await queueOf(gone);
			at.hub.state.queue.delete(gone);
			passTime(61_000);
			expect((await notify(workflow, gone, automatic)).items).toMatchObject([{ idPedido: gone }]);
		},
	);

	test('count as well where the time to read ends before the hub has answered 500 for the last time', async () => {
		timing.backoff = 60_000;
		answersTo(500);
		const workflow = trigger({ settings: { readTimeLimit: 1 } });
		for (let group = 0; group < 8; group++)
			await Promise.all(longIds(5, group).map(async (id) => await notify(workflow, id)));
		expect(asked(500)).toBe(30);
	});
});

test('reads that their time limit ended before the hub answered count as failures', async () => {
	at.hub.faults.add({
		endpoint: 'orderGet',
		kind: 'status',
		status: 404,
		delay: 1_500,
		times: 1_000,
	});
	const workflow = trigger({ settings: { readTimeLimit: 1 } });
	for (let group = 0; group < 8; group++)
		await Promise.all(longIds(5, group).map(async (id) => await notify(workflow, id)));
	expect(at.hub.count({ endpoint: 'orderGet' })).toBeLessThanOrEqual(30);
});

test('replays of an order whose acknowledgement the hub refuses cause one refusal in a minute', async () => {
	at.hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 405, times: 1_000 });
	const workflow = trigger();
	const [idPedido = 0, sentinel = 0] = create(2);
	for (let call = 0; call < 10; call++) await notify(workflow, idPedido);
	await notify(workflow, sentinel);
	await waitFor(() => answered(405) >= 2, { what: 'the second refusal' });
	expect(answered(405)).toBe(2);
	passTime(61_000);
	await notify(workflow, idPedido);
	await waitFor(() => answered(405) >= 3, { what: 'a refusal of the next minute' });
});

test('calls about orders that do not wait cost 30 answers in a minute, also of a hub that refuses their acknowledgement', async () => {
	const workflow = trigger();
	const ids = create(40);
	for (const id of ids) at.hub.state.queue.delete(id);
	const path = new RegExp(`/(${ids.join('|')})$`);
	at.hub.faults.add({ endpoint: 'acknowledge', path, kind: 'status', status: 400, times: 1_000 });
	await Promise.all(ids.map(async (id) => await notify(workflow, id)));
	await waitFor(() => answered(400) >= 30, { what: '30 refusals' });
	await notify(workflow, create(1)[0] ?? 0);
	await queueOf();
	expect(answered(400)).toBe(30);
});

test.each([404, 405])(
	'a hub that answers every acknowledgement with %s keeps no order from being read',
	async (status) => {
		at.hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status, times: 1_000 });
		const workflow = trigger();
		const ids = create(40);
		await Promise.all(ids.map(async (id) => await notify(workflow, id)));
		await waitFor(() => answered(status) === 40, { what: '40 refusals' });
		await notify(workflow, create(1)[0] ?? 0);
		expect(at.hub.count({ endpoint: 'orderGet' })).toBe(41);
	},
);

test('beyond the bound, replays of an order whose acknowledgement was refused cost no look at the queue', async () => {
	const log = vi.spyOn(engineLogger(), 'warn');
	onTestFinished(() => log.mockRestore());
	const stays = () => log.mock.calls.filter(([message]) => message.includes('405')).length;
	at.hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 405, times: 1_000 });
	const workflow = trigger();
	const [idPedido = 0, ...others] = create(31);
	await Promise.all(others.map(async (id) => await notify(workflow, id)));
	await waitFor(() => stays() === 30, { what: '30 refusals' });
	await notify(workflow, idPedido);
	await waitFor(() => stays() === 31, { what: 'the refusal' });
	const looks = at.hub.count({ endpoint: 'queueList' });
	await notify(workflow, idPedido);
	await waitFor(() => stays() === 32, { what: 'the log' });
	expect(at.hub.count({ endpoint: 'queueList' })).toBe(looks);
});

describe('two triggers on one account', () => {
	test('both start for an order, which leaves the queue without a 404', async () => {
		const [one, other] = [trigger(), trigger()];
		const [idPedido = 0] = create(1);
		for (const workflow of [one, other])
			expect((await notify(workflow, idPedido)).items).toMatchObject([
				{ idPedido, itens: expect.any(Array) },
			]);
		await queueOf();
		await notify(other, create(1)[0] ?? 0);
		await queueOf();
		expect(notFound()).toBe(0);
	});

	test('share the bound of failures', async () => {
		const [one, other] = [trigger(), trigger()];
		for (const [index, id] of unknownOrders.slice(0, 40).entries())
			await notify(index % 2 === 0 ? one : other, id);
		expect(notFound()).toBe(30);
	});
});

test('an order that was announced too early is found in the queue later', async () => {
	const workflow = trigger();
	const [first = 0] = create(1);
	expect((await notify(workflow, first + 1)).items).toMatchObject([
		{ idPedido: String(first + 1) },
	]);
	expect(notFound()).toBe(1);
	const [next = 0] = create(1);
	expect(next).toBe(first + 1);
	expect((await notify(workflow, next)).items).toMatchObject([
		{ idPedido: next, itens: expect.any(Array) },
	]);
});

describe('200 replays of one notification', () => {
	test('share the reads that are still to be sent if they come at once, and the order is acknowledged once', async () => {
		const workflow = trigger();
		const [idPedido = 0] = create(1);
		await notify(workflow, idPedido);
		await queueOf();
		const read = at.hub.count({ endpoint: 'orderGet' });
		await Promise.all(unknownOrders.map(async () => await notify(workflow, idPedido)));
		expect(at.hub.count({ endpoint: 'orderGet' }) - read).toBeLessThanOrEqual(10);
		await waitFor(() => at.hub.count({ endpoint: 'queueList' }) > 0, {
			what: 'a look at the queue',
		});
		await notify(workflow, create(1)[0] ?? 0);
		await queueOf();
		expect(acknowledged()).toBe(2);
		expect(notFound()).toBe(0);
	});

	test('cause no 404 if they come one after another, and an order that waits again leaves the queue', async () => {
		const workflow = trigger();
		const [idPedido = 0] = create(1);
		for (let call = 0; call < 40; call++) await notify(workflow, idPedido);
		await queueOf();
		at.hub.state.queue.set(idPedido, at.hub.clock.now());
		await notify(workflow, idPedido);
		await queueOf();
		expect(notFound()).toBe(0);
	});
});

test('replays of many orders share a look at the queue, and hold up no acknowledgement', async () => {
	timing.queuePause = 2_000;
	const workflow = trigger();
	const ids = create(30);
	const notifyAll = async () =>
		await Promise.all(ids.map(async (id) => await notify(workflow, id)));
	await notifyAll();
	await queueOf();
	const looks = at.hub.count({ endpoint: 'queueList' });
	await notifyAll();
	await notify(workflow, create(1)[0] ?? 0);
	await queueOf();
	expect(at.hub.count({ endpoint: 'queueList' }) - looks).toBeLessThanOrEqual(2);
	expect(notFound()).toBe(0);
});

test('replays of an order that does not wait cost one 404 in all', async () => {
	const workflow = trigger();
	const [idPedido = 0, sentinel = 0] = create(2);
	at.hub.state.queue.delete(idPedido);
	for (let call = 0; call < 10; call++) await notify(workflow, idPedido);
	await notify(workflow, sentinel);
	await queueOf();
	expect(notFound()).toBe(1);
});

describe('a call that claims automatic acknowledgement', () => {
	test('leaves an acknowledgement to the earlier execution that owes it', async () => {
		const workflow = trigger();
		const [idPedido = 0] = create(1);
		await notify(workflow, idPedido, { begins: false });
		at.hub.updateOrder(idPedido, { status: 'pago' });
		await notify(workflow, idPedido, automatic);
		await queueOf();
	});

	test.each([
		['and whose execution has begun: the real one is a duplicate, which acknowledges', true, 0],
		[
			'and whose execution is not seen to begin: the real one starts the workflow and acknowledges',
			false,
			1,
		],
	])('%s', async (_name, begins, items) => {
		const workflow = trigger();
		const [idPedido = 0] = create(1);
		expect((await notify(workflow, idPedido, { ...automatic, begins })).items).toHaveLength(1);
		expect(at.hub.state.queue.has(idPedido)).toBe(true);
		expect((await notify(workflow, idPedido)).items ?? []).toHaveLength(items);
		await queueOf();
		expect((await notify(workflow, idPedido)).items).toBeUndefined();
	});

	test('is never acknowledged, even with an unwanted status; with In the Workflow no call is', async () => {
		const unwanted = trigger({ filters: { status: ['pago'] } });
		const [left = 0, waiting = 0, sentinel = 0] = create(3);
		await notify(unwanted, left, automatic);
		const workflow = trigger({ acknowledgement: 'workflow' });
		for (const options of [automatic, {}, {}]) await notify(workflow, waiting, options);
		await notify(trigger(), sentinel);
		await queueOf(left, waiting);
	});
});

test('an order with an unwanted status between two equal contents comes twice', async () => {
	const [idPedido = 0] = create(1, 'pago');
	const workflow = trigger({ filters: { status: ['pago'] } });
	const seen: unknown[] = [];
	for (const status of ['pago', 'novo', 'pago']) {
		at.hub.updateOrder(idPedido, { status });
		seen.push((await notify(workflow, idPedido)).items?.length);
	}
	expect(seen).toEqual([1, undefined, 1]);
	await queueOf();
});
