import type { INode } from 'n8n-workflow';
import { expect } from 'vitest';
import { toDateTime } from '../hub/clock.mts';
import { Random } from '../hub/data/random.mts';
import type { Hub } from '../hub/index.mts';
import type { FullOrder } from '../hub/records.mts';
import { insertRows, tableRows } from '../server/dataTables.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import {
	outputOf,
	webhookUrl,
	type Credential,
	type Execution,
	type N8nRest,
} from '../server/rest.mts';
import type { N8nServer } from '../server/server.mts';
import { queryHome } from '../server/sqlite.mts';
import { waitFor } from '../server/wait.mts';
import { runExample, signIn, storeCredential } from './session.mts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EARLIER_ORDERS = 20_000;
/** The local hub has one of the earlier orders every ten minutes. */
const EARLIER_A_DAY = 144;
const NEW_ORDERS = 8;
const ordersTable = 'marketplace_hub_orders';
const way = ['novo', 'pago', 'faturado', 'enviado', 'entregue'];

const silentAddress = 'http://127.0.0.1:9/';

/** As the note of the example tells a seller whose hub acknowledges by itself. */
const withoutQueue = (node: INode): INode =>
	['Acknowledge', 'Marketplace Hub Queue Trigger'].includes(node.name)
		? { ...node, disabled: true }
		: node;

/** What the table must hold of an order. */
const rowOf = ({ idPedido, status, valores: { total } }: FullOrder) => ({
	idPedido: String(idPedido),
	status,
	total,
});

/**
 * A week of a seller whose hub acknowledges by itself, after 20,000 earlier orders: the examples that
 * receive, reconcile and watch orders, in an n8n that is killed. It ends now, as n8n reads its periods
 * from its own clock.
 */
export class OrdersWeek {
	private readonly random = new Random(20261123);
	private constructor(
		private readonly hub: Hub,
		private readonly server: N8nServer,
		private n8n: N8nRest,
		private readonly workflows: Record<string, Awaited<ReturnType<typeof importExample>>>,
	) {}

	/** @param hub empty, with a clock that stands still */
	static async begin(hub: Hub, server: N8nServer, smtp: Credential): Promise<OrdersWeek> {
		const n8n = await signIn(server);
		const credential = await storeCredential(n8n, hub);
		const workflows: OrdersWeek['workflows'] = {};
		for (const name of ['orders-into-table', 'reconcile-orders', 'watch-orders'])
			workflows[name] = await importExample(n8n, name, credential, { smtp, adapt: withoutQueue });
		const week = new OrdersWeek(hub, server, n8n, workflows);
		hub.clock.advance(60 * MINUTE - 7 * DAY);
		await week.run('reconcile-orders'); // makes the tables
		hub.seed({ orders: EARLIER_ORDERS });
		const rows = [...hub.state.orders.values()].map((order) => ({
			...rowOf(order),
			dataEmissao: `${order.dataEmissao.replace(' ', 'T')}-03:00`,
		}));
		await insertRows(n8n, ordersTable, rows);
		await n8n.publish(workflows['orders-into-table']!);
		return week;
	}

	async end(): Promise<void> {
		for (const workflow of Object.values(this.workflows)) await this.n8n.deleteWorkflow(workflow);
	}

	/** 'Execute workflow' in the editor. */
	async run(example: string): Promise<Execution> {
		return await runExample(this.n8n, this.workflows[example]!);
	}

	/** Orders come, some two days after they were issued, and those of the week change. */
	async day(trouble: 'none' | 'webhook' | 'kill'): Promise<void> {
		const { hub, server, random } = this;
		const receiving = this.workflows['orders-into-table']!;
		const url =
			trouble === 'webhook' ? silentAddress : webhookUrl(server.url, triggerOf(receiving));
		hub.webhook.configure({ url, automaticAcknowledgement: true });
		const answered = hub.webhook.deliveries.length;
		const yesterday = await this.lastExecution();
		const underWay = this.orders();
		for (let count = 1; count <= NEW_ORDERS; count++) {
			hub.clock.advance(MINUTE);
			const now = hub.clock.now();
			const dataEmissao = toDateTime(count % 4 === 0 ? now - 2 * DAY : now);
			hub.createOrder({ dataEmissao, dataIntegracao: toDateTime(now) });
		}
		for (const { idPedido, status, valores } of underWay) {
			const chance = random.next();
			if (chance < 0.1) hub.updateOrder(idPedido, { valores: { total: valores.total + 1 } });
			else if (chance < 0.5)
				hub.updateOrder(idPedido, { status: way[way.indexOf(status) + 1] ?? status });
		}
		if (trouble === 'kill') {
			const some = () => hub.webhook.deliveries.length >= answered + 3;
			await waitFor(some, { what: 'notifications', every: 1 });
			await server.kill();
			await server.start();
			this.n8n = await signIn(server);
		}
		await hub.webhook.settled();
		// what a kill has ended may stay 'running' in n8n's list for ever
		if (trouble !== 'kill') {
			const taken = hub.webhook.deliveries.slice(answered).filter(({ accepted }) => accepted);
			const areDone = async () => (await this.succeededAfter(yesterday)) === taken.length;
			await waitFor(areDone, { what: 'all executions', timeout: 180_000, every: 250 });
		}
		hub.clock.advance(DAY - NEW_ORDERS * MINUTE);
	}

	/** What the table lacks or has otherwise, as `ID result`; no order has two rows. */
	async differences(): Promise<string[]> {
		const rows = await tableRows(this.n8n, ordersTable, EARLIER_ORDERS);
		const table = new Map(rows.map((row) => [row.idPedido, row]));
		expect(table.size).toBe(rows.length);
		return this.orders().flatMap((order) => {
			const { idPedido, status, total } = rowOf(order);
			const row = table.get(idPedido);
			if (!row) return `${idPedido} missing`;
			if (row.status !== status) return `${idPedido} statusDiffers`;
			return row.total === total ? [] : `${idPedido} totalDiffers`;
		});
	}

	/** The morning's run: what it found, as `ID result`, and its requests for the list beyond its pages. */
	async morning(): Promise<{ found: string[]; requests: number }> {
		this.hub.clearLog();
		const execution = await this.run('reconcile-orders');
		const found = outputOf(execution, 'Reconcile').map(
			({ idPedido, result }) => `${String(idPedido)} ${String(result)}`,
		);
		// with what was issued in the three days before, since it may have come later
		const orders = this.orders().length + 3 * EARLIER_A_DAY;
		const requests = this.hub.count({ endpoint: 'orderList' }) - Math.ceil(orders / 100);
		return { found, requests };
	}

	private async lastExecution(): Promise<number> {
		const [row] = await queryHome<{ id: number | null }>(
			this.server.home,
			'SELECT MAX(id) AS id FROM execution_entity',
		);
		return row?.id ?? 0;
	}

	/** How many later executions received orders to the end; one that a kill held up is not among them. */
	private async succeededAfter(execution: number): Promise<number> {
		const sql = `SELECT COUNT(*) AS count FROM execution_entity WHERE workflowId = ? AND id > ? AND status = 'success'`;
		const { id } = this.workflows['orders-into-table']!;
		const [row] = await queryHome<{ count: number }>(this.server.home, sql, id, String(execution));
		return row?.count ?? 0;
	}

	private readonly orders = () => [...this.hub.state.orders.values()].slice(EARLIER_ORDERS);
}
