import { expect, test } from 'vitest';
import { setupEach } from '../../support/setup.mts';
import { stock, stocks } from '../../support/batches.mts';
import { byId, go, op } from '../../support/items.mts';
import { addSkus } from '../../support/products.mts';
import { answerTogether } from '../../support/underWay.mts';

const at = setupEach({ seed: { channels: 1, products: 0, orders: 2_000 } });

/* At the same time, as the hub sees it. */

test.each([429, 500, 503])(
	'five pages are read at a time after one was answered %i, and ten again in the next run',
	async (status) => {
		const { hub, n8n } = at;
		hub.faults.add({ endpoint: 'orderList', kind: 'status', status, after: 1 });
		// the first page, and the ten of which one is answered so
		const halved = answerTogether(hub, 'orderList', 5, 11, 1);
		const list = op('order getMany', { returnAll: true });
		const [result] = await Promise.all([n8n.run(list), halved.arrived]);
		expect(result.items()).toHaveLength(2_000);
		expect(halved.most()).toBe(5);
		hub.faults.clear();
		hub.log.length = 0;
		const again = answerTogether(hub, 'orderList', 10, 1);
		await Promise.all([n8n.run(list), again.arrived]);
		expect(again.most()).toBe(10);
	},
);

test('two lists are read ten pages each at a time, and neither waits for the other', async () => {
	// their first pages are no part of it
	const { arrived, most } = answerTogether(at.hub, 'orderList', 20, 2);
	const list = op('order getMany', { returnAll: true });
	const [one, other] = await Promise.all([at.n8n.run(list), at.n8n.run(list), arrived]);
	expect(one.items()).toHaveLength(2_000);
	expect(other.items()).toHaveLength(2_000);
	expect(most()).toBe(20);
});

test.each([
	['order get', 'orderGet'],
	['shipmentLabel get', 'shipmentLabels'],
])('ten items are read at a time: %s', async (name, endpoint) => {
	const ids = [...at.hub.state.orders.values()]
		.filter(({ status }) => status === 'pago')
		.map(({ idPedido }) => ({ idPedido }));
	// a token that is not known to be accepted is tried by one request at a time
	await at.n8n.run(op('connection ping'));
	const { arrived, most } = answerTogether(at.hub, endpoint, 10);
	const parameters = op(name, { idPedido: byId('={{ $json.idPedido }}') });
	await Promise.all([at.n8n.done(parameters, ids.slice(0, 30)), arrived]);
	expect(most()).toBe(10);
});

test('ten batches are waited for at the same time', async () => {
	addSkus(at.hub, 1_000);
	const { arrived, most } = answerTogether(at.hub, 'batchGet', 10);
	const [result] = await Promise.all([at.n8n.run(stock, stocks(1_000)), arrived]);
	expect(result.json().every(({ sucesso }) => sucesso === true)).toBe(true);
	expect(most()).toBe(10);
});

test('of three hundred batches, ten are asked for at a time', async () => {
	await at.n8n.run(op('connection ping'));
	const { arrived, most } = answerTogether(at.hub, 'batchGet', 10);
	const items = Array.from({ length: 300 }, (_, index) => ({ batchId: 900_001 + index }));
	const wait = op('batch wait', { batchId: '={{ $json.batchId }}' });
	const [result] = await Promise.all([at.n8n.run(wait, items, go), arrived]);
	expect(result.json()).toHaveLength(300);
	expect(most()).toBe(10);
});
