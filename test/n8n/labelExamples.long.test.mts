import { beforeEach, describe, expect, test } from 'vitest';
import type { FullOrder } from '../hub/records.mts';
import {
	deleteRows,
	deleteTables,
	insertRows,
	makeTable,
	tableRows,
	updateRows,
} from '../server/dataTables.mts';
import { importExample, tablesOf } from '../server/examples.mts';
import { outputOf, type Workflow } from '../server/rest.mts';
import { useMailbox } from '../support/mailbox.mts';
import { replaced } from '../support/replacedSteps.mts';
import { runExample, useN8n } from './session.mts';

/** What the examples that print labels remember: order and number of a label, and its content. */
const { hub, n8n, credential } = await useN8n({ seed: { channels: 2, products: 4 } });
const { emails, smtp } = await useMailbox(n8n);

beforeEach(async () => {
	await deleteTables(n8n);
	hub.state.orders.clear();
	hub.state.labels.clear();
	hub.state.statusUpdates.length = 0;
});

const TABLE = 'marketplace_hub_printed';
const examples = [
	{ example: 'morning-labels', printer: 'Print (replace)' },
	{ example: 'invoice-and-ship', printer: 'Print and Pack (replace)' },
] as const;
type Example = (typeof examples)[number];

/** The example beside the tables that others fill; its own are made by a first run. */
async function load({ example }: Example): Promise<Workflow> {
	const foreign =
		example === 'morning-labels'
			? ['marketplace_hub_shipping', 'invoice-and-ship']
			: ['marketplace_hub_orders', 'reconcile-orders'];
	await makeTable(n8n, foreign[0]!, tablesOf(foreign[1]!).get(foreign[0]!)!);
	const workflow = await importExample(n8n, example, credential, { smtp, adapt: replaced });
	await runExample(n8n, workflow);
	return workflow;
}

/** An order whose label is to be printed. */
async function invoiced({ example }: Example, entrega: object = {}): Promise<FullOrder> {
	const { idPedido } = hub.createOrder({ status: 'faturado' });
	const order = hub.state.orders.get(idPedido)!;
	Object.assign(order.entrega, entrega);
	if (example === 'invoice-and-ship')
		await insertRows(n8n, 'marketplace_hub_shipping', [
			{ idPedido: String(order.idPedido), step: 'invoiced' },
		]);
	return order;
}
const label = (text: string) => ({
	conteudo: Buffer.from(`^XA^FD${text}^FS^XZ`).toString('base64'),
	...{ tipo: 'zpl', canal: 'x', idPedidoCanal: 1 },
});
const giveLabels = ({ idPedido }: FullOrder, ...texts: string[]) =>
	hub.state.labels.set(idPedido, texts.map(label));
/** The names of the files that came to the printer. */
const printedBy = async (workflow: Workflow, { printer }: Example): Promise<string[]> =>
	((await runExample(n8n, workflow)).runData[printer]?.[0]?.data?.main?.[0] ?? []).map(
		({ binary }) => String(binary?.data?.fileName).replace(/\.\w+$/, ''),
	);
const rows = async () =>
	(await tableRows(n8n, TABLE))
		.map(({ labelId, idPedido, step }) => `${String(labelId ?? idPedido)}: ${String(step)}`)
		.sort();
const sent = () => hub.state.statusUpdates.filter(({ status }) => status === 'enviado').length;

describe.each(examples)('$example', (one) => {
	test('a second volume is printed; a renewed label is told once, and printed when its row is deleted', async () => {
		const workflow = await load(one);
		const order = await invoiced(one);
		giveLabels(order, 'first');
		expect(await printedBy(workflow, one)).toHaveLength(1);
		if (one.example === 'invoice-and-ship') {
			expect(sent()).toBe(1);
			await updateRows(n8n, 'marketplace_hub_shipping', ['idPedido', String(order.idPedido)], {
				step: 'invoiced',
			});
		}
		order.status = 'faturado';
		giveLabels(order, 'renewed', 'second');
		const told = emails.length;
		expect(await printedBy(workflow, one)).toEqual([`etiqueta-${order.idPedido}-2`]);
		expect(await rows()).toEqual([1, 2].map((number) => `${order.idPedido}-${number}: printed`));
		expect(emails.slice(told).map(({ text }) => text)).toEqual([
			expect.stringContaining(`${order.idPedido}-1: the hub has another content`),
		]);
		order.status = 'faturado';
		expect(await printedBy(workflow, one)).toEqual([]);
		expect(emails).toHaveLength(told + 1);

		if (one.example === 'invoice-and-ship')
			await updateRows(n8n, 'marketplace_hub_shipping', ['idPedido', String(order.idPedido)], {
				step: 'invoiced',
			});
		order.status = 'faturado';
		await deleteRows(n8n, TABLE, ['labelId', `${order.idPedido}-1`]);
		expect(await printedBy(workflow, one)).toEqual([`etiqueta-${order.idPedido}-1`]);
	});

	test('a row without labelId holds for its whole order', async () => {
		const workflow = await load(one);
		const order = await invoiced(one);
		giveLabels(order, 'first', 'second');
		await insertRows(n8n, TABLE, [{ idPedido: String(order.idPedido), step: 'cancelled' }]);
		expect(await printedBy(workflow, one)).toEqual([]);
		expect(await rows()).toEqual([`${order.idPedido}: cancelled`]);
		expect(sent()).toBe(0);
	});

	test('the same label of two orders is printed once for one recipient, and told for two', async () => {
		const workflow = await load(one);
		const home = { destinatario: 'Ana', endereco: 'Rua A', numero: '1', cep: '01000-000' };
		const [a, b] = [await invoiced(one, home), await invoiced(one, home)];
		const [c, d] = [await invoiced(one, home), await invoiced(one, { destinatario: 'Bia' })];
		for (const order of [a, b]) {
			order.entrega = { ...a.entrega };
			giveLabels(order, 'one parcel');
		}
		for (const order of [c, d]) giveLabels(order, 'whose?');
		const told = emails.length;
		const execution = await runExample(n8n, workflow);
		expect(execution.runData[one.printer]?.[0]?.data?.main?.[0]).toHaveLength(1);
		if (one.example === 'morning-labels')
			expect(
				outputOf(execution, 'Rows').map(({ idPedido, position }) => [idPedido, position]),
			).toEqual([a, b].map(({ idPedido }) => [String(idPedido), 1]));
		const state = [
			...[a, b].map(({ idPedido }) => `${idPedido}-1: printed`),
			...[c, d].map(({ idPedido }) => `${idPedido}-1: doubtful`),
		];
		expect(await rows()).toEqual(state);
		expect(emails).toHaveLength(told + 1);
		expect(emails.at(-1)?.text).toContain(`${c.idPedido}, ${d.idPedido}, whose recipients differ`);
		if (one.example === 'invoice-and-ship') expect(sent()).toBe(2);
		expect(await printedBy(workflow, one)).toEqual([]);
		expect(await rows()).toEqual(state);
		expect(emails).toHaveLength(told + 1);
	});

	test('a table that lacks a column ends the run with a message that names it', async () => {
		const workflow = await load(one);
		await deleteTables(n8n);
		const made = tablesOf('invoice-and-ship');
		for (const [name, columns] of made)
			await makeTable(
				n8n,
				name,
				columns.filter((column) => column.name !== 'digest'),
			);
		await makeTable(
			n8n,
			'marketplace_hub_orders',
			tablesOf('reconcile-orders').get('marketplace_hub_orders')!,
		);
		const { error } = await n8n.run(workflow);
		expect(error?.message).toContain('marketplace_hub_printed lacks the column digest');
	});
});

test('invoice-and-ship.json: an order is set as sent only when all its labels are printed', async () => {
	const [, one] = examples;
	const workflow = await load(one);
	const order = await invoiced(one);
	giveLabels(order, 'first', 'second');
	await insertRows(n8n, TABLE, [
		{
			...{ idPedido: String(order.idPedido), labelId: `${order.idPedido}-1` },
			...{ step: 'printing', run: '0' },
		},
	]);
	await printedBy(workflow, one);
	expect(sent()).toBe(0);
	await updateRows(n8n, TABLE, ['step', 'printing'], { step: 'printed' });
	await printedBy(workflow, one);
	expect(sent()).toBe(1);
});

test('invoice-and-ship.json: no label of an order that was cancelled or sent back is printed', async () => {
	const [, one] = examples;
	const workflow = await load(one);
	for (const status of ['cancelado', 'devolvido']) {
		const order = await invoiced(one);
		giveLabels(order, status);
		order.status = status;
	}
	expect(await printedBy(workflow, one)).toEqual([]);
	expect(sent()).toBe(0);
});
