import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import countBy from 'lodash/countBy.js';
import sumBy from 'lodash/sumBy.js';
import type { INode } from 'n8n-workflow';
import { expect, onTestFinished, test } from 'vitest';
import { stockOf } from '../../hub/products.mts';
import type { FullOrder } from '../../hub/records.mts';
import { makeTable, tableRows, updateRows } from '../../server/dataTables.mts';
import { importExample, tablesOf } from '../../server/examples.mts';
import { waitFor } from '../../server/wait.mts';
import { useMailbox } from '../../support/mailbox.mts';
import { addZplLabels } from '../../support/orders.mts';
import { listen } from '../../support/otherServer.mts';
import { replaced, takesOff } from '../../support/replacedSteps.mts';
import { nodeOf, runExample, signIn, storeCredential, useHub, useOwnServer } from '../session.mts';

const hub = await useHub({
	seed: { channels: 2, products: 4, fiscalDocuments: 12 },
	batchDuration: 100,
});
const server = await useOwnServer({ N8N_EXPRESSION_ENGINE: 'legacy' });

const ordersTable = 'marketplace_hub_orders';

/** An ERP that gives an order its note, and a printer: what they were asked to do. */
async function startOffice() {
	const notes: string[] = [];
	const printed: string[] = [];
	const documents: string[] = [];
	const state = { jobs: 0 };
	const answer = async (request: IncomingMessage, reply: ServerResponse) => {
		const [, place, idPedido = ''] = request.url!.split('/');
		if (place === 'print') {
			const labels = (await buffer(request)).toString().matchAll(/\^FD(\d+)\^FS/g);
			printed.push(...[...labels].map(([, id]) => id!));
			// n8n is killed before the first job is answered
			if (++state.jobs === 1) return;
		} else if (place === 'documents') documents.push(idPedido);
		else if (!notes.includes(idPedido)) notes.push(idPedido);
		reply.setHeader('content-type', 'application/json');
		reply.end(JSON.stringify({ idPedido, nfeChave: idPedido.padStart(44, '0') }));
	};
	const url = await listen((request, reply) => void answer(request, reply));
	/** The nodes of an example that a seller replaces. */
	const adapt = (given: INode): INode => {
		const node = takesOff('yes')(given);
		const asked = (path: string, parameters: INode['parameters']) => ({
			...nodeOf(node.name, 'httpRequest', { ...node, typeVersion: 4.2 }),
			type: 'n8n-nodes-base.httpRequest',
			parameters: { method: 'POST', url: `=${url}/${path}`, options: {}, ...parameters },
		});
		if (node.name.startsWith('Note of Your ERP')) return asked('notes/{{ $json.idPedido }}', {});
		if (node.name.startsWith('Hand to Your ERP'))
			return asked('documents/{{ $json.chaveAcesso }}', {});
		if (!node.name.startsWith('Print') || !node.name.endsWith('(replace)')) return replaced(node);
		return asked('print', {
			sendBody: true,
			contentType: 'binaryData',
			inputDataFieldName: 'data',
		});
	};
	return { notes, printed, documents, state, adapt };
}

test('200 orders, two kills, all examples at once: each order ends right, and none is invoiced, printed or sent twice', async () => {
	const office = await startOffice();
	let n8n = await signIn(server);
	const { emails, smtp } = await useMailbox(n8n, onTestFinished);
	const credential = await storeCredential(n8n, hub);
	const load = async (example: string) =>
		await importExample(n8n, example, credential, { smtp, adapt: office.adapt });
	const receive = await load('orders-into-table');
	const cancelling = await load('cancelled-orders');
	const others = [
		cancelling,
		...(await Promise.all(
			['invoice-and-ship', 'morning-labels', 'fulfilment-notes-to-erp'].map(load),
		)),
	];
	const startAll = async () =>
		await Promise.all(others.map(async (workflow) => await n8n.startRun(workflow)));
	const runAll = async () => {
		for (const { executionId } of await startAll()) {
			const { error } = await n8n.finishedExecution(executionId!, 200_000);
			expect(error).toBeUndefined();
		}
	};
	// the first run of Cancelled orders only notes what was cancelled before
	await makeTable(n8n, ordersTable, tablesOf('orders-into-table').get(ordersTable)!);
	await runExample(n8n, cancelling);
	const rowsOf = async (table: string) => await tableRows(n8n, `marketplace_hub_${table}`);
	/** A start polls the queue at once. */
	const killAndStart = async (meanwhile = () => {}) => {
		await server.kill();
		meanwhile();
		await server.start();
		n8n = await signIn(server);
	};

	// of ten orders one is cancelled at once and one later, one is invoiced by the ERP itself
	const statuses = ['cancelado', 'pago', 'faturado', ...Array<string>(7).fill('pago')];
	const orders = Array.from({ length: 200 }, (_, index) =>
		hub.createOrder({ status: statuses[index % 10] }),
	);
	const cancelled = orders.filter((_, index) => index % 10 < 2);
	const invoiced = orders.filter((_, index) => index % 10 === 2);
	const live = orders.filter((_, index) => index % 10 > 2);
	const idsOf = (some: FullOrder[]) => some.map(({ idPedido }) => String(idPedido));
	addZplLabels(hub, orders);
	const pieces = () => sumBy([...hub.state.products.values()], stockOf);
	const before = pieces();
	const stored = async (status: string, count: number) =>
		await waitFor(
			async () => {
				const rows = await rowsOf('orders');
				return rows.filter((row) => row.status === status).length === count;
			},
			{ what: `${count} orders with the status ${status}`, timeout: 240_000, every: 250 },
		);
	await n8n.publish(receive);
	await stored('cancelado', 20);
	await stored('pago', 160);

	await startAll();
	const isUnderWay = () =>
		hub.state.statusUpdates.length >= 60 && hub.count({ endpoint: 'stockBatch' }) > 0;
	await waitFor(isUnderWay, { what: 'notes, and stock that is put back', every: 2 });
	await killAndStart(() => {
		for (const { idPedido } of cancelled) hub.updateOrder(idPedido, { status: 'cancelado' });
	});
	await stored('cancelado', 40);

	await startAll();
	await waitFor(() => office.state.jobs > 0, { what: 'a print job', every: 2 });
	await killAndStart();

	// what the message asks of a person: look at the printer, and note what came out
	await runAll();
	expect(emails.map(({ subject }) => subject)).toContainEqual(
		expect.stringMatching(/^Look at \d+ labels$/),
	);
	await updateRows(n8n, 'marketplace_hub_printed', ['step', 'printing'], { step: 'printed' });
	await runAll();

	const statusOf = (some: FullOrder[]) =>
		countBy(some, ({ idPedido }) => hub.state.orders.get(idPedido)!.status);
	const check = async () => {
		expect(statusOf(live)).toEqual({ entregue: 140 });
		expect(statusOf(invoiced)).toEqual({ faturado: 20 });
		expect(statusOf(cancelled)).toEqual({ cancelado: 40 });
		expect(countBy(await rowsOf('shipping'), 'step')).toEqual({ delivered: 140, cancelled: 40 });
		const updates = hub.state.statusUpdates.map(({ idPedido, status }) => `${idPedido} ${status}`);
		expect(new Set(updates).size).toBe(updates.length);
		expect(office.notes.length).toBe(new Set(office.notes).size);
		expect(office.printed.length).toBe(new Set(office.printed).size);
		expect(office.printed).toEqual(expect.arrayContaining(idsOf([...live, ...invoiced])));
		expect(new Set(office.documents)).toEqual(new Set(hub.state.fiscalDocuments.keys()));
		const back = cancelled.flatMap(({ itens }) => itens.map(({ qtd }) => qtd));
		expect(pieces() - before).toBe(back.reduce((sum, qtd) => sum + qtd, 0));
		return [updates, office.notes, office.printed, office.documents].map(({ length }) => length);
	};
	const counts = await check();
	await runAll();
	expect(await check()).toEqual(counts);
}, 300_000);
