import { mediaPriceCases, numberCases, priceCases, textCases } from '../../support/fieldCases.mts';
import { testFieldRules } from '../../support/fieldRules.mts';
import { addListing, addProducts, addSkus } from '../../support/products.mts';
import { byId, bySku, mapped, op } from '../../support/items.mts';
const sku = (index: number) => `S${index}`;
/** The SKUs of `textCases`. */
const known = (length: number) =>
	['x', 'é'.repeat(length), '😀'.repeat(length)].map((skuProduto) => ({ skuProduto }));
/** Parts of a piece, which are refused, not rounded. */
const parts = (field: string) =>
	[2.5, '2,5', '2.50'].map((value) => ({ field, value, rule: 'must be a whole number' }));
const media = [
	{ field: 'precoPorMidia', value: 50.01, rule: 'must not be above `precoDeMidia`' },
	{ field: 'precoPorMidia', value: 50 },
];

/* Field rules of the reference, checked before sending. */

testFieldRules('stock', {
	operation: op('stock updateBatch', mapped),
	endpoint: 'stockBatch',
	entry: (index) => ({ sku: sku(index), estoque: 1 }),
	prepare: (hub, count) => {
		addSkus(hub, count);
		addProducts(hub, known(250));
	},
	sent: ({ estoques }) => estoques as unknown[],
	cases: [
		...textCases('sku', 250, true),
		...numberCases('estoque', { min: 0, max: 999999, step: 1, required: true }),
		...parts('estoque'),
	],
});

testFieldRules('price', {
	operation: op('price updateBatch', mapped),
	endpoint: 'priceBatch',
	entry: (index) => ({ sku: sku(index), precoDe: 99.9, precoPor: 0.01 }),
	prepare: (hub, count) => {
		addSkus(hub, count);
		addProducts(hub, known(250));
	},
	sent: ({ precos }) => precos as unknown[],
	cases: [...textCases('sku', 250, true), ...priceCases(), ...mediaPriceCases()],
});

testFieldRules('media prices of a price entry', {
	operation: op('price updateBatch', mapped),
	endpoint: 'priceBatch',
	entry: (index) => ({ sku: sku(index), precoDe: 99.9, precoPor: 0.01, precoDeMidia: 50 }),
	prepare: addSkus,
	sent: ({ precos }) => precos as unknown[],
	cases: media,
});

testFieldRules('customized price', {
	operation: op('customizedPrice set', mapped),
	endpoint: 'customizedPriceSet',
	entry: (index) => ({
		idCanalIntegracao: 11,
		skuProduto: sku(index),
		precoDe: 99.9,
		precoPor: 79.9,
	}),
	prepare: (hub, count) => {
		addSkus(hub, count);
		addProducts(hub, known(250));
		hub.state.channels.set(1, { id: 1, hash: 'c1', nome: 'Um', ativo: true });
	},
	sent: ({ precos }) => precos as unknown[],
	cases: [
		...numberCases('idCanalIntegracao', { min: 1, step: 1, required: true }),
		{ field: 'idCanalIntegracao', value: 11.5, rule: 'must be a whole number' },
		...textCases('skuProduto', 250, true),
		...priceCases('', false),
	],
});

testFieldRules('listing price', {
	operation: op('listingPrice set', mapped),
	endpoint: 'listingPriceSet',
	entry: (index) => ({
		idCanalIntegracao: 11,
		prefixoCanalIntegracao: 'CLA',
		skuProduto: sku(index),
		precoDe: 99.9,
		precoPor: 79.9,
	}),
	prepare: (hub, count) => {
		const skus = [...addSkus(hub, count), ...known(250).map(({ skuProduto }) => skuProduto)];
		hub.state.channels.set(1, { id: 1, hash: 'c1', nome: 'Um', ativo: true });
		const prefixes = ['CLA', ...known(10).map(({ skuProduto }) => skuProduto)];
		for (const name of skus)
			for (const idCanalIntegracao of [1, 11])
				for (const prefixoCanalIntegracao of prefixes)
					addListing(hub, name, { idCanalIntegracao, prefixoCanalIntegracao });
	},
	sent: ({ precos }) => precos as unknown[],
	cases: [
		...numberCases('idCanalIntegracao', { min: 1, step: 1, required: true }),
		...textCases('prefixoCanalIntegracao', 10, true),
		...textCases('skuProduto', 250, true),
		...priceCases('', false),
	],
});

testFieldRules('security stock', {
	operation: op('securityStock set', {
		idCanalIntegracao: { ...byId(''), value: '={{ $json.idCanalIntegracao }}' },
		sku: { ...bySku(''), value: '={{ $json.sku }}' },
		estoqueSeguranca: '={{ $json.estoqueSeguranca }}',
	}),
	endpoint: 'securityStockSet',
	entry: (index) => ({ idCanalIntegracao: 11, sku: sku(index), estoqueSeguranca: 2 }),
	prepare: (hub, count) => {
		addSkus(hub, count);
		addProducts(hub, known(255));
		hub.state.channels.set(1, { id: 1, hash: 'c1', nome: 'Um', ativo: true });
	},
	cases: [
		...numberCases('idCanalIntegracao', { min: 1, step: 1, required: true }),
		...textCases('sku', 255, true).filter(({ value }) => typeof value !== 'object'),
		...numberCases('estoqueSeguranca', { min: 0, step: 1, required: true }),
		...parts('estoqueSeguranca'),
	],
});
