import { describe, expect, test } from 'vitest';
import { addProducts } from '../../support/products.mts';
import { asJson, shown, op } from '../../support/items.mts';
import { byId, bySku } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

describe('what cannot be a part of an address or a filter is refused, nothing is sent', () => {
	test.each(['.', '..'])('%j as a path part', async (sku) => {
		const { hub, n8n } = await setup();
		for (const operation of ['get', 'delete']) {
			const result = await n8n.run({ resource: 'product', operation, sku: bySku(sku) });
			expect(shown(result.nodeError)).toContain(`must not be '${sku}'`);
		}
		const prefix = await n8n.run(
			op('listingPrice delete', {
				idCanalIntegracao: byId(11),
				sku: bySku('A'),
				prefixoCanalIntegracao: sku,
			}),
		);
		expect(shown(prefix.nodeError)).toContain('`prefixoCanalIntegracao`');
		expect(hub.log.filter(({ endpoint }) => endpoint !== 'auth')).toEqual([]);
	});

	test('nothing at all, and half a character', async () => {
		const { hub, n8n } = await setup();
		for (const [sku, message] of [
			['={{ "" }}', /empty/],
			['={{ "a\\ud83d" }}', /cannot be sent/],
		] as const) {
			const result = await n8n.run(op('product delete', { sku: bySku(sku) }));
			expect(shown(result.nodeError)).toMatch(message);
		}
		expect(hub.log.filter(({ endpoint }) => endpoint !== 'auth')).toEqual([]);
	});

	test.each(['securityStock', 'customizedPrice'])(
		'a vertical bar in a filter of %s',
		async (resource) => {
			const { hub, n8n } = await setup();
			const result = await n8n.run({
				resource,
				operation: 'getMany',
				filters: { sku: ['A', 'B|C'] },
			});
			expect(shown(result.nodeError)).toMatch(/`sku` must not hold a vertical bar: 'B\|C'/);
			expect(hub.log.filter(({ endpoint }) => endpoint !== 'auth')).toEqual([]);
		},
	);

	test('a vertical bar in a body or a path is a character like any other', async () => {
		const { hub, n8n } = await setup();
		addProducts(hub, [{ skuProduto: 'B|C' }]);
		const stock = await n8n.run(op('stock updateBatch', asJson({ sku: 'B|C', estoque: 1 })));
		expect(stock.json()).toEqual([expect.objectContaining({ sku: 'B|C', sucesso: true })]);
		expect((await n8n.run(op('product delete', { sku: bySku('B|C') }))).json()).toEqual([
			{ deleted: true },
		]);
	});
});
