import type { INode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { importExample } from '../server/examples.mts';
import { outputOf, type Execution, type Workflow } from '../server/rest.mts';
import { nodeOf, useN8n } from './session.mts';

const seed = { channels: 3, products: 10, orders: 6, fiscalDocuments: 4 };
const { hub, n8n, credential } = await useN8n({ seed });

describe('examples that a user starts by hand, in a real n8n', () => {
	const start = async (workflow: Workflow): Promise<Execution> => {
		const execution = await n8n.run(workflow, 'When Clicking Execute');
		expect(execution.error).toBeUndefined();
		return execution;
	};
	const run = async (example: string) => await start(await importExample(n8n, example, credential));
	const idsOf = (execution: Execution, node: string) =>
		outputOf(execution, node).map(({ idPedido }) => Number(idPedido));
	const setStatus = (orders: Array<{ idPedido: number }>, status: string) =>
		orders.forEach(({ idPedido }) => hub.updateOrder(idPedido, { status }));

	const filesOf = (execution: Execution, node: string) =>
		(execution.runData[node]?.[0]?.data?.main?.[0] ?? []).map(({ binary }) => binary?.data);

	test('import-products.json: leader and colour are registered in one batch', async () => {
		const imported = await run('import-products');
		expect(outputOf(imported, 'Create Products')).toMatchObject([
			{ sku: 'CAMISETA-VERDE', sucesso: true },
			{ sku: 'CAMISETA-AZUL', sucesso: true },
		]);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
	});

	test('update-stock.json: each row has its own result, the unknown SKU its own branch', async () => {
		const updated = await run('update-stock');
		expect(outputOf(updated, 'Updated')).toMatchObject([
			{ sku: 'CANECA-1', sucesso: true },
			{ sku: 'CAMISETA-1-M', sucesso: true },
		]);
		expect(outputOf(updated, 'Refused')).toMatchObject([
			{ sku: 'NAO-EXISTE', estoque: 3, sucesso: false },
		]);
		expect(hub.count({ endpoint: 'stockBatch' })).toBe(1);
	});

	test('labels-and-invoices.json: labels and XML come as files of the right type', async () => {
		setStatus([...hub.state.orders.values()].slice(0, 2), 'faturado');
		const workflow = await importExample(n8n, 'labels-and-invoices', credential);
		const execution = await start(workflow);
		const labels = filesOf(execution, 'Print');
		expect(labels.length).toBeGreaterThan(0);
		const extensions: Record<string, string> = {
			'application/pdf': 'pdf',
			'application/zpl': 'zpl',
			'image/png': 'png',
			'image/jpeg': 'jpg',
		};
		for (const label of labels)
			expect(label?.fileName).toMatch(new RegExp(`\\.${extensions[label?.mimeType ?? '']}$`));

		const invoices = outputOf(execution, 'XML');
		expect(invoices.length).toBeGreaterThan(0);
		expect(filesOf(execution, 'XML').map((file) => [file?.fileName, file?.mimeType])).toEqual(
			invoices.map(({ chaveAcesso }) => [`${String(chaveAcesso)}.xml`, 'application/xml']),
		);

		// each label is printed once, also when there are more orders next time
		expect(filesOf(await start(workflow), 'Print')).toEqual([]);
		const later = hub.createOrder({ status: 'faturado' });
		expect(idsOf(await start(workflow), 'Not Printed Yet')).toEqual([later.idPedido]);
	});

	test('channel-prices.json: prices in the first channel, the unknown SKU on its own branch', async () => {
		const execution = await run('channel-prices');
		const [channel] = outputOf(execution, 'Channel');
		expect(outputOf(execution, 'Set')).toMatchObject([
			{ skuProduto: 'CANECA-1', idCanalIntegracao: channel!.id, precoPor: 39.9, sucesso: true },
			{ skuProduto: 'CAMISETA-1', idCanalIntegracao: channel!.id, sucesso: true },
		]);
		expect(outputOf(execution, 'Refused')).toMatchObject([
			{ skuProduto: 'NAO-EXISTE', sucesso: false },
		]);
	});

	test('find-missed-orders.json: an order comes until it is stored, and again in a new status', async () => {
		const day = 24 * 60 * 60_000;
		const issued = (ago: number) =>
			new Date(Date.now() - ago * day).toISOString().slice(0, 19).replace('T', ' ');
		setStatus([...hub.state.orders.values()], 'entregue');
		hub.createOrder({ status: 'pago', dataEmissao: issued(30) });
		const orders = ['novo', 'pago', 'faturado', 'enviado'].map((status) =>
			hub.createOrder({ status, dataEmissao: issued(2) }),
		);
		const workflow = await importExample(n8n, 'find-missed-orders', credential);
		const ids = (some: typeof orders) => some.map(({ idPedido }) => idPedido).sort();

		const adapted = { adapt: failsToStore };
		const failing = await importExample(n8n, 'find-missed-orders', credential, adapted);
		expect((await n8n.run(failing, 'When Clicking Execute')).error?.message).toBe('no ERP');
		const stored = async () => idsOf(await start(workflow), 'Stored').sort();
		expect(await stored()).toEqual(ids(orders));
		expect(await stored()).toEqual([]);
		setStatus(orders.slice(0, 1), 'pago');
		const late = hub.createOrder({ status: 'pago', dataEmissao: issued(1) });
		expect(await stored()).toEqual(ids([orders[0]!, late]));
	});
});

/** An ERP that takes nothing. */
function failsToStore(node: INode): INode {
	if (node.name !== 'Store in ERP') return node;
	return nodeOf(node.name, 'stopAndError', { parameters: { errorMessage: 'no ERP' } });
}
