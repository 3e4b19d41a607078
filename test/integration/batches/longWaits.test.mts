import { expect, onTestFinished, test } from 'vitest';
import { addSkus } from '../../support/products.mts';
import { mapped, op } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

test('many waits in one execution leave no listeners behind: Node.js warns of them in the log of n8n', async () => {
	const warnings: Error[] = [];
	const note = (warning: Error) => warnings.push(warning);
	process.on('warning', note);
	onTestFinished(() => {
		process.off('warning', note);
	});
	const { hub, n8n } = await setup({ batchDuration: 60_000 });
	addSkus(hub, 1200);
	const items = Array.from({ length: 1200 }, (_, index) => ({ sku: `S${index}`, estoque: 1 }));
	const result = await n8n.run(op('stock updateBatch', mapped), items);
	expect(result.json()).toHaveLength(1200);
	expect(hub.count({ endpoint: 'batchGet' })).toBeGreaterThan(50);
	await new Promise((resolve) => setImmediate(resolve));
	expect(warnings.map(({ name, message }) => `${name}: ${message}`)).toEqual([]);
});
