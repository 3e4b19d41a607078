import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import type { Fault, Hub } from '../../hub/index.mts';
import { waitFor } from '../../server/wait.mts';
import { byId, go, mapped, op, requests } from '../../support/items.mts';
import { addProducts, productFields } from '../../support/products.mts';
import { setup, test } from '../../support/setup.mts';
import { longestWait } from '../../support/waits.mts';

const idPedido = byId('={{ $json.idPedido }}');
const changes = [
	['sandboxOrder simulatePayment', 'sandboxOrderPaid', 'novo', 'pago'],
	['order setAsInvoiced', 'orderInvoiced', 'pago', 'faturado'],
	['order setAsSent', 'orderSent', 'faturado', 'enviado'],
	['order setAsDelivered', 'orderDelivered', 'enviado', 'entregue'],
] as const;
const sent = op('order setAsSent', { idPedido });

const orders = (hub: Hub, count: number, status: string) =>
	Array.from({ length: count }, (): IDataObject => {
		return { idPedido: hub.createOrder({ status }).idPedido };
	});

/** Answers that are lost: three of writes that were carried out, two of writes that were not. */
const losses: Array<Omit<Fault, 'endpoint'>> = [
	{ kind: 'resetAfter' },
	{ kind: 'resetBefore' },
	{ kind: 'status', status: 503, applied: true },
	{ kind: 'status', status: 500 },
	{ kind: 'truncate' },
];
function loseAnswers(hub: Hub, endpoint: string, count: number): void {
	for (let index = 0; index < count; index++)
		hub.faults.add({ ...losses[index % losses.length]!, endpoint });
}

test.each(changes)(
	'20 lost answers: changes that were carried out are found, nothing is sent twice: %s',
	async (operation, endpoint, before, after) => {
		const { hub, n8n } = await setup({ limits: false, timing: { backoff: 1 } });
		const items = orders(hub, 20, before);
		loseAnswers(hub, endpoint, 20);
		const result = (await n8n.run(op(operation, { idPedido }), items, go)).json();
		const paths = requests(hub, endpoint).map(({ path }) => path);
		expect(paths).toHaveLength(20);
		expect(new Set(paths).size).toBe(20);
		items.forEach((item, index) => {
			const { status } = hub.state.orders.get(Number(item.idPedido))!;
			expect(result[index]).toMatchObject(
				status === after
					? { status: after, outcome: 'done' }
					: { outcome: 'unknown', seen: { ...item, status: before } },
			);
		});
		expect(result.filter(({ outcome }) => outcome === 'done')).toHaveLength(12);

		const again = (await n8n.run(op(operation, { idPedido }), items, go)).json();
		expect(again.map(({ outcome }) => outcome)).toEqual(
			result.map(({ outcome }) => (outcome === 'done' ? 'unchanged' : 'done')),
		);
		expect(hub.count({ endpoint })).toBe(28);
	},
);

describe('the status of an order before the change', () => {
	const statuses = ['novo', 'pago', 'faturado', 'enviado', 'entregue'];
	test.each(changes)(
		'%s: an order that has the new status, or a later one, comes out as unchanged without a write',
		async (operation, endpoint, _before, after) => {
			const { hub, n8n } = await setup();
			const reached = statuses.slice(statuses.indexOf(after));
			const items = reached.flatMap((status) => orders(hub, 1, status));
			const { json } = await n8n.run(op(operation, { idPedido }), items);
			expect(json().map(({ status, outcome }) => [status, outcome])).toEqual(
				reached.map((status) => [status, 'unchanged']),
			);
			expect(hub.count({ endpoint })).toBe(0);
		},
	);

	test.each(changes)(
		'%s: a cancelled order is not changed, and says so',
		async (name, endpoint) => {
			const { hub, n8n } = await setup();
			const { json } = await n8n.run(op(name, { idPedido }), orders(hub, 1, 'cancelado'), go);
			expect(json()).toMatchObject([
				{ outcome: 'notSent', error: expect.stringContaining('is cancelled (cancelado)') },
			]);
			expect(hub.count({ endpoint })).toBe(0);
		},
	);

	test("an order with a status of the hub's own is changed", async ({ hub, n8n }) => {
		const { json } = await n8n.run(sent, orders(hub, 1, 'em-separacao'));
		expect(json()).toMatchObject([{ status: 'enviado', outcome: 'done' }]);
	});
});

test('a change that shows only at a later look counts as done', async ({ hub, n8n }) => {
	const [item] = orders(hub, 1, 'faturado');
	hub.faults.add({ kind: 'resetBefore', endpoint: 'orderSent' });
	const running = n8n.run(sent, [item!]);
	await waitFor(() => hub.count({ endpoint: 'orderGet' }) > 2, { what: 'a look', every: 2 });
	hub.updateOrder(Number(item!.idPedido), { status: 'enviado' });
	expect((await running).json()).toMatchObject([{ status: 'enviado', outcome: 'done' }]);
	expect(hub.count({ endpoint: 'orderSent' })).toBe(1);
});

describe('an order that cannot be read', () => {
	const unreadable = { kind: 'status', status: 503, endpoint: 'orderGet', times: 99 } as const;

	test('before the change: nothing is sent', async ({ hub, n8n }) => {
		hub.faults.add(unreadable);
		const { json } = await n8n.run(sent, orders(hub, 1, 'faturado'), go);
		expect(json()).toMatchObject([{ outcome: 'notSent', httpStatus: 503 }]);
		expect(hub.count({ endpoint: 'orderSent' })).toBe(0);
	});

	test('after the change: the outcome stays unknown', async ({ hub, n8n }) => {
		hub.faults.add({ kind: 'resetAfter', endpoint: 'orderSent' });
		hub.faults.add({ ...unreadable, after: 1 });
		const { json } = await n8n.run(sent, orders(hub, 1, 'faturado'), go);
		expect(json()).toMatchObject([
			{ outcome: 'unknown', error: expect.stringMatching(/cannot be read \(.*503/) },
		]);
		expect(hub.count({ endpoint: 'orderSent' })).toBe(1);
	});
});

test('the pauses of all items together keep within Longest Wait', async () => {
	const { hub, n8n } = await setup({ timing: { backoff: 400 } });
	hub.faults.add({ kind: 'status', status: 503, endpoint: 'orderSent', times: 99 });
	// 1,200 ms are enough for two pauses
	const parameters = { ...sent, ...longestWait(0.02) };
	const { json } = await n8n.run(parameters, orders(hub, 20, 'faturado'), go);
	expect(new Set(json().map(({ outcome }) => outcome))).toEqual(new Set(['unknown']));
	expect(hub.count({ endpoint: 'orderGet' })).toBeLessThanOrEqual(42);
});

test('another product with the same SKU is not taken for the one that was sent', async () => {
	const { hub, n8n } = await setup({ timing: { backoff: 1 } });
	addProducts(hub, [{ skuProduto: 'P1', nome: 'Caneca' }]);
	hub.faults.add({ kind: 'status', status: 503, endpoint: 'productCreate' });
	const { json } = await n8n.run(op('product create', mapped), [productFields()], go);
	expect(json()).toMatchObject([
		{
			outcome: 'unknown',
			error: expect.stringContaining('the product has another nome'),
			seen: { skuProduto: 'P1', nome: 'Caneca' },
		},
	]);
});
