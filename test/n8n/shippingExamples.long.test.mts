import sortBy from 'lodash/sortBy.js';
import type { IDataObject, INode } from 'n8n-workflow';
import { beforeEach, expect, test } from 'vitest';
import type { FullOrder } from '../hub/records.mts';
import {
	deleteTables,
	insertRows,
	makeTable,
	tableRows,
	updateRows,
} from '../server/dataTables.mts';
import { importExample, tablesOf } from '../server/examples.mts';
import { outputOf, type Execution, type Workflow } from '../server/rest.mts';
import { useMailbox } from '../support/mailbox.mts';
import { addZplLabels, sold } from '../support/orders.mts';
import { replaced, takesOff } from '../support/replacedSteps.mts';
import { heldBy } from '../support/sync.mts';
import { runExample, stopsAt, useN8n } from './session.mts';

/** The examples that ship orders: each is run twice, and the second run changes nothing. */
const { hub, n8n, credential } = await useN8n({
	seed: { channels: 2, products: 4 },
	batchDuration: 300,
});
const { emails, smtp } = await useMailbox(n8n);

beforeEach(async () => {
	await deleteTables(n8n);
	hub.state.orders.clear();
	hub.state.labels.clear();
	hub.state.statusUpdates.length = 0;
});

/** Tables that other examples fill. */
const filled = async (...tables: Array<[table: string, by: string]>) => {
	for (const [table, by] of tables) await makeTable(n8n, table, tablesOf(by).get(table)!);
};
const ofOrders: [string, string] = ['marketplace_hub_orders', 'reconcile-orders'];
const ofShipping: [string, string] = ['marketplace_hub_shipping', 'invoice-and-ship'];
const load = async (example: string, adapt = (node: INode) => node) =>
	await importExample(n8n, example, credential, { smtp, adapt: (node) => replaced(adapt(node)) });
const run = async (workflow: Workflow) => await runExample(n8n, workflow);
const rowsOf = async (table: string) =>
	(await tableRows(n8n, `marketplace_hub_${table}`)).map(
		({ id, createdAt, updatedAt, ...row }) => row,
	);
/** Orders in the hub; and in the table of orders, which a first run of a workflow has made. */
const orders = (status: string, count: number) =>
	Array.from({ length: count }, () => hub.createOrder({ status }));
const store = async (...some: FullOrder[]) =>
	await insertRows(
		n8n,
		'marketplace_hub_orders',
		some.map(({ idPedido, status }) => ({ idPedido: String(idPedido), status })),
	);
const idsOf = (some: FullOrder[]) => some.map(({ idPedido }) => String(idPedido));
const filesOf = (execution: Execution, node: string) =>
	(execution.runData[node]?.[0]?.data?.main?.[0] ?? []).map(({ binary }) => binary?.data);
/** All that a run could change. */
const everything = async (...tables: string[]) => ({
	tables: await Promise.all(tables.map(rowsOf)),
	orders: [...hub.state.orders.values()].map(({ idPedido, status }) => [idPedido, status]),
	statusUpdates: hub.state.statusUpdates.length,
	stock: [...hub.state.products.values()].map(({ estoque, variacoes }) => [
		estoque,
		variacoes.map((variation) => variation.estoque),
	]),
	emails: emails.length,
});

test('invoice-and-ship.json: paid orders end as delivered, and only the refused one is set aside', async () => {
	await filled(ofOrders);
	const workflow = await load('invoice-and-ship');
	await run(workflow);
	const paid = orders('pago', 3);
	const gone = { ...paid[0]!, idPedido: 999_999 };
	await store(paid[0]!, gone, ...paid.slice(1), ...orders('novo', 1));
	const execution = await run(workflow);
	expect(hub.state.statusUpdates).toMatchObject(
		['faturado', 'enviado', 'entregue'].flatMap((status) =>
			paid.map(({ idPedido }) => ({ idPedido, status })),
		),
	);
	const bodies = hub.state.statusUpdates.map(({ body }) => body as IDataObject);
	expect(bodies[0]!.nfeChave).toMatch(/^\d{6}[A-Z\d]{12}\d{26}$/);
	expect(bodies[3]!.codigoRastreio).toMatch(/^BR\d{9}BR$/);
	expect(filesOf(execution, 'Print and Pack (replace)').length).toBeGreaterThanOrEqual(3);
	expect(await rowsOf('shipping')).toEqual(
		expect.arrayContaining([
			...idsOf(paid).map((idPedido) => expect.objectContaining({ idPedido, step: 'delivered' })),
			expect.objectContaining({
				idPedido: '999999',
				step: 'refused',
				reason: expect.stringContaining('404'),
			}),
		]),
	);
	expect(emails.at(-1)).toMatchObject({
		subject: '1 orders are refused',
		text: expect.stringContaining('999999: The hub answered 404'),
	});
	const before = await everything('shipping', 'printed', 'orders');
	await run(workflow);
	expect(await everything('shipping', 'printed', 'orders')).toEqual(before);
});

test('morning-labels.json: new labels make one file with a list, and an email names the doubtful ones', async () => {
	await filled(ofShipping);
	const workflow = await load('morning-labels');
	const invoiced = orders('faturado', 4);
	addZplLabels(hub, invoiced.slice(0, 2));
	const [, , pdf, none] = invoiced as [FullOrder, FullOrder, FullOrder, FullOrder];
	const conteudo = Buffer.from('%PDF-1.4\n%%EOF').toString('base64');
	hub.state.labels.set(pdf.idPedido, [{ conteudo, tipo: 'pdf', canal: 'x', idPedidoCanal: 1 }]);
	hub.state.labels.set(none.idPedido, []);
	const execution = await run(workflow);
	expect(filesOf(execution, 'Print (replace)')).toMatchObject([
		{ fileName: 'etiquetas.zpl' },
		{ fileName: `etiqueta-${pdf.idPedido}-1.pdf` },
	]);
	expect(outputOf(execution, 'Rows')).toMatchObject([
		{ position: 1, idPedido: String(invoiced[0]!.idPedido) },
		{ position: 2, idPedido: String(invoiced[1]!.idPedido) },
		{ position: 1, idPedido: String(pdf.idPedido) },
	]);
	expect(filesOf(execution, 'List')).toMatchObject([{ fileExtension: 'xlsx' }]);
	expect(await rowsOf('printed')).toMatchObject(
		idsOf(invoiced.slice(0, 3)).map((idPedido) => ({ idPedido, step: 'printed' })),
	);
	const before = await everything('printed');
	expect(filesOf(await run(workflow), 'Print (replace)')).toEqual([]);
	expect(await everything('printed')).toEqual(before);

	addZplLabels(hub, [none]);
	const failing = await load('morning-labels', stopsAt('Print (replace)', 'no paper'));
	expect((await n8n.run(failing)).error?.message).toBe('no paper');
	expect(filesOf(await run(workflow), 'Print (replace)')).toEqual([]);
	expect(emails.at(-1)).toMatchObject({
		subject: 'Look at 1 labels',
		text: expect.stringMatching(new RegExp(`^Printed or not\\? ${none.idPedido}`)),
	});
	// once
	const told = emails.length;
	await run(workflow);
	expect(emails).toHaveLength(told);
});

/** The row that says that the first run is over. */
const firstRun = { idPedido: 'first run', step: 'before' };

test('cancelled-orders.json: the first run moves no stock and stops the labels; later ones work on what is cancelled since', async () => {
	await filled(ofOrders);
	const workflow = await load('cancelled-orders', takesOff('yes'));
	const cancelled = (more: Partial<FullOrder> = {}) =>
		hub.createOrder({ status: 'cancelado', itens: [sold('CANECA-1', 2)], ...more });
	const [known, unknown] = [cancelled(), cancelled({ status: 'devolvido' })];
	orders('pago', 1);
	await store(known);
	const mugs = heldBy(hub, 'CANECA-1')!.estoque;

	// a run that ends early leaves the next one the first
	const ending = await load('cancelled-orders', stopsAt('First Run Is Over', 'ended early'));
	const { error } = await n8n.run(ending);
	expect(error?.message).toBe('ended early');
	const meanwhile = cancelled();
	const before = [known, unknown, meanwhile];
	await run(workflow);
	expect(heldBy(hub, 'CANECA-1')!.estoque).toBe(mugs);
	const noted = await rowsOf('cancelled');
	expect(sortBy(noted.slice(0, -1), 'idPedido')).toMatchObject(
		idsOf(before).map((idPedido) => ({ idPedido, step: 'before', sku: null })),
	);
	expect(noted.at(-1)).toMatchObject(firstRun);
	for (const table of ['shipping', 'printed'])
		expect(sortBy(await rowsOf(table), 'idPedido')).toMatchObject(
			idsOf(before).map((idPedido) => ({ idPedido, step: 'cancelled' })),
		);
	await store(...before.slice(1));
	await run(workflow);
	expect(await rowsOf('cancelled')).toEqual(noted);

	// issued long ago, cancelled now
	const old = cancelled({ dataEmissao: '2024-01-01 10:00:00' });
	await store(old);
	await run(workflow);
	expect(heldBy(hub, 'CANECA-1')!.estoque).toBe(mugs + 2);
	expect((await rowsOf('cancelled')).at(-1)).toMatchObject({ step: 'done', qtd: 2 });
});

test('cancelled-orders.json: the order takes no further step, no label is printed, and its pieces go back', async () => {
	await filled(ofOrders);
	const workflow = await load('cancelled-orders', takesOff('yes'));
	await run(workflow);
	const [one, other, printed] = [
		[sold('CANECA-1', 2), sold('CAMISETA-1-M', 1)],
		[sold('CANECA-1', 3)],
		[sold('GONE', 1)],
	].map((itens) => hub.createOrder({ status: 'cancelado', itens })) as [
		FullOrder,
		FullOrder,
		FullOrder,
	];
	await store(one, other, printed);
	await insertRows(n8n, 'marketplace_hub_shipping', [
		{ idPedido: String(one.idPedido), step: 'invoiced' },
	]);
	await insertRows(n8n, 'marketplace_hub_printed', [
		{ idPedido: String(printed.idPedido), step: 'printed' },
	]);
	const stock = () => ['CANECA-1', 'CAMISETA-1-M'].map((sku) => heldBy(hub, sku)!.estoque);
	const [mugs, shirts] = stock() as [number, number];
	await run(workflow);
	expect(stock()).toEqual([mugs + 5, shirts + 1]);
	expect(await rowsOf('shipping')).toMatchObject(
		idsOf([one, other, printed]).map((idPedido) => ({ idPedido, step: 'cancelled' })),
	);
	expect((await rowsOf('printed')).map(({ step }) => step).sort()).toEqual([
		'cancelled',
		'cancelled',
		'printed',
	]);
	const [begun, ...pieces] = await rowsOf('cancelled');
	expect(begun).toMatchObject(firstRun);
	expect(pieces.map(({ sku, step }) => [sku, step]).sort()).toEqual([
		['CAMISETA-1-M', 'done'],
		['CANECA-1', 'done'],
		['CANECA-1', 'done'],
		['GONE', 'told'],
	]);
	expect(emails.slice(-2).map(({ text }) => text?.trim())).toEqual(
		expect.arrayContaining([String(printed.idPedido), `${printed.idPedido}: 1 x GONE`]),
	);
	const before = await everything('shipping', 'printed', 'cancelled', 'orders');
	await run(workflow);
	expect(await everything('shipping', 'printed', 'cancelled', 'orders')).toEqual(before);
});

test('cancelled-orders.json: until a person says whether the hub takes pieces off, all but the stock is done', async () => {
	await filled(ofOrders);
	const workflow = await load('cancelled-orders');
	await n8n.run(workflow);
	const order = hub.createOrder({ status: 'cancelado', itens: [sold('CANECA-1', 2)] });
	await store(order);
	const mugs = heldBy(hub, 'CANECA-1')!.estoque;
	const again = async () => {
		const { error } = await n8n.run(workflow);
		expect(error?.message).toContain('hubTakesOffAtSale');
	};
	await again();
	expect(await rowsOf('shipping')).toMatchObject([{ step: 'cancelled' }]);
	expect(await rowsOf('printed')).toMatchObject([{ step: 'cancelled' }]);
	const before = await everything('shipping', 'printed', 'cancelled');
	await again();
	expect(await everything('shipping', 'printed', 'cancelled')).toEqual(before);
	expect(heldBy(hub, 'CANECA-1')!.estoque).toBe(mugs);

	await run(await load('cancelled-orders', takesOff('Sim')));
	expect(heldBy(hub, 'CANECA-1')!.estoque).toBe(mugs + 2);
});

test('cancelled-orders.json: where the hub takes no pieces off, none go back', async () => {
	await filled(ofOrders);
	const workflow = await load('cancelled-orders', takesOff('no'));
	await run(workflow);
	await store(hub.createOrder({ status: 'cancelado', itens: [sold('CANECA-1', 2)] }));
	const mugs = heldBy(hub, 'CANECA-1')!.estoque;
	await run(workflow);
	expect(heldBy(hub, 'CANECA-1')!.estoque).toBe(mugs);
	expect(await rowsOf('cancelled')).toMatchObject([firstRun, { step: 'left' }]);
});

test('cancelled-orders.json: a stock that changed since it was planned is worked out anew', async () => {
	await filled(ofOrders);
	const mugs = heldBy(hub, 'CANECA-1')!.estoque;
	await run(await load('cancelled-orders', takesOff('yes')));
	await store(hub.createOrder({ status: 'cancelado', itens: [sold('CANECA-1', 2)] }));
	/** As if three more had been there when the plan was made. */
	const planned = (node: INode) =>
		node.name === 'Stock in the Hub'
			? (JSON.parse(
					JSON.stringify(node).replace('$json.estoque ?? null', '$json.estoque + 3'),
				) as INode)
			: takesOff('yes')(node);
	await run(await load('cancelled-orders', planned));
	expect(heldBy(hub, 'CANECA-1')!.estoque).toBe(mugs + 2);
	expect(await rowsOf('cancelled')).toMatchObject([firstRun, { estoque: mugs + 2, step: 'done' }]);
});

test('cancelled-orders.json: the pieces of a returned order go back only where it had not left; else the team is told', async () => {
	await filled(ofOrders);
	const workflow = await load('cancelled-orders', takesOff('yes'));
	await run(workflow);
	const returned = (furthest: string) => ({
		order: hub.createOrder({ status: 'devolvido', itens: [sold('CANECA-1', 2)] }),
		furthest,
	});
	const orders = ['2 pago', '3 faturado', '0'].map(returned);
	await insertRows(
		n8n,
		'marketplace_hub_orders',
		orders.map(({ order, furthest }) => ({
			...{ idPedido: String(order.idPedido), status: 'devolvido', furthest },
			...{ stopped: true, isReturned: true },
		})),
	);
	const mugs = heldBy(hub, 'CANECA-1')!.estoque;
	await run(workflow);
	expect(heldBy(hub, 'CANECA-1')!.estoque).toBe(mugs + 2);
	await run(workflow); // which tells
	expect(await rowsOf('shipping')).toMatchObject(Array(3).fill({ step: 'cancelled' }));
	expect((await rowsOf('cancelled')).map(({ step }) => step)).toEqual([
		'before',
		...['done', 'told', 'told'],
	]);
	const [, sent, unseen] = orders.map(({ order }) => order.idPedido);
	expect(emails.at(-1)?.text).toContain(`${sent}: 2 x CANECA-1`);
	expect(emails.at(-1)?.text).toContain(`${unseen}: 2 x CANECA-1`);
});

test('fulfilment-notes-to-erp.json: each new note comes once, even a late or a damaged one', async () => {
	hub.seed({ fiscalDocuments: 6 });
	const workflow = await load('fulfilment-notes-to-erp');
	const documents = [...hub.state.fiscalDocuments.values()];
	const issued = (daysAgo: number) =>
		new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
	documents.forEach((document, index) => (document.dataEmissao = issued(3 + index)));
	const [late] = documents.splice(2, 1);
	hub.state.fiscalDocuments.delete(late!.chaveAcesso);
	const handed = async () => {
		const execution = await run(workflow);
		return filesOf(execution, 'Hand to Your ERP (replace)').map((file) => file?.fileName);
	};
	const names = (some: typeof documents) => some.map(({ chaveAcesso }) => `${chaveAcesso}.xml`);
	expect((await handed()).sort()).toEqual(names(documents).sort());
	const before = await everything('fulfilment_notes');
	expect(await handed()).toEqual([]);
	expect(await everything('fulfilment_notes')).toEqual(before);
	hub.state.fiscalDocuments.set(late!.chaveAcesso, { ...late!, xml: '<nfeProc>' });
	const { error } = await n8n.run(workflow);
	expect(error?.message).toContain(late!.chaveAcesso);
	hub.state.fiscalDocuments.set(late!.chaveAcesso, late!);
	expect(await handed()).toEqual(names([late!]));
});

test('fulfilment-notes-to-erp.json: a damaged file of weeks ago comes once it is whole, and a date ahead stops nothing', async () => {
	hub.state.fiscalDocuments.clear();
	hub.seed({ fiscalDocuments: 3 });
	const workflow = await load('fulfilment-notes-to-erp');
	const [damaged, good, ahead] = [...hub.state.fiscalDocuments.values()];
	const day = (days: number) =>
		new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
	const { xml } = damaged!;
	Object.assign(damaged!, { dataEmissao: day(-20), xml: '<nfeProc>' });
	Object.assign(good!, { dataEmissao: day(-1) });
	Object.assign(ahead!, { dataEmissao: day(-1) });
	const first = await n8n.run(workflow);
	expect(first.error?.message).toContain(damaged!.chaveAcesso);
	// told once
	await run(workflow);
	await updateRows(n8n, 'marketplace_hub_fulfilment_notes', ['chaveAcesso', ahead!.chaveAcesso], {
		dataEmissao: new Date(Date.now() + 9 * 86_400_000).toISOString(),
	});
	damaged!.xml = xml;
	const execution = await run(workflow);
	expect(filesOf(execution, 'Hand to Your ERP (replace)').map((file) => file?.fileName)).toEqual([
		`${damaged!.chaveAcesso}.xml`,
	]);
	expect(filesOf(await run(workflow), 'Hand to Your ERP (replace)')).toEqual([]);
});
