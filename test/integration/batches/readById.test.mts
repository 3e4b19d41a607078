import { describe, expect, test } from 'vitest';
import { addSkus } from '../../support/products.mts';
import { asJson } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

const stock = { resource: 'stock', operation: 'updateBatch' };

describe('a batch read by its ID', () => {
	test('Wait Until Processed returns it processed, split into its entries if wanted', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 2);
		await n8n.run({
			...stock,
			...asJson([
				{ sku: 'S0', estoque: 1 },
				{ sku: 'NONE', estoque: 1 },
			]),
			waitForResult: false,
		});
		const batchId = byId(5001).value;
		const whole = await n8n.run({ resource: 'batch', operation: 'wait', batchId });
		expect(whole.json()).toEqual([
			expect.objectContaining({ batchId: 5001, status: 'processado', contemErros: true }),
		]);
		const entries = await n8n.run({
			resource: 'batch',
			operation: 'wait',
			batchId,
			splitEntries: true,
		});
		expect(entries.json()).toEqual([
			expect.objectContaining({ batchId: 5001, identificador: 'S0', sucesso: true }),
			expect.objectContaining({ batchId: 5001, identificador: 'NONE', sucesso: false }),
		]);
	});
});
