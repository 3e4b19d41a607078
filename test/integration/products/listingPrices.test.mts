import { describe, expect, test } from 'vitest';
import { addSkus } from '../../support/products.mts';
import { bodies, itemOf, mapped } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import { entry, type Prices } from './priceEntries.mts';

const listing = { resource: 'listingPrice', operation: 'set', ...mapped };
const go = { onError: 'continueRegularOutput' as const };

describe('listing prices', () => {
	test('250 entries are 3 requests; prefix, listing code and failures come back with their items', async () => {
		const { hub, n8n } = await setup();
		const skus = addSkus(hub, 250);
		for (const [index, skuProduto] of skus.entries()) {
			if (index === 30) continue;
			hub.state.listings.set(`11|CLA|${skuProduto}`, {
				idCanalIntegracao: 11,
				prefixoCanalIntegracao: 'CLA',
				skuProduto,
				codigoMkt: `MKT${index}`,
			});
		}
		const items = skus.map((sku, index) => ({
			...entry(sku),
			prefixoCanalIntegracao: index === 200 ? 'XYZ' : 'CLA',
		}));
		const result = await n8n.run(listing, items, go);
		expect(bodies<Prices>(hub, 'listingPriceSet').map(({ precos }) => precos.length)).toEqual([
			100, 100, 50,
		]);
		expect(result.items().map(itemOf)).toEqual(items.map((_, index) => index));
		expect(result.json()[3]).toEqual({
			skuProduto: 'S3',
			idCanalIntegracao: 11,
			prefixoCanalIntegracao: 'CLA',
			codigoMkt: 'MKT3',
			precoDe: 20,
			precoPor: 10,
			sucesso: true,
		});
		expect(
			result.json().flatMap(({ sucesso }, index) => (sucesso === true ? [] : [index])),
		).toEqual([30, 200]);
		expect(result.json()[30]?.error).toBe('Anúncio não publicado no marketplace.');
		expect(result.json()[200]).toMatchObject({
			prefixoCanalIntegracao: 'XYZ',
			error: 'Prefixo do canal de integração não encontrado.',
		});
	});

	test('one SKU with two prefixes', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		const place = { idCanalIntegracao: 11, skuProduto: 'S0' };
		hub.state.listings.set('11|PRE|S0', {
			...place,
			prefixoCanalIntegracao: 'PRE',
			codigoMkt: 'MKT9',
		});
		const result = await n8n.run(
			listing,
			['CLA', 'PRE'].map((prefixoCanalIntegracao) => ({ ...entry('S0'), prefixoCanalIntegracao })),
			go,
		);
		expect(
			result.json().map(({ prefixoCanalIntegracao, sucesso }) => [prefixoCanalIntegracao, sucesso]),
		).toEqual([
			['CLA', false],
			['PRE', true],
		]);
	});
});
