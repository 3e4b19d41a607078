import type { IDataObject } from 'n8n-workflow';
import { customized, listing, price, stock } from '../../support/batches.mts';
import { priceOrder } from '../../support/fieldCases.mts';
import { testFieldRules } from '../../support/fieldRules.mts';
import { addListing, addSkus } from '../../support/products.mts';
import { byId, bySku, op } from '../../support/items.mts';
import type { Hub } from '../../hub/index.mts';

/** Parts of a piece, which are refused, not rounded. */
const parts = (field: string) =>
	[2.5, '2,5', '2.50'].map((value) => ({ field, value, rule: 'must be a whole number' }));
const prices = { precoDe: 999_999.99, precoPor: 0.01 };
/** Puts the SKUs of entries into the hub, and the channel whose ID is at the boundary. */
const prepare = (hub: Hub, entries: IDataObject[]) => {
	const skus = entries.map(({ sku, skuProduto }) => String(sku ?? skuProduto));
	addSkus(hub, [...new Set(skus)]);
	hub.state.channels.set(1, { id: 1, hash: 'c1', nome: 'Um', ativo: true });
};

/* Field rules of the reference, checked before sending. */

testFieldRules('stock', {
	operation: stock,
	endpoint: 'stockBatch',
	entry: (index) => ({ sku: `S${index}`, estoque: 1 }),
	more: parts('estoque'),
	// a single value below zero is sent as 0
	skips: ({ field, value }) => field === 'estoque' && Number(value) < 0,
	prepare,
});

testFieldRules('price', {
	operation: price,
	endpoint: 'priceBatch',
	entry: (index) => ({ sku: `S${index}`, ...prices }),
	more: [...priceOrder(), ...priceOrder('', 'Midia')],
	prepare,
});

testFieldRules('customized price', {
	operation: customized,
	endpoint: 'customizedPriceSet',
	entry: (index) => ({ idCanalIntegracao: 11, skuProduto: `S${index}`, ...prices }),
	more: [
		{ field: 'idCanalIntegracao', value: 11.5, rule: 'must be a whole number' },
		{ field: 'precoPor', value: 500, beside: { precoDe: 400 } },
	],
	prepare,
});

testFieldRules('listing price', {
	operation: listing,
	endpoint: 'listingPriceSet',
	entry: (index) => ({
		...{ idCanalIntegracao: 11, prefixoCanalIntegracao: 'CLA', skuProduto: `S${index}` },
		...prices,
	}),
	more: [{ field: 'precoPor', value: 500, beside: { precoDe: 400 } }],
	prepare: (hub, entries) => {
		prepare(hub, entries);
		for (const { precoDe: _from, precoPor: _selling, ...listed } of entries)
			addListing(hub, listed.skuProduto as string, listed);
	},
});

testFieldRules('security stock', {
	operation: op('securityStock set', {
		idCanalIntegracao: { ...byId(''), value: '={{ $json.idCanalIntegracao }}' },
		sku: { ...bySku(''), value: '={{ $json.sku }}' },
		estoqueSeguranca: '={{ $json.estoqueSeguranca }}',
	}),
	endpoint: 'securityStockSet',
	entry: (index) => ({ idCanalIntegracao: 11, sku: `S${index}`, estoqueSeguranca: 2 }),
	more: parts('estoqueSeguranca'),
	// the form takes no object for the SKU
	skips: ({ field, value }) => field === 'sku' && typeof value === 'object',
	prepare,
});
