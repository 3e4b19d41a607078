import { expect, test } from 'vitest';
import { sold } from '../support/orders.mts';
import { exampleInPostgres } from './postgresOrders.mts';

const ORDERS = 8;

const { hub, n8n, rest, workflow, select, notify } =
	await exampleInPostgres('orders-into-postgres');

/** Each order's notification at two processes in the same moment. */
const notifyTwice = async (orders: number[]) =>
	await Promise.all(
		orders.flatMap((order) => [n8n.webhook, n8n.main].map(async (at) => await notify(order, at))),
	);

test('orders-into-postgres.json: an order that comes twice at once is one row, and only stored orders are acknowledged', async () => {
	const itens = [sold('CANECA-1', 1), sold("D'ÁGUA $1", 2), sold('CANECA-1', 3), sold('FITA', 1.5)];
	const orders = Array.from({ length: ORDERS }, () => hub.createOrder({ itens }).idPedido);
	await notifyTwice(orders);
	await expect.poll(() => hub.state.queue.size, { timeout: 60_000 }).toBe(0);
	await n8n.endedExecutions(workflow, 2 * ORDERS);
	const rows = 'SELECT id_pedido, status FROM marketplace_hub_orders ORDER BY id_pedido::bigint';
	expect(await select(rows)).toEqual(orders.map((order) => `${order}|novo`));
	const lines = `SELECT sku, quantity FROM marketplace_hub_lines WHERE id_pedido = '${orders[0]}' ORDER BY sku`;
	expect(await select(lines)).toEqual(['CANECA-1|4', "D'ÁGUA $1|2", 'FITA|2']);

	orders.forEach((order) => hub.updateOrder(order, { status: 'pago' }));
	await notifyTwice(orders);
	await expect.poll(() => hub.state.queue.size, { timeout: 60_000 }).toBe(0);
	await n8n.endedExecutions(workflow, 4 * ORDERS);
	expect(await select(rows)).toEqual(orders.map((order) => `${order}|pago`));
	const failed = (await n8n.executions(workflow)).filter(({ status }) => status !== 'success');
	expect(failed).toEqual([]);
});

const { query } = workflow.nodes.find((node) => node.name === 'Store Order')!.parameters;
/** Stores an order by the statement of the example; its last parameter is the order beside its columns. */
const store = async (dataEmissao: string | null, beside: unknown) => {
	const values = ['7', '', '', 'novo', '1', dataEmissao, '', JSON.stringify(beside)];
	const statement = values.reduce<string>(
		(sql, value, index) => sql.replaceAll(`$${index + 1}`, value === null ? 'NULL' : `'${value}'`),
		query as string,
	);
	await select(statement);
	return await select(
		"SELECT sku, quantity FROM marketplace_hub_lines WHERE id_pedido = '7' ORDER BY sku",
	);
};

test('an order is stored whatever its items are: a quantity that is no number is one piece at least', async () => {
	const quantities = { A: 1.5, B: '', C: null, D: '1,5', E: 'x', F: 0, G: 3, H: '99999999999' };
	const itens = Object.entries(quantities).map(([sku, qtd]) => ({ sku, qtd }));
	expect(await store('2026-11-20 10:00:00', [null, 'x', { qtd: 1 }, ...itens])).toEqual([
		...['A|2', 'B|1', 'C|1', 'D|2', 'E|1', 'F|1', 'G|3', 'H|1'],
	]);
	await select('DELETE FROM marketplace_hub_lines');
	expect(await store(null, [])).toEqual([]);
});

test('an order has the lines that it has now, unless an older reading or one without a SKU comes last', async () => {
	const [one, two] = [
		{ sku: 'A', qtd: 1 },
		{ sku: 'B', qtd: 2 },
	];
	const read = async (hour: string, itens: object[], reached = '1 novo') =>
		await store(null, { reading: `2026-11-28T${hour}:00:00Z`, reached, itens });
	expect(await read('10', [one, two], '3 faturado')).toEqual(['A|1', 'B|2']);
	expect(await read('09', [one])).toEqual(['A|1', 'B|2']);
	expect(await read('11', [one])).toEqual(['A|1']);
	expect(await read('12', [{ nome: 'x' }], '0')).toEqual(['A|1']);
	expect(
		await select("SELECT furthest, reached FROM marketplace_hub_orders WHERE id_pedido = '7'"),
	).toEqual(['3 faturado|0']);
});

test('an order that the database refuses stays in the queue and is reported; the others are acknowledged', async () => {
	await select("ALTER TABLE marketplace_hub_orders ADD CHECK (canal <> 'refused')");
	const canal = { canalIntegracao: 'refused' };
	const refused = hub.createOrder({ canal: { ...hub.createOrder().canal, ...canal } }).idPedido;
	const others = [...hub.state.queue.keys()].filter((order) => order !== refused);
	await notifyTwice([...others, refused]);
	await expect.poll(() => [...hub.state.queue.keys()], { timeout: 60_000 }).toEqual([refused]);
	await n8n.endedExecutions(workflow, 4 * ORDERS + 4);
	const failed = (await n8n.executions(workflow)).filter(({ status }) => status === 'error');
	const { error } = await rest.finishedExecution(String(failed[0]?.id));
	expect(error?.message).toContain(`1 orders could not be stored`);
	expect(error?.message).toContain(`${refused}: `);
});

test('an order is acknowledged with its status, however the hub spells it; what goes wrong is told', async () => {
	hub.state.queue.clear();
	const ended = (await n8n.executions(workflow)).length;
	const { idPedido } = hub.createOrder({ status: 'Pago ' });
	await notify(idPedido);
	await expect.poll(() => hub.state.queue.size, { timeout: 60_000 }).toBe(0);
	expect(hub.state.acknowledgements.at(-1)).toMatchObject({ idPedido, status: 'pago' });

	hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 400 });
	const other = hub.createOrder().idPedido;
	await notify(other);
	await n8n.endedExecutions(workflow, ended + 2);
	expect([...hub.state.queue.keys()]).toEqual([other]);
	const failed = (await n8n.executions(workflow)).filter(({ status }) => status === 'error');
	const newest = Math.max(...failed.map(({ id }) => Number(id)));
	const { error } = await rest.finishedExecution(String(newest));
	expect(error?.message).toContain('1 orders are stored');
	expect(error?.message).toContain(`${other}: `);
});
