import { describe, expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { setupEach } from '../../support/setup.mts';
import { byId, op } from '../../support/items.mts';
import { afterRead } from '../../support/orderHistory.mts';

/** Lists that change while they are read: records come once, and those that stay all come. */
const at = setupEach({ seed: { orders: 250 } });

const ids = (hub: Hub) => hub.state.ordersByIssueDate().map(({ idPedido }) => idPedido);

function add(hub: Hub, where: 'first' | 'last'): number {
	const { state } = hub;
	const orders = [...state.orders.values()];
	const pattern = where === 'first' ? orders[0]! : orders[orders.length - 1]!;
	const idPedido = state.next('order', 100001);
	state.addOrder({
		...pattern,
		idPedido,
		dataEmissao: where === 'first' ? '2001-01-01 00:00:00' : '2099-01-01 00:00:00',
	});
	return idPedido;
}

const readAll = async () => {
	const { json } = await at.n8n.done(op('order getMany', { returnAll: true, sort: 'oldestFirst' }));
	const read = json().map(({ idPedido }) => idPedido);
	expect(new Set(read).size, 'records come once').toBe(read.length);
	return read;
};

describe.each([1, 2])('a list that changes after page %i', (page) => {
	test.each([false, true])(
		'shows records added at the end (withoutNext: %s)',
		async (withoutNext) => {
			const { hub } = at;
			hub.quirks.withoutNext = withoutNext;
			const before = ids(hub);
			afterRead(hub, page, () => {
				for (let i = 0; i < 60; i++) add(hub, 'last');
			});
			const read = await readAll();
			expect(read).toEqual(ids(hub));
			expect(read.slice(0, 250)).toEqual(before);
		},
	);

	test('shows no record twice if records are added at the start', async () => {
		const { hub } = at;
		const before = ids(hub);
		afterRead(hub, page, () => {
			for (let i = 0; i < 3; i++) add(hub, 'first');
		});
		const read = await readAll();
		expect(read.filter((id) => before.includes(Number(id)))).toEqual(before);
	});

	test('loses no record if others are removed', async () => {
		const { hub } = at;
		const gone = ids(hub).slice(0, 7);
		afterRead(hub, page, () => gone.forEach((id) => hub.state.orders.delete(id)));
		const read = await readAll();
		expect(read.filter((id) => !gone.includes(Number(id)))).toEqual(ids(hub));
	});
});

test('a list loses no other record if a whole page is removed', async () => {
	const { hub } = at;
	const gone = ids(hub).slice(0, 120);
	afterRead(hub, 1, () => gone.forEach((id) => hub.state.orders.delete(id)));
	const read = await readAll();
	expect(read.filter((id) => !gone.includes(Number(id)))).toEqual(ids(hub));
});

test('a list that shrinks at every read comes to an end', async () => {
	const { hub } = at;
	const { state } = hub;
	const list = state.ordersByIssueDate.bind(state);
	state.ordersByIssueDate = () => {
		const answer = [...list()];
		state.orders.delete(answer[0]!.idPedido);
		return answer;
	};
	await readAll();
	expect(hub.count({ endpoint: 'orderList' })).toBeLessThanOrEqual(12);
});

test('equal records of one page all come out', async () => {
	const { hub } = at;
	const [idPedido] = hub.state.orders.keys();
	const conteudo = Buffer.from('^XA^XZ').toString('base64');
	const label = { conteudo, tipo: 'zpl', canal: 'Mercado Azul', idPedidoCanal: 1 };
	hub.state.labels.set(
		idPedido!,
		Array.from({ length: 30 }, () => label),
	);
	const get = op('shipmentLabel get', { returnAll: true, idPedido: byId(idPedido!) });
	expect((await at.n8n.run(get)).json()).toHaveLength(30);
});
