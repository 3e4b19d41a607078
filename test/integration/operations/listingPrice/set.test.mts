import { expect, test } from 'vitest';
import { listing, pricesSent } from '../../../support/batches.mts';
import { answer, go } from '../../../support/items.mts';
import { addListing, channelPrice } from '../../../support/products.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ skus: 250 });
const row = (sku: string, prefixoCanalIntegracao = 'CLA') => ({
	...channelPrice(sku),
	prefixoCanalIntegracao,
});

test('each row sets the price of a listing and comes out with its code in the marketplace', async () => {
	addListing(at.hub, 'S0', { codigoMkt: 'MLB1' });
	const { json } = await at.n8n.done(listing, [row('S0')]);
	expect(json()).toEqual([{ ...row('S0'), codigoMkt: 'MLB1', sucesso: true }]);
	expect(at.hub.state.listings.get('11|CLA|S0')?.preco).toMatchObject({
		precoDe: 20,
		precoPor: 10,
	});
});

test('an unpublished product and an unknown prefix are refused, and the others are set', async () => {
	addListing(at.hub, 'S0');
	addListing(at.hub, 'S1');
	const { json } = await at.n8n.run(listing, [row('S2'), row('S0', 'XYZ'), row('S1')], go);
	expect(json()).toMatchObject([
		{ sucesso: false, error: 'Anúncio não publicado no marketplace.' },
		{ sucesso: false, error: 'Prefixo do canal de integração não encontrado.' },
		{ sucesso: true },
	]);
});

test('250 rows take three requests', async () => {
	const rows = Array.from({ length: 250 }, (_, index) => row(`S${index}`));
	for (const { skuProduto } of rows) addListing(at.hub, skuProduto);
	const { json } = await at.n8n.done(listing, rows);
	expect(json()).toMatchObject(rows.map((each) => ({ ...each, sucesso: true })));
	const sent = pricesSent(at.hub, 'listingPriceSet');
	expect(sent.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('two listings of one row are paired with its item', async () => {
	const done = (sku: string, codigoMkt: string) => ({ ...row(sku), codigoMkt });
	const resultados = [
		{ skuProduto: 'S0', sucessos: [done('S0', 'M1'), done('S0', 'M2')], erros: [] },
		{ skuProduto: 'S1', sucessos: [done('S1', 'M3')], erros: [] },
	];
	answer(at.hub, 'listingPriceSet', { resultados });
	const { items } = await at.n8n.done(listing, [row('S0'), row('S1')]);
	expect(items().map(({ json, pairedItem }) => [json.codigoMkt, pairedItem])).toEqual([
		['M1', { item: 0 }],
		['M2', { item: 0 }],
		['M3', { item: 1 }],
	]);
});
