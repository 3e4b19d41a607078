import { describe, expect, test } from 'vitest';
import { waitFor } from '../../server/wait.mts';
import { passTime } from '../../support/passTime.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';
import { answerTogether, hold } from '../../support/underWay.mts';

const { at, trigger, create, notify, queueOf } = setupTrigger('marketplaceHubTrigger', {
	timing: { minute: 300 },
	latency: 5,
});

describe('duplicates', () => {
	test('start the workflow once and are all answered', async () => {
		const workflow = trigger();
		const { idPedido } = at.hub.createOrder();
		const outcomes = await Promise.all(
			Array.from({ length: 5 }, async () => await notify(workflow, idPedido)),
		);
		expect(outcomes.filter(({ items }) => items)).toHaveLength(1);
		expect(outcomes.map(({ reply }) => reply)).toEqual(
			Array(5).fill({ idInterno: idPedido, status: 'novo' }),
		);
		await queueOf();
	});

	test('are recognized by their number without leading zeros', async () => {
		const workflow = trigger();
		const { idPedido } = at.hub.createOrder();
		const outcomes = [];
		for (const id of [idPedido, `0${idPedido}`, `000${idPedido}`])
			outcomes.push(await notify(workflow, id));
		expect(outcomes.filter(({ items }) => items)).toHaveLength(1);
	});

	test('are acknowledged only after the first has begun its execution', async () => {
		const workflow = trigger();
		const [waiting = 0, begun = 0] = create(2);
		await notify(workflow, waiting, { begins: false });
		await notify(workflow, begun);
		await queueOf(waiting);
		at.hub.state.queue.set(begun, at.hub.clock.now());
		for (const id of [waiting, begun]) expect((await notify(workflow, id)).items).toBeUndefined();
		await queueOf(waiting);
	});

	test('are recognized by content: each change comes, also one back to an earlier content', async () => {
		const workflow = trigger();
		const { idPedido } = at.hub.createOrder();
		const seen: unknown[] = [];
		for (const status of ['novo', 'novo', 'pago', 'pago', 'novo']) {
			at.hub.updateOrder(idPedido, { status });
			const changes = { id: 7_000_000 + seen.length };
			const { items } = await notify(workflow, idPedido, { changes });
			seen.push(items?.[0]?.status);
		}
		expect(seen).toEqual(['novo', undefined, 'pago', undefined, 'novo']);
	});

	test('go through when dropping is off, for other workflows, and after the window', async () => {
		const { idPedido } = at.hub.createOrder();
		const off = trigger({ settings: { duplicateWindow: 0 } });
		const other = trigger();
		for (const workflow of [off, off, other])
			expect((await notify(workflow, idPedido)).items).toHaveLength(1);
		expect((await notify(other, idPedido)).items).toBeUndefined();
		passTime(11 * 60_000);
		expect((await notify(other, idPedido)).items).toHaveLength(1);
	});

	test.each(['1440', '1.440', '1,440', '1.440,0'])(
		'are dropped for the minutes that a person writes in any of the usual ways (%s)',
		async (duplicateWindow) => {
			const { idPedido } = at.hub.createOrder();
			const workflow = trigger({ settings: { duplicateWindow } });
			expect((await notify(workflow, idPedido)).items).toHaveLength(1);
			passTime(1_439 * 60_000);
			expect((await notify(workflow, idPedido)).items).toBeUndefined();
			passTime(2 * 60_000);
			expect((await notify(workflow, idPedido)).items).toHaveLength(1);
		},
	);
});

describe('a flood', () => {
	test('is read five orders at a time', async () => {
		const workflow = trigger({ settings: { duplicateWindow: 0 } });
		await notify(workflow, at.hub.createOrder().idPedido); // a token is there
		at.hub.clearLog();
		const { arrived, most } = answerTogether(at.hub, 'orderGet', 5);
		const outcomes = Promise.all(create(40).map(async (id) => await notify(workflow, id)));
		await arrived;
		for (const { items } of await outcomes)
			expect(items).toEqual([expect.objectContaining({ itens: expect.any(Array) })]);
		expect(most()).toBe(5);
		await queueOf();
	});

	test('does not share a read under way, because the order may have changed', async () => {
		const workflow = trigger();
		const { idPedido } = at.hub.createOrder();
		await notify(workflow, at.hub.createOrder().idPedido); // a token is there
		const { arrived, release } = hold(at.hub, 'orderGet');
		const first = notify(workflow, idPedido);
		await arrived();
		at.hub.updateOrder(idPedido, { status: 'pago' });
		const second = await notify(workflow, idPedido);
		release();
		expect(second.items).toMatchObject([{ status: 'pago' }]);
		expect((await first).items).toMatchObject([{ status: 'novo' }]);
	});
});

describe('an acknowledgement that waits for its turn is not sent', () => {
	test.each<[string, (idPedido: number) => void, boolean]>([
		['when newer content has come, of which n8n runs nothing yet', () => {}, false],
		[
			'when a later call could not be read',
			() => at.hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 400, times: 5 }),
			true,
		],
	])('%s', async (_when, before, begins) => {
		const workflow = trigger();
		const others = create(3);
		const [idPedido = 0] = create(1);
		const holds = others.map(() => hold(at.hub, 'acknowledge'));
		for (const other of others) await notify(workflow, other);
		await waitFor(() => at.hub.count({ endpoint: 'acknowledge' }) === 3, { what: 'three turns' });
		await notify(workflow, idPedido);
		at.hub.updateOrder(idPedido, { status: 'cancelado' });
		before(idPedido);
		await notify(workflow, idPedido, { begins });
		at.hub.faults.clear();
		// whose turn comes after it
		const [last = 0] = create(1);
		await notify(workflow, last);
		holds.forEach(({ release }) => release());
		await waitFor(() => !at.hub.state.queue.has(last), { what: 'the last one' });
		await queueOf(idPedido);
		expect(at.hub.count({ endpoint: 'acknowledge' })).toBe(4);
		await notify(workflow, idPedido);
		if (begins) await queueOf();
	});
});
