import { expect, test } from 'vitest';
import { byId, bySku, op, requests } from '../../../support/items.mts';
import { addListing } from '../../../support/products.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach();
const remove = (sku: string, prefixoCanalIntegracao = 'CLA') =>
	op('listingPrice delete', {
		idCanalIntegracao: byId(11),
		prefixoCanalIntegracao,
		sku: bySku(sku),
	});

test('the price of the listing is deleted, and the listing stays', async () => {
	addListing(at.hub, 'CANECA-1', { preco: { precoDe: 20, precoPor: 10 } });
	expect((await at.n8n.done(remove('CANECA-1'))).json()).toEqual([{ deleted: true }]);
	expect(at.hub.state.listings.get('11|CLA|CANECA-1')?.preco).toBeUndefined();
});

test('a listing with another prefix keeps its price', async () => {
	addListing(at.hub, 'CANECA-1', { preco: { precoDe: 20, precoPor: 10 } });
	expect((await at.n8n.run(remove('CANECA-1', 'PRE'))).nodeError?.message).toContain('404');
	expect(at.hub.state.listings.get('11|CLA|CANECA-1')?.preco).toBeDefined();
});

test('a SKU with slashes and blanks reaches the hub unchanged', async () => {
	addListing(at.hub, 'A/B C', { preco: { precoDe: 20, precoPor: 10 } });
	expect((await at.n8n.done(remove('A/B C'))).json()).toEqual([{ deleted: true }]);
	expect(requests(at.hub, 'listingPriceDelete')[0]?.path).toMatch(/\/A%2FB%20C$/);
});
