import type { Context } from './context.mts';
import type {
	Prices,
	ProductWrite,
	StoredProduct,
	StoredVariation,
	VariationWrite,
} from './records.mts';
import type { HubState } from './state.mts';

/** Registers a product or replaces it; stock and ids of SKUs that stay are kept. */
export function storeProduct(state: HubState, written: ProductWrite): StoredProduct {
	const previous = state.products.get(written.skuProduto);
	const known = new Map(previous?.variacoes.map((variation) => [variation.skuVariacao, variation]));
	const attribute = (): number => state.next('attribute', 70001);
	const product: StoredProduct = {
		...written,
		idProduto: previous?.idProduto ?? state.next('product', 30001),
		idAtributoSimples: previous?.idAtributoSimples ?? attribute(),
		estoque: previous?.estoque ?? 0,
		variacoes: (written.variacoes ?? []).map((variation) => ({
			...variation,
			idAtributoSimples: known.get(variation.skuVariacao)?.idAtributoSimples ?? attribute(),
			estoque: known.get(variation.skuVariacao)?.estoque ?? 0,
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
	const { skuProdutoLider, skuProduto, nome, ativo, prazoProducao } = product;
	return {
		skuProdutoLider,
		skuProduto,
		nome,
		ativo,
		...pricesOf(product),
		estoque: stockOf(product),
		prazoProducao,
		links: { GET: address('productGet', sku), PUT: address('productUpdate', sku) },
	};
}

/** The full product record; what was never written reads as empty. */
export function fullProduct(product: StoredProduct): object {
	const {
		skuProduto,
		skuProdutoLider,
		nome,
		descricao,
		ean,
		idCategoriaExterna,
		ativo,
		prazoProducao,
	} = product;
	const { altura, largura, comprimento, peso, categoria, marca, imagens, variacoes } = product;
	return {
		skuProduto,
		skuProdutoLider,
		nome,
		descricao,
		descricaoCurta: product.descricaoCurta ?? '',
		descricaoSimples: product.descricaoSimples ?? '',
		ncm: product.ncm ?? '',
		ean,
		mpn: product.mpn ?? '',
		condicao: product.condicao ?? 'indefinido',
		faixaEtaria: product.faixaEtaria ?? 'indefinido',
		genero: product.genero ?? 'indefinido',
		idCategoriaExterna: idCategoriaExterna === undefined ? '' : String(idCategoriaExterna),
		...pricesOf(product),
		estoque: stockOf(product),
		prazoProducao,
		ativo,
		altura,
		largura,
		comprimento,
		peso,
		categoria,
		marca,
		imagens: imagens.map(({ id, url }) => ({ id, url })),
		urlVideo: product.urlVideo ?? '',
		urlProduto: product.urlProduto ?? '',
		caracteristicas: product.caracteristicas ?? {},
		tags: product.tags ?? [],
		cor: product.cor ?? '',
		variacoes: variacoes.map((variation) => variationRecord(product, variation)),
	};
}

/** One variation; measures that it does not have itself are the product's. */
export function variationRecord(product: StoredProduct, variation: StoredVariation): object {
	const { skuVariacao, tamanho = '', voltagem = '', ean = '', estoque } = variation;
	return {
		skuProduto: product.skuProduto,
		skuVariacao,
		tamanho,
		voltagem,
		...pricesOf(variation),
		estoque,
		ean,
		altura: variation.altura ?? product.altura,
		largura: variation.largura ?? product.largura,
		comprimento: variation.comprimento ?? product.comprimento,
		peso: variation.peso ?? product.peso,
	};
}

const writeFields = (
	'skuProduto skuProdutoLider nome descricao descricaoCurta descricaoSimples ncm ean mpn condicao faixaEtaria ' +
	'genero idCategoriaExterna precoDe precoPor precoDeMidia precoPorMidia ativo prazoProducao altura largura ' +
	'comprimento peso categoria marca imagens urlVideo urlProduto caracteristicas tags cor variacoes'
).split(' ');
const variationFields =
	'skuVariacao tamanho voltagem precoDe precoPor precoDeMidia precoPorMidia ean altura largura comprimento peso'.split(
		' ',
	);

function pick<T extends object>(value: T, fields = writeFields): T {
	return Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name))) as T;
}

/** Only the fields of the write shape; others in the body are ignored. */
export function writtenFields<T extends Partial<ProductWrite>>(body: T): T {
	const product = pick(body);
	if (product.variacoes) {
		product.variacoes = product.variacoes.map((variation) =>
			pick<VariationWrite>(variation, variationFields),
		);
	}
	return product;
}
