import sumBy from 'lodash/sumBy.js';
import type { INode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { stockOf } from '../hub/products.mts';
import { deleteTables, insertRows, makeTable, tableRows } from '../server/dataTables.mts';
import { importExample, tablesOf } from '../server/examples.mts';
import { useMailbox } from '../support/mailbox.mts';
import { replaced, takesOff } from '../support/replacedSteps.mts';
import { addZplLabels, sold } from '../support/orders.mts';
import { stopsAt, useN8n } from './session.mts';

const { hub, n8n, credential } = await useN8n({
	seed: { channels: 2, products: 4 },
	batchDuration: 100,
});
const { emails, smtp } = await useMailbox(n8n);

const ordersTable = 'marketplace_hub_orders';

const pieces = () => sumBy([...hub.state.products.values()], stockOf);
const stepsIn = async (table: string) =>
	(await tableRows(n8n, `marketplace_hub_${table}`)).map(({ step }) => step).sort();

/** Orders in the hub and in the table of orders; one of them is gone from the hub. */
async function storeOrders(status: string, gone: number[]): Promise<void> {
	const items = [
		[sold('CANECA-1', 2), sold('CAMISETA-1-M', 1)],
		[sold('CANECA-1', 3)],
		[sold('GONE', 1), sold('CANECA-1', 1)],
	];
	const orders = items.map((itens) => hub.createOrder({ status, itens }));
	addZplLabels(hub, orders);
	const ids = [...orders.map(({ idPedido }) => idPedido), ...gone];
	const rows = ids.map((idPedido) => ({ idPedido: String(idPedido), status }));
	await insertRows(n8n, ordersTable, rows);
}

/** The end of a run that stops before a node, if one is named, and of the two runs after it. */
async function endOf(example: string, status: string, gone: number[], node = '') {
	await deleteTables(n8n);
	hub.state.orders.clear();
	hub.state.statusUpdates.length = 0;
	const load = async (adapt = (one: INode) => one) =>
		await importExample(n8n, example, credential, {
			smtp,
			adapt: (one) => replaced(takesOff('yes')(adapt(one))),
		});
	const [whole, stopping] = [await load(), await load(stopsAt(node, 'stopped'))];
	const run = async (workflow: typeof whole) => (await n8n.run(workflow)).error?.message;
	// another example fills it, so these two only read it
	await makeTable(n8n, ordersTable, tablesOf('reconcile-orders').get(ordersTable)!);
	await run(whole); // makes their own tables
	await storeOrders(status, gone);
	const before = { pieces: pieces(), emails: emails.length };
	expect(await run(stopping)).toBe(node === '' ? undefined : 'stopped');
	expect(await run(whole)).toBeUndefined();
	expect(await run(whole)).toBeUndefined();
	const subjects = emails.slice(before.emails).map(({ subject }) => subject);
	return {
		putBack: pieces() - before.pieces,
		orders: [...hub.state.orders.values()].map((order) => order.status),
		updates: hub.state.statusUpdates.length,
		tables: await Promise.all(['shipping', 'printed', 'cancelled'].map(stepsIn)),
		told: [...new Set(subjects)],
	};
}

describe('the next runs complete a run that stopped half-way', () => {
	test.each([
		[
			'cancelled-orders',
			'cancelado',
			[],
			['In the Hub', 'Handled', 'Tell Whose Stock Is Missing'],
			{ putBack: 7, updates: 0, told: ['1 SKUs were not put back'] },
		],
		[
			'invoice-and-ship',
			'pago',
			[999_999],
			['Sent', 'Set Aside'],
			{ putBack: 0, updates: 9, told: ['1 orders are refused'] },
		],
	])(
		'%s',
		async (example, status, gone, nodes, wanted) => {
			const end = await endOf(example, status, gone);
			expect(end).toMatchObject(wanted);
			for (const node of nodes) expect(await endOf(example, status, gone, node), node).toEqual(end);
		},
		500_000,
	);
});
