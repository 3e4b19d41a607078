import { describe, expect, test } from 'vitest';
import { addSkus } from '../../support/products.mts';
import { shown } from '../../support/items.mts';
import { byId, bySku } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

describe('deleting prices', () => {
	const deletions = [
		{
			parameters: {
				resource: 'customizedPrice',
				operation: 'delete',
				idCanalIntegracao: byId(11),
				sku: bySku('S0'),
			},
			endpoint: 'customizedPriceDelete',
		},
		{
			parameters: {
				resource: 'listingPrice',
				operation: 'delete',
				idCanalIntegracao: byId(11),
				sku: bySku('S0'),
				prefixoCanalIntegracao: 'CLA',
			},
			endpoint: 'listingPriceDelete',
		},
	];

	async function priced() {
		const pair = await setup();
		addSkus(pair.hub, 1);
		const place = {
			idCanalIntegracao: 11,
			prefixoCanalIntegracao: 'CLA',
			skuProduto: 'S0',
			codigoMkt: 'MKT1',
		};
		pair.hub.state.listings.set('11|CLA|S0', { ...place, preco: { precoDe: 20, precoPor: 10 } });
		pair.hub.state.customizedPrices.set('11|S0', {
			idProduto: 1,
			skuProduto: 'S0',
			idCanalIntegracao: 11,
			precoDe: 20,
			precoPor: 10,
		});
		return pair;
	}

	test.each(deletions)(
		'$endpoint: deleted once, a second time it is not there',
		async ({ parameters, endpoint }) => {
			const { hub, n8n } = await priced();
			const first = await n8n.run(parameters);
			expect(first.json()).toEqual([{ deleted: true }]);
			const second = await n8n.run(parameters);
			expect(shown(second.nodeError)).toMatch(/404: Preço personalizado/);
			expect(hub.count({ endpoint })).toBe(2);
			expect(
				hub.state.customizedPrices.size +
					[...hub.state.listings.values()].filter(({ preco }) => preco).length,
			).toBe(1);
		},
	);

	test.each(deletions)(
		'$endpoint: the answer is lost, the repeated request finds nothing: that is success',
		async ({ parameters, endpoint }) => {
			const { hub, n8n } = await priced();
			hub.faults.add({ kind: 'resetAfter', endpoint });
			const result = await n8n.run(parameters);
			expect(result.json()).toEqual([{ deleted: true }]);
			expect(
				hub.log.filter((request) => request.endpoint === endpoint).map(({ status }) => status),
			).toEqual([0, 404]);
		},
	);
});
