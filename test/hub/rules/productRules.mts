import type { Prices, ProductWrite, VariationWrite } from '../records.mts';
import type { HubState } from '../state.mts';

/** The rules between prices: 'por' never above 'de', for media as well. `place` goes before the field names. */
export function priceProblems(prices: Prices, place: string): string[] {
	const { precoDe, precoPor, precoDeMidia, precoPorMidia } = prices;
	const details: string[] = [];
	if (precoPor > precoDe) details.push(`${place}precoPor: não deve ser maior que precoDe`);
	if (precoDeMidia !== undefined && precoPorMidia !== undefined && precoPorMidia > precoDeMidia) {
		details.push(`${place}precoPorMidia: não deve ser maior que precoDeMidia`);
	}
	return details;
}

/**
 * The rules of a product beyond its single fields (part 'Product write fields'): prices, leader first, SKUs used
 * once, variations by size or by voltage.
 * @param existing the product's SKU when it is registered already and is being changed
 */
export function productProblems(
	state: HubState,
	product: ProductWrite,
	existing?: string,
): string[] {
	const { skuProduto, skuProdutoLider, variacoes = [] } = product;
	const details = priceProblems(product, '');
	if (skuProduto !== existing && state.products.has(skuProduto))
		details.push('skuProduto: já cadastrado');
	const owner = state.findVariation(skuProduto)?.product.skuProduto;
	if (owner !== undefined && owner !== existing)
		details.push('skuProduto: já é o SKU de uma variação');
	if (skuProdutoLider !== skuProduto && !state.products.has(skuProdutoLider)) {
		details.push('skuProdutoLider: produto líder não cadastrado');
	}
	return [...details, ...variationProblems(state, skuProduto, variacoes)];
}

function variationProblems(
	state: HubState,
	skuProduto: string,
	variations: VariationWrite[],
): string[] {
	const details: string[] = [];
	const seen = new Set<string>();
	variations.forEach((variation, index) => {
		const place = `variacoes[${index}].`;
		const { skuVariacao, precoDe, precoPor } = variation;
		details.push(...priceProblems({ precoDe, precoPor }, place));
		if (seen.has(skuVariacao)) details.push(`${place}skuVariacao: repetido`);
		seen.add(skuVariacao);
		const owner = state.findVariation(skuVariacao)?.product.skuProduto;
		const taken = skuVariacao !== skuProduto && state.products.has(skuVariacao);
		if (taken || (owner !== undefined && owner !== skuProduto)) {
			details.push(`${place}skuVariacao: já cadastrado`);
		}
	});
	const bySize = variations.some(({ tamanho }) => tamanho !== undefined);
	const byVoltage = variations.some(({ voltagem }) => voltagem !== undefined);
	if (bySize && byVoltage) details.push('variacoes: tamanho ou voltagem, nunca ambos');
	return details;
}
