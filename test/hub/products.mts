import type { Context } from './context.mts';
import * as contract from './contract/products.mts';
import { known } from './contract/schema.mts';
import type { Prices, ProductWrite, StoredProduct, StoredVariation } from './records.mts';
import type { HubState } from './state.mts';

/** Registers a product or replaces it; stock and ids of SKUs that stay are kept. */
export function storeProduct(state: HubState, written: ProductWrite): StoredProduct {
	const previous = state.products.get(written.skuProduto);
	const kept = new Map(previous?.variacoes.map((variation) => [variation.skuVariacao, variation]));
	const attribute = (): number => state.next('attribute', 70001);
	const product: StoredProduct = {
		...written,
		idProduto: previous?.idProduto ?? state.next('product', 30001),
		idAtributoSimples: previous?.idAtributoSimples ?? attribute(),
		estoque: previous?.estoque ?? 0,
		variacoes: (written.variacoes ?? []).map((variation) => ({
			...variation,
			idAtributoSimples: kept.get(variation.skuVariacao)?.idAtributoSimples ?? attribute(),
			estoque: kept.get(variation.skuVariacao)?.estoque ?? 0,
		})),
	};
	state.addProduct(product);
	return product;
}

/** A product's stock is the sum of its variations. */
export function stockOf(product: StoredProduct): number {
	if (product.variacoes.length === 0) return product.estoque;
	return product.variacoes.reduce((sum, { estoque }) => sum + estoque, 0);
}

function pricesOf({ precoDe, precoPor, precoDeMidia, precoPorMidia }: Prices): Required<Prices> {
	return {
		precoDe,
		precoPor,
		precoDeMidia: precoDeMidia ?? precoDe,
		precoPorMidia: precoPorMidia ?? precoPor,
	};
}

/** An item of the product list. */
export function basicProduct(product: StoredProduct, address: Context['address']): object {
	const sku = { sku: product.skuProduto };
	return known(contract.basicProduct, {
		...product,
		...pricesOf(product),
		estoque: stockOf(product),
		links: { GET: address('productGet', sku), PUT: address('productUpdate', sku) },
	});
}

/** The values of a full record for fields that were never written. */
const unwritten = {
	descricaoCurta: '',
	descricaoSimples: '',
	ncm: '',
	mpn: '',
	condicao: 'indefinido',
	faixaEtaria: 'indefinido',
	genero: 'indefinido',
	urlVideo: '',
	urlProduto: '',
	caracteristicas: {},
	tags: [],
	cor: '',
};

/** The full product record. */
export function fullProduct(product: StoredProduct): object {
	const { idCategoriaExterna = '', variacoes } = product;
	return known(contract.product, {
		...unwritten,
		...product,
		...pricesOf(product),
		idCategoriaExterna: String(idCategoriaExterna),
		estoque: stockOf(product),
		variacoes: variacoes.map((variation) => variationRecord(product, variation)),
	});
}

/** One variation; measures that it does not have itself are the product's. */
export function variationRecord(product: StoredProduct, variation: StoredVariation): object {
	const { skuProduto, altura, largura, comprimento, peso } = product;
	const measures = { altura, largura, comprimento, peso };
	return known(contract.variation, {
		skuProduto,
		tamanho: '',
		voltagem: '',
		ean: '',
		...measures,
		...variation,
		...pricesOf(variation),
	});
}

/** Only the fields of the write shape; others in the body are ignored. */
export function writtenFields<T extends Partial<ProductWrite>>(body: T): T {
	return known(contract.productWrite, body) as Partial<ProductWrite> as T;
}
