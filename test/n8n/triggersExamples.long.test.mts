import { setTimeout as sleep } from 'node:timers/promises';
import type { INode, IWorkflowSettings } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toDateTime } from '../hub/clock.mts';
import type { FullOrder } from '../hub/records.mts';
import { deleteTables, insertRows, makeTable, tableRows } from '../server/dataTables.mts';
import { importExample, tablesOf, triggerOf, unscheduled } from '../server/examples.mts';
import { outputOf, webhookUrl, type Workflow } from '../server/rest.mts';
import { useMailbox } from '../support/mailbox.mts';
import { sold } from '../support/orders.mts';
import { queueIsEmpty, runExample, server, stopsAt, useN8n } from './session.mts';
import { notificationOf, send } from './triggersSupport.mts';

const { hub, n8n, credential } = await useN8n();
const { emails, email, smtp } = await useMailbox(n8n);

describe('examples that receive orders, in a real n8n', () => {
	const workflows: Workflow[] = [];

	beforeEach(async () => await deleteTables(n8n));
	afterEach(async () => {
		for (const workflow of workflows.splice(0)) await n8n.deleteWorkflow(workflow);
	});

	const publish = async (
		example: string,
		adapt = (node: INode) => node,
		settings?: IWorkflowSettings,
	): Promise<Workflow> => {
		const workflow = await importExample(n8n, example, credential, {
			adapt: (node) => unscheduled(adapt(node)),
			settings,
			smtp,
		});
		workflows.push(workflow);
		await n8n.publish(workflow);
		return workflow;
	};
	const start = async (workflow: Workflow) => await runExample(n8n, workflow);
	/** The text of each email that has come since the last look. */
	const news = () => {
		const texts = emails.slice(read).map(({ subject, text }) => [subject, text?.trim()]);
		read = emails.length;
		return texts;
	};
	let read = 0;
	const configure = (workflow: Workflow) =>
		hub.webhook.configure({ url: webhookUrl(server.url, triggerOf(workflow)) });
	const noWebhook = () => hub.webhook.configure({ url: 'http://127.0.0.1:9/' });
	/** The row that an order has in the seller's table. */
	const storedRow = async ({ idPedido }: FullOrder) => {
		const rows = await tableRows(n8n, 'marketplace_hub_orders');
		const [row, ...doubles] = rows.filter((one) => one.idPedido === String(idPedido));
		expect(doubles).toEqual([]);
		return row;
	};

	test('poll-order-queue.json: waiting orders come out and are acknowledged', async () => {
		noWebhook();
		const orders = [hub.createOrder(), hub.createOrder()];
		const workflow = await publish('poll-order-queue');
		await queueIsEmpty(hub);
		const [execution] = await n8n.finishedExecutions(workflow, 1);
		expect(outputOf(execution!, 'Keep What the ERP Needs')).toEqual(
			orders.map(({ idPedido, valores, cliente }) => ({
				idPedido: String(idPedido),
				status: 'novo',
				total: valores.total,
				buyer: cliente.nome,
			})),
		);
	});

	test('orders-into-table.json: orders that the webhook brought or missed are stored once and acknowledged', async () => {
		noWebhook();
		const buyer = { nome: 'Ana', cpfCnpj: '529.982.247-25', celular: '11 99999-0000' };
		const missed = hub.createOrder({ dataEmissao: '2026-11-20 23:30:00', cliente: buyer });
		await hub.webhook.settled();
		const workflow = await publish('orders-into-table');
		await queueIsEmpty(hub);
		configure(workflow);
		const cliente = { ...buyer, nome: 'Ana Lima' };
		const notified = hub.createOrder({ status: 'pago', cliente });
		await hub.webhook.settled();
		await queueIsEmpty(hub);
		const anonymous = hub.createOrder({ cliente: { cpfCnpj: '' } });
		await hub.webhook.settled();
		await queueIsEmpty(hub);
		const executions = await n8n.finishedExecutions(workflow, 3);
		expect(executions.map(({ status }) => status)).toEqual(Array(3).fill('success'));

		expect(await storedRow(missed)).toMatchObject({
			id: expect.any(Number),
			idPedidoCanal: missed.idPedidoCanal,
			canal: missed.canal.canalIntegracao,
			status: 'novo',
			total: missed.valores.total,
			dataEmissao: '2026-11-21T02:30:00.000Z',
			cpfCnpj: '52998224725',
		});
		const told = async (order: FullOrder) => {
			const { id, status } = (await storedRow(order))!;
			return { idPedido: order.idPedido, idInterno: String(id), status };
		};
		const arrived = await Promise.all([missed, notified, anonymous].map(told));
		expect(hub.state.acknowledgements.slice(-3)).toMatchObject(arrived);
		expect(await tableRows(n8n, 'marketplace_hub_customers')).toMatchObject([
			{ cpfCnpj: '52998224725', nome: 'Ana Lima', telefone: '11 99999-0000' },
		]);

		const hours = (await tableRows(n8n, 'marketplace_hub_lines')).map(
			({ booked }) => (Date.parse(String(booked)) - Date.now()) / 3_600_000,
		);
		expect(hours.length).toBeGreaterThanOrEqual(3);
		// as long as the ERP takes at most to book an order that it has
		for (const hour of hours) expect(hour).toBeCloseTo(2, 0);

		const { id } = (await storedRow(notified))!;
		hub.updateOrder(notified.idPedido, { status: 'faturado' });
		await hub.webhook.settled();
		await queueIsEmpty(hub);
		await n8n.finishedExecutions(workflow, 4);
		expect(await storedRow(notified)).toMatchObject({ id, status: 'faturado' });
		expect(hub.state.acknowledgements.at(-1)).toMatchObject(await told(notified));
	});

	/** The hub answers 404 once: the trigger starts the workflow with the notification alone. */
	const unreadOrder = async (workflow: Workflow, executions: number) => {
		hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 404 });
		const order = hub.createOrder();
		await hub.webhook.settled();
		await n8n.finishedExecutions(workflow, executions);
		expect(await storedRow(order)).toBeUndefined();
		return order;
	};
	const lookForUnread = async (workflow: Workflow) => {
		const execution = await n8n.run(workflow, 'Every 10 Minutes');
		expect(execution.error).toBeUndefined();
		return execution;
	};
	const unreadIds = async () =>
		(await tableRows(n8n, 'marketplace_hub_unread')).map(({ idPedido }) => idPedido);

	test('orders-into-table.json: an unreadable order is found in the list, stored in full, and acknowledged by the queue trigger alone', async () => {
		hub.state.queue.clear();
		const workflow = await publish('orders-into-table');
		configure(workflow);
		const order = await unreadOrder(workflow, 1);
		expect(await unreadIds()).toEqual([String(order.idPedido)]);
		const before = hub.state.acknowledgements.length;
		const execution = await lookForUnread(workflow);
		expect(outputOf(execution, 'Orders')).toMatchObject([
			{ idPedido: order.idPedido, itens: order.itens, pagamentos: order.pagamentos },
		]);
		expect(await storedRow(order)).toMatchObject({ status: 'novo', total: order.valores.total });
		expect(await unreadIds()).toEqual([]);
		expect(hub.state.acknowledgements).toHaveLength(before);
		expect([...hub.state.queue.keys()]).toEqual([order.idPedido]);

		// which polls as soon as it is published
		await n8n.unpublish(workflow);
		await n8n.publish(workflow);
		await queueIsEmpty(hub);
	});

	test('orders-into-table.json: an unreadable order that the hub has acknowledged is stored, whatever address the notification had', async () => {
		const workflow = await publish('orders-into-table');
		const url = webhookUrl(server.url, triggerOf(workflow));
		hub.webhook.configure({ url, automaticAcknowledgement: true });
		const order = await unreadOrder(workflow, 1);
		noWebhook();
		const other = hub.createOrder();
		await hub.webhook.settled();
		hub.state.queue.clear();
		const urlLeitura = `https://hub.example.com/v1/orders/${other.idPedido}`;
		await send(url, JSON.stringify({ ...notificationOf(hub, other.idPedido), urlLeitura }));
		await n8n.finishedExecutions(workflow, 2);
		await lookForUnread(workflow);
		expect(await storedRow(order)).toMatchObject({ status: 'novo' });
		expect(await storedRow(other)).toMatchObject({ status: 'novo' });
		expect(await unreadIds()).toEqual([]);
	});

	test('orders-into-table.json: unknown orders cost one list for all, and are forgotten after two; no list is read without them', async () => {
		hub.state.orders.clear();
		hub.state.queue.clear();
		noWebhook();
		const known = hub.createOrder();
		await hub.webhook.settled();
		hub.state.queue.clear();
		const workflow = await publish('orders-into-table');
		const url = webhookUrl(server.url, triggerOf(workflow));
		const forged = [900_001, 900_002, 900_003, 900_004];
		for (const id of forged) await send(url, JSON.stringify(notificationOf(hub, id)));
		const executions = await n8n.finishedExecutions(workflow, forged.length);
		expect(executions.map(({ status }) => status)).toEqual(forged.map(() => 'success'));
		expect((await unreadIds()).sort()).toEqual(forged.map(String));

		for (const left of [forged, []]) {
			hub.clearLog();
			await lookForUnread(workflow);
			expect(hub.log.map(({ endpoint }) => endpoint)).toEqual(['orderList']);
			expect((await unreadIds()).sort()).toEqual(left.map(String));
		}
		hub.clearLog();
		await lookForUnread(workflow);
		expect(hub.log).toEqual([]);
		expect(await storedRow(known)).toBeUndefined();
	});

	test('orders-into-table.json: however many unknown orders strangers name, the table stays small, and the newest are looked for', async () => {
		hub.state.queue.clear();
		noWebhook();
		const [name, columns] = [...tablesOf('orders-into-table')].find(([table]) =>
			table.endsWith('_unread'),
		)!;
		await makeTable(n8n, name, columns);
		const noticed = new Date().toISOString();
		const strange = Array.from({ length: 9_000 }, (_, index) => ({
			...{ idPedido: String(9_000_000 + index), noticed, reads: 0 },
		}));
		await insertRows(n8n, name, strange);
		const workflow = await publish('orders-into-table');
		configure(workflow);
		const order = await unreadOrder(workflow, 1);
		const ids = await unreadIds();
		expect(ids.length).toBeLessThanOrEqual(5_000);
		expect(ids).toContain(String(order.idPedido));
		const execution = await lookForUnread(workflow);
		expect(outputOf(execution, 'Unread')).toHaveLength(ids.length);
		expect(outputOf(execution, 'Each Page').length).toBeLessThanOrEqual(7);
		expect(await storedRow(order)).toMatchObject({ status: 'novo' });
		hub.state.queue.clear();
	});

	test('orders-into-table.json: an order with a status that cannot be acknowledged is stored, stays in the queue, and is named once', async () => {
		const workflow = await publish('orders-into-table');
		configure(workflow);
		const order = hub.createOrder({ status: 'em-analise' });
		await hub.webhook.settled();
		const [told] = await n8n.finishedExecutions(workflow, 1);
		expect(told!.error?.message).toContain(`${order.idPedido} (em-analise)`);
		expect(told!.error?.message).toContain('Fallback Status');
		expect([...hub.state.queue.keys()]).toEqual([order.idPedido]);
		expect(await storedRow(order)).toMatchObject({ status: 'em-analise' });
		hub.updateOrder(order.idPedido, { valores: { total: 7 } });
		await hub.webhook.settled();
		const executions = await n8n.finishedExecutions(workflow, 2);
		expect(executions.map(({ status }) => status).sort()).toEqual(['error', 'success']);
		hub.updateOrder(order.idPedido, { status: 'pago' });
		await hub.webhook.settled();
		await queueIsEmpty(hub);
		expect(await storedRow(order)).toMatchObject({ status: 'pago' });
	});

	test('orders-into-table.json: a status of no meaning to the hub is acknowledged as a person chose', async () => {
		const chosen = (node: INode) =>
			JSON.parse(
				JSON.stringify(node).replace(
					'"name":"fallbackStatus","value":""',
					'"name":"fallbackStatus","value":"novo"',
				),
			) as INode;
		const workflow = await publish('orders-into-table', chosen);
		configure(workflow);
		const order = hub.createOrder({ status: 'em-analise' });
		await hub.webhook.settled();
		await queueIsEmpty(hub);
		expect(hub.state.acknowledgements.at(-1)).toMatchObject({
			idPedido: order.idPedido,
			status: 'novo',
		});
	});

	test('orders-into-table.json: an order is acknowledged with its status, however the hub spells it', async () => {
		hub.state.queue.clear();
		const workflow = await publish('orders-into-table');
		configure(workflow);
		const order = hub.createOrder({ status: ' Pago' });
		await hub.webhook.settled();
		const [execution] = await n8n.finishedExecutions(workflow, 1);
		expect(execution!.error?.message).toBeUndefined();
		await queueIsEmpty(hub);
		const told = { idPedido: order.idPedido, status: 'pago' };
		expect(hub.state.acknowledgements.at(-1)).toMatchObject(told);
	});

	test('orders-into-table.json: an acknowledgement that goes wrong ends the run with a message, unless the order waits no more', async () => {
		hub.state.queue.clear();
		const workflow = await publish('orders-into-table');
		configure(workflow);
		hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 400 });
		const order = hub.createOrder();
		await hub.webhook.settled();
		const [told] = await n8n.finishedExecutions(workflow, 1);
		expect(told!.error?.message).toContain('1 orders are stored');
		expect(told!.error?.message).toContain(`${order.idPedido}: `);
		expect(await storedRow(order)).toMatchObject({ status: 'novo' });
		expect([...hub.state.queue.keys()]).toEqual([order.idPedido]);

		hub.clearLog();
		hub.updateOrder(order.idPedido, { status: 'pago' });
		hub.state.queue.clear();
		await hub.webhook.settled();
		const executions = await n8n.finishedExecutions(workflow, 2);
		expect(hub.count({ endpoint: 'acknowledge', status: 404 })).toBe(1);
		expect(executions.map(({ status }) => status).sort()).toEqual(['error', 'success']);
	});

	test('orders-into-table.json: a date is stored as the moment, and a zero date as none, and no order stays in the queue', async () => {
		hub.state.queue.clear();
		const workflow = await publish('orders-into-table');
		configure(workflow);
		const dates = ['0000-00-00 00:00:00', '2026-11-20 10:00:00'];
		const orders = dates.map((dataEmissao) => hub.createOrder({ dataEmissao }));
		await hub.webhook.settled();
		const executions = await n8n.finishedExecutions(workflow, orders.length);
		expect(executions.map(({ error }) => error?.message)).toEqual(dates.map(() => undefined));
		await queueIsEmpty(hub);
		const stored = await Promise.all(orders.map(storedRow));
		expect(stored.map((row) => row?.dataEmissao)).toEqual([null, '2026-11-20T13:00:00.000Z']);
	});

	test('orders-into-table.json: an order has the lines that it has now, and keeps the furthest status', async () => {
		const workflow = await publish('orders-into-table');
		configure(workflow);
		const itens = [sold('CANECA-1', 1), sold('CAMISETA-1-M', 2)];
		const order = hub.createOrder({ status: 'pago', itens });
		await hub.webhook.settled();
		await n8n.finishedExecutions(workflow, 1);
		const skus = async () =>
			(await tableRows(n8n, 'marketplace_hub_lines'))
				.filter(({ idPedido }) => idPedido === String(order.idPedido))
				.map(({ sku }) => sku);
		expect(await skus()).toEqual(['CANECA-1', 'CAMISETA-1-M']);
		hub.updateOrder(order.idPedido, { status: 'faturado', itens: itens.slice(0, 1) });
		await hub.webhook.settled();
		await n8n.finishedExecutions(workflow, 2);
		expect(await skus()).toEqual(['CANECA-1']);
		hub.updateOrder(order.idPedido, { status: 'devolvido' });
		await hub.webhook.settled();
		await n8n.finishedExecutions(workflow, 3);
		expect(await storedRow(order)).toMatchObject({
			furthest: '3 faturado',
			stopped: true,
			isReturned: true,
		});
	});

	test('reconcile-orders.json: missing and different orders are stored, with one message, and a second run finds none', async () => {
		noWebhook();
		const issued = (days: number) => toDateTime(Date.now() - days * 24 * 60 * 60_000);
		hub.state.orders.clear();
		hub.createOrder({ dataEmissao: issued(30), dataIntegracao: issued(30) });
		const late = hub.createOrder({ dataEmissao: issued(9), cliente: { cpfCnpj: '52998224725' } });
		const order = hub.createOrder({ dataEmissao: issued(2), valores: { total: 50 } });
		const workflow = await importExample(n8n, 'reconcile-orders', credential, { smtp });
		workflows.push(workflow);

		await start(workflow);
		expect(news()).toEqual([
			['Orders: 2 missing', expect.stringContaining(`${late.idPedidoCanal}): was missing, novo`)],
		]);
		const rows = await tableRows(n8n, 'marketplace_hub_orders');
		expect(rows.map(({ idPedido }) => idPedido)).toEqual(
			[late, order].map(({ idPedido }) => String(idPedido)),
		);
		const customers = await tableRows(n8n, 'marketplace_hub_customers');
		expect(customers).toHaveLength(2);
		expect(customers).toContainEqual(
			expect.objectContaining({ cpfCnpj: '52998224725', email: late.cliente.email }),
		);

		hub.updateOrder(late.idPedido, { status: 'pago' });
		hub.updateOrder(order.idPedido, { valores: { total: 45.5 } });
		await start(workflow);
		const [[subject, text] = [], ...others] = news();
		expect([subject, others]).toEqual(['Orders: 1 with another status, 1 with another total', []]);
		expect(text).toContain('novo -> pago');
		expect(text).toContain('50 -> 45.5');
		expect(await storedRow(late)).toMatchObject({ status: 'pago' });
		expect(await storedRow(order)).toMatchObject({ total: 45.5 });
		expect(await tableRows(n8n, 'marketplace_hub_customers')).toMatchObject(
			customers.map(({ cpfCnpj, email }) => ({ cpfCnpj, email })),
		);

		expect(outputOf(await start(workflow), 'Store Order')).toEqual([]);
		expect(news()).toEqual([]);
	});

	test('reconcile-orders.json: an old order is deleted with its customer, unless the customer has another order', async () => {
		noWebhook();
		hub.state.orders.clear();
		const tables = tablesOf('reconcile-orders');
		for (const [table, columns] of tables) await makeTable(n8n, table, columns);
		const issued = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
		// by the date it came: a wrong date of issue deletes nothing
		const insert = async (orders: Array<readonly [string, number, string]>) =>
			await insertRows(
				n8n,
				'marketplace_hub_orders',
				orders.map(([idPedido, days, cpfCnpj]) => ({
					idPedido,
					dataEmissao: issued(days),
					cpfCnpj: cpfCnpj || null,
				})),
			);
		await insert([
			['1', 200, 'gone'],
			['2', 190, 'gone'],
			['3', 200, 'back'],
			['5', 0, ''],
		]);
		await sleep(1_100);
		const since = new Date().toISOString();
		await sleep(1_100);
		await insert([
			['4', 100, 'back'],
			['6', 9_000, 'recent'],
		]);
		const workflow = await importExample(n8n, 'reconcile-orders', credential, {
			smtp,
			adapt: (node) =>
				node.name === 'Forget Old Orders'
					? (JSON.parse(
							JSON.stringify(node).replace('={{ $now.minus({ days: 180 }).toISO() }}', since),
						) as INode)
					: node,
		});
		workflows.push(workflow);
		const customers = ['gone', 'back', 'recent', 'without orders'];
		await insertRows(
			n8n,
			'marketplace_hub_customers',
			customers.map((cpfCnpj) => ({ cpfCnpj, nome: cpfCnpj, email: `${cpfCnpj}@example.com` })),
		);
		await start(workflow);
		const left = async (table: string, column: string) =>
			(await tableRows(n8n, table)).map((row) => row[column]);
		expect(await left('marketplace_hub_orders', 'idPedido')).toEqual(['4', '6']);
		expect(await left('marketplace_hub_customers', 'cpfCnpj')).toEqual(customers.slice(1));
		await start(workflow);
		expect(await left('marketplace_hub_customers', 'cpfCnpj')).toEqual(customers.slice(1));
	});

	test('watch-orders.json: one message reports a queue that nobody empties, one reports orders that are not stored, and none comes while all is well', async () => {
		noWebhook();
		hub.state.orders.clear();
		hub.state.queue.clear();
		const orders = 'marketplace_hub_orders';
		await makeTable(n8n, orders, tablesOf('reconcile-orders').get(orders)!);
		const workflow = await importExample(n8n, 'watch-orders', credential, { smtp });
		workflows.push(workflow);
		await start(workflow);
		const orderOf = (minutes: number) =>
			hub.createOrder({ dataIntegracao: toDateTime(Date.now() - minutes * 60_000) });
		const order = orderOf(40);
		orderOf(5);
		hub.state.queue.clear();
		await start(workflow);
		await start(workflow);
		expect(news()).toEqual([
			[
				'Orders do not arrive as they should',
				expect.stringMatching(`not stored: ${order.idPedido}\\. .* webhook switched on`),
			],
		]);

		hub.state.queue.set(order.idPedido, Date.now());
		await start(workflow);
		expect(news()).toEqual([]);
		await start(workflow);
		await start(workflow);
		expect(news()).toEqual([
			[
				expect.any(String),
				expect.stringMatching(`queue: 1\\. .* order ${order.idPedido} has waited`),
			],
		]);

		hub.state.orders.delete(order.idPedido);
		hub.state.queue.clear();
		await start(workflow);
		orderOf(50);
		await start(workflow);
		expect(news()).toHaveLength(1);
		expect(await tableRows(n8n, 'marketplace_hub_watch')).toHaveLength(1);
	});

	test('error-workflow.json: one message says which workflow has failed, where and why', async () => {
		hub.state.queue.clear();
		const { id: errorWorkflow } = await publish('error-workflow');
		const noErp = stopsAt('Store Order', 'no ERP');
		const workflow = await publish('orders-into-table', noErp, { errorWorkflow });
		configure(workflow);
		hub.createOrder();
		const { subject, text, to } = await email(read);
		expect(subject).toBe('n8n: "Orders into a table" has failed');
		expect(to?.map(({ address }) => address)).toEqual(['team@example.com']);
		const failed = (await n8n.finishedExecutions(workflow, 1)).at(-1);
		expect(text?.trim().split(/\r?\n/)).toEqual([
			'Workflow: Orders into a table',
			'Node: Store Order',
			'What happened: no ERP',
			`Look at it, and retry it there: ${server.url}/workflow/${workflow.id}/executions/${failed!.id}`,
		]);
		await n8n.finishedExecutions({ id: errorWorkflow }, 1);
		expect(news()).toHaveLength(1);
		expect(hub.state.queue.size).toBe(1);
	});
});
