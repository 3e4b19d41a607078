import type { IDataObject } from 'n8n-workflow';
import type { Hub } from '../hub/index.mts';
import { storeProduct } from '../hub/products.mts';
import type { ProductWrite } from '../hub/records.mts';

type ValueOf<Records> = Records extends Map<string, infer Value> ? Value : never;
type Price = ValueOf<Hub['state']['customizedPrices']>;
type Listing = ValueOf<Hub['state']['listings']>;

/** The fields that a product must have, and no other; a new SKU each time it is not given. */
export function productFields(changes: IDataObject = {}): IDataObject & { skuProduto: string } {
	const skuProduto = String(changes.skuProduto ?? 'P1');
	return {
		skuProduto,
		skuProdutoLider: skuProduto,
		nome: 'Camiseta azul',
		descricao: '<p>Camiseta</p>',
		ean: '7891000315507',
		precoDe: 99.9,
		precoPor: 79.9,
		ativo: true,
		prazoProducao: 0,
		altura: 2,
		largura: 20,
		comprimento: 30,
		peso: 0.2,
		categoria: ['Moda', 'Camisetas'],
		marca: 'Marca',
		imagens: [{ id: 1, url: 'https://example.com/camiseta.jpg' }],
		...changes,
	};
}

/** Puts products into the hub, with ids of their own and stock 5. */
export function addProducts(hub: Hub, products: IDataObject[]): void {
	for (const product of products) {
		const variacoes = ((product.variacoes ?? []) as object[]).map((variation) => ({
			...{ precoDe: 99.9, precoPor: 79.9 },
			...variation,
		}));
		const written = { ...productFields(product), variacoes } as unknown as ProductWrite;
		const stored = storeProduct(hub.state, written);
		for (const each of [stored, ...stored.variacoes]) each.estoque = 5;
	}
}

/** `S0`, `S1`, …, or the SKUs given, in the hub. */
export function addSkus(hub: Hub, skus: number | string[]): string[] {
	const all =
		typeof skus === 'number' ? Array.from({ length: skus }, (_, index) => `S${index}`) : skus;
	addProducts(
		hub,
		all.map((skuProduto) => ({ skuProduto })),
	);
	return all;
}

/** A product with one variation, of the same SKU with `-M` behind it. */
export const addVariations = (hub: Hub, skuProduto: string) =>
	addProducts(hub, [{ skuProduto, variacoes: [{ skuVariacao: `${skuProduto}-M`, tamanho: 'M' }] }]);

/** A price of a SKU in a channel, as the node takes it. */
export const channelPrice = (skuProduto: string, precoPor = 10, idCanalIntegracao = 11) => ({
	idCanalIntegracao,
	skuProduto,
	precoDe: 20,
	precoPor,
});

/** Puts a customized price of a SKU into the hub. */
export function addCustomizedPrice(hub: Hub, sku: string, changes: Partial<Price> = {}): void {
	const idProduto = hub.state.findSku(sku)?.product.idProduto ?? 1;
	const price = { idProduto, ...channelPrice(sku), ...changes };
	hub.state.customizedPrices.set(`${price.idCanalIntegracao}|${sku}`, price);
}

/** Puts a security stock of a product without variations into the hub, in channel 11. */
export function addSecurityStock(hub: Hub, sku: string, estoqueSeguranca = 2): void {
	const { idProduto, idAtributoSimples } = hub.state.products.get(sku)!;
	hub.state.securityStock.set(`11|${idAtributoSimples}`, {
		...{ idProduto, idAtributoSimples, idCanalIntegracao: 11, idIntegracao: 1 },
		...{ estoqueSeguranca, dataCadastro: '', dataAtualizacao: '' },
	});
}

/** Puts a listing of a SKU into the hub: that of channel 11 and prefix CLA, without a price of its own. */
export function addListing(hub: Hub, skuProduto: string, changes: Partial<Listing> = {}): void {
	const place = { idCanalIntegracao: 11, prefixoCanalIntegracao: 'CLA', skuProduto };
	const listing = { ...place, codigoMkt: 'M', ...changes };
	const { idCanalIntegracao, prefixoCanalIntegracao } = listing;
	hub.state.listings.set(`${idCanalIntegracao}|${prefixoCanalIntegracao}|${skuProduto}`, listing);
}
