import { storeProduct } from './products.mts';
import { priceProblems, productProblems } from './rules/productRules.mts';
import type { BatchItem, BatchNote, PriceWrite, ProductWrite, StockWrite } from './records.mts';
import type { HubState } from './state.mts';

type Outcome = Pick<BatchNote, 'identificador' | 'sucesso' | 'info' | 'error' | 'details'>;

function success(identificador: string, info: string): Outcome {
	return { identificador, sucesso: true, info };
}

function failure(identificador: string, error: string, details?: string[]): Outcome {
	return { identificador, sucesso: false, error, ...(details && { details }) };
}

/** Carries out one item of a batch (shapes were checked up front) and says how it went. */
export function carryOutItem(state: HubState, item: BatchItem): Outcome {
	if (item.kind === 'product') return registerProduct(state, item.value);
	if (item.kind === 'stock') return setStock(state, item.value);
	return setPrices(state, item.value);
}

function registerProduct(state: HubState, product: ProductWrite): Outcome {
	const details = productProblems(state, product);
	if (details.length > 0) return failure(product.skuProduto, 'Produto não cadastrado.', details);
	storeProduct(state, product);
	return success(product.skuProduto, 'Produto cadastrado com sucesso.');
}

function setStock(state: HubState, { sku, estoque }: StockWrite): Outcome {
	const found = state.findSku(sku);
	if (!found) return failure(sku, 'SKU não encontrado.');
	if (!found.variation && found.product.variacoes.length > 0) {
		return failure(sku, 'Produto com variações: informe o SKU da variação.', [
			`variações: ${found.product.variacoes.map(({ skuVariacao }) => skuVariacao).join(', ')}`,
		]);
	}
	(found.variation ?? found.product).estoque = estoque;
	return success(sku, 'Estoque atualizado com sucesso.');
}

function setPrices(state: HubState, { sku, ...prices }: PriceWrite): Outcome {
	const found = state.findSku(sku);
	if (!found) return failure(sku, 'SKU não encontrado.');
	const details = priceProblems(prices, '');
	if (details.length > 0) return failure(sku, 'Preço não atualizado.', details);
	const { precoDe, precoPor, precoDeMidia, precoPorMidia } = prices;
	Object.assign(found.variation ?? found.product, {
		precoDe,
		precoPor,
		...(precoDeMidia !== undefined && { precoDeMidia }),
		...(precoPorMidia !== undefined && { precoPorMidia }),
	});
	return success(sku, 'Preço atualizado com sucesso.');
}
