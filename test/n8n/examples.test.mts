import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importExample } from '../server/examples.mts';
import { outputOf, type Credential, type Execution, type N8nRest } from '../server/rest.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { signIn, storeCredential } from './session.mts';

describe('examples that a user starts by hand, in a real n8n', () => {
	let hub: Hub;
	let n8n: N8nRest;
	let credential: Credential;

	beforeAll(async () => {
		[hub, n8n] = await Promise.all([
			startHub({ seed: { channels: 3, products: 10, orders: 6, fiscalDocuments: 4 } }),
			signIn(),
		]);
		credential = await storeCredential(n8n, hub);
	});
	afterAll(async () => await hub.stop());

	const run = async (example: string): Promise<Execution> => {
		const workflow = await importExample(n8n, example, credential);
		const execution = await n8n.run(workflow, 'When Clicking Execute');
		expect(execution.error).toBeUndefined();
		return execution;
	};

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
		for (const { idPedido } of [...hub.state.orders.values()].slice(0, 2))
			hub.updateOrder(idPedido, { status: 'faturado' });
		const execution = await run('labels-and-invoices');
		const labels = filesOf(execution, 'Labels');
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

	test('find-missed-orders.json: what it has passed on before does not come again', async () => {
		for (const { idPedido } of [...hub.state.orders.values()].slice(-2))
			hub.updateOrder(idPedido, { status: 'pago' });
		const paid = [...hub.state.orders.values()].filter(({ status }) => status === 'pago');
		const workflow = await importExample(n8n, 'find-missed-orders', credential);
		const found = async () => {
			const execution = await n8n.run(workflow, 'When Clicking Execute');
			expect(execution.error).toBeUndefined();
			return outputOf(execution, 'Store in ERP').map(({ idPedido }) => idPedido);
		};
		expect((await found()).sort()).toEqual(paid.map(({ idPedido }) => idPedido).sort());
		expect(await found()).toEqual([]);
		const late = hub.createOrder({ status: 'pago' });
		expect(await found()).toEqual([late.idPedido]);
	});
});
