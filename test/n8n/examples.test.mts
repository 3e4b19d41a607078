import { describe, expect, test } from 'vitest';
import { importExample } from '../server/examples.mts';
import { outputOf, type Workflow } from '../server/rest.mts';
import { addCustomizedPrice } from '../support/products.mts';
import { writes } from '../support/sync.mts';
import { runExample, useN8n } from './session.mts';

const seed = { channels: 3, products: 10, orders: 6, fiscalDocuments: 4 };
const { hub, n8n, credential } = await useN8n({ seed });

describe('examples that a user starts by hand, in a real n8n', () => {
	const start = async (workflow: Workflow) => await runExample(n8n, workflow);
	const run = async (example: string) =>
		await n8n.run(await importExample(n8n, example, credential));

	test('catalogue-from-spreadsheet.json: both colours are registered, and a second run changes nothing', async () => {
		const workflow = await importExample(n8n, 'catalogue-from-spreadsheet', credential);
		const statuses = async () =>
			outputOf(await start(workflow), 'In Step').map(({ sku, status }) => [sku, status]);
		const shirts = ['CAMISETA-VERDE', 'CAMISETA-AZUL'];
		expect(await statuses()).toEqual(shirts.map((sku) => [sku, 'created']));
		expect(hub.state.products.get('CAMISETA-AZUL')?.imagens).toHaveLength(3);
		expect(await statuses()).toEqual(shirts.map((sku) => [sku, 'unchanged']));
		expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
	});

	test('campaign.json: running prices are set, ended ones are deleted, and a second run changes nothing', async () => {
		const [channel = 0] = hub.state.channels.keys();
		addCustomizedPrice(hub, 'CAMISETA-1', { idCanalIntegracao: channel, precoPor: 79.9 });
		addCustomizedPrice(hub, 'FONE-1', { idCanalIntegracao: channel });
		const workflow = await importExample(n8n, 'campaign', credential);
		const execution = await start(workflow);
		expect(outputOf(execution, 'In Step')).toMatchObject([
			{ skuProduto: 'CANECA-1', idCanalIntegracao: channel, after: { precoPor: 39.9 } },
		]);
		const held = ['CANECA-1', 'CAMISETA-1', 'FONE-1'].map(
			(sku) => hub.state.customizedPrices.get(`${channel}|${sku}`)?.precoPor,
		);
		expect(held).toEqual([39.9, undefined, 10]);
		const sent = writes(hub).length;
		const again = await start(workflow);
		expect(outputOf(again, 'In Step')).toMatchObject([{ status: 'unchanged' }]);
		expect(writes(hub)).toHaveLength(sent);
	});

	test('update-stock.json: each row has its own result, and the unknown SKU is told at the end', async () => {
		const updated = await run('update-stock');
		expect(outputOf(updated, 'Updated')).toMatchObject([
			{ sku: 'CANECA-1', sucesso: true },
			{ sku: 'CAMISETA-1-M', sucesso: true },
		]);
		expect(updated.error?.message).toMatch(/^NAO-EXISTE: .+$/);
		expect(hub.count({ endpoint: 'stockBatch' })).toBe(1);
	});

	test('channel-prices.json: prices go to the first channel, and the unknown SKU is told at the end', async () => {
		const execution = await run('channel-prices');
		const [channel] = outputOf(execution, 'Channel');
		expect(outputOf(execution, 'Set')).toMatchObject([
			{ skuProduto: 'CANECA-1', idCanalIntegracao: channel!.id, precoPor: 39.9, sucesso: true },
			{ skuProduto: 'CAMISETA-1', idCanalIntegracao: channel!.id, sucesso: true },
		]);
		expect(execution.error?.message).toMatch(/^NAO-EXISTE: .+$/);
	});
});
