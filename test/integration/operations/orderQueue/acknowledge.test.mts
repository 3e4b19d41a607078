import { expect } from 'vitest';
import { byId, go, op, shown } from '../../../support/items.mts';
import { passTime } from '../../../support/passTime.mts';
import { setup, test, type Setup } from '../../../support/setup.mts';

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

/** As a workflow does for whatever a call of its webhook names. */
async function acknowledgeAll(n8n: Setup['n8n'], ids: number[]) {
	const each = op('orderQueue acknowledge', {
		idPedido: byId('={{ $json.id }}'),
		...{ idInterno: '7', status: 'pago' },
	});
	const items = ids.map((id) => ({ id }));
	return (await n8n.run(each, items, go)).json();
}
const answered = (hub: Setup['hub'], wanted: number) =>
	hub.log.filter(({ status }) => status === wanted).length;
const gone = (minute: number) =>
	Array.from({ length: 35 }, (_, index) => 800_000 + minute * 100 + index);

test.each([404, 400])(
	'orders that do not wait cost 30 answers %s in a minute and 300 in a day, and one that waits leaves the queue all the same',
	async (status) => {
		const { hub, n8n } = await setup({ timing: { minute: 60_000 } });
		hub.faults.add({
			...{ endpoint: 'acknowledge', path: /\/80\d{4}$/ },
			...{ kind: 'status', status, times: 1_000 },
		});
		for (let minute = 0; minute < 11; minute++) {
			const told = await acknowledgeAll(n8n, gone(minute));
			for (const { error } of told) expect(error).toMatch(/was not waiting in the queue|\(400/);
			expect(answered(hub, status)).toBe(Math.min(300, 30 * (minute + 1)));
			passTime(61_000);
		}
		const { idPedido } = hub.createOrder({});
		expect(await acknowledgeAll(n8n, [idPedido])).toMatchObject([{ acknowledged: true }]);
		// where more wait than the queue shows, any of them may
		for (let count = 0; count < 101; count++) hub.createOrder({});
		const [last] = [...hub.state.queue.keys()].slice(-1);
		expect(await acknowledgeAll(n8n, [last ?? 0])).toMatchObject([{ acknowledged: true }]);
		expect(answered(hub, status)).toBe(300);
	},
);

test('a queue that does not say how many wait is whole where it shows fewer than were asked for', async () => {
	const { hub, n8n } = await setup({ timing: { minute: 60_000 } });
	const body = { pedidos: [], info: { filtros: [], limit: 100, exibindo: 0 } };
	hub.faults.add({ endpoint: 'queueList', kind: 'status', status: 200, body, times: 1_000 });
	await acknowledgeAll(n8n, gone(0));
	expect(answered(hub, 404)).toBe(30);
});
