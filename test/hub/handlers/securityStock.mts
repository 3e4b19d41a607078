import { toDateTime } from '../clock.mts';
import { notFound, type Handlers } from '../context.mts';
import { byChannelName, page, several } from '../pages.mts';
import type { SecurityStockEntry, StoredProduct } from '../records.mts';

/**
 * Security stock per channel: written per variation, read per product (the highest of its variations), or
 * as a quirk per variation.
 */
export const securityStockHandlers = {
	securityStockList: (context, request) => {
		const { state, quirks } = context;
		const channels = several(request.query.idCanalIntegracao);
		const skus = several(request.query.sku);
		const products = new Map(
			[...state.products.values()].map((product) => [product.idProduto, product]),
		);
		const entries = new Map<string, ReadEntry>();
		for (const stored of state.securityStock.values()) {
			const { idProduto, idCanalIntegracao, estoqueSeguranca } = stored;
			if (estoqueSeguranca <= 0) continue;
			if (channels && !channels.has(String(idCanalIntegracao))) continue;
			const product = products.get(idProduto);
			const variation = quirks.securityStockByVariation
				? product?.variacoes.find((part) => part.idAtributoSimples === stored.idAtributoSimples)
				: undefined;
			const skuProduto = variation?.skuVariacao ?? product?.skuProduto ?? '';
			if (skus && !skus.has(skuProduto)) continue;
			const key = `${idCanalIntegracao}|${skuProduto}`;
			const entry = entries.get(key);
			if (entry === undefined)
				entries.set(key, {
					...{ idProduto, skuProduto, idCanalIntegracao },
					qtdEstoqueSeguranca: estoqueSeguranca,
				});
			else if (estoqueSeguranca > entry.qtdEstoqueSeguranca)
				entry.qtdEstoqueSeguranca = estoqueSeguranca;
		}
		const sorted = [...entries.values()].sort(
			(a, b) => a.idCanalIntegracao - b.idCanalIntegracao || a.idProduto - b.idProduto,
		);
		const { records, info } = page(context, request, sorted);
		return {
			status: 200,
			body: { produtosEstoqueSeguranca: byChannelName(context, records), info },
		};
	},

	securityStockSet: ({ state, clock }, { body }) => {
		const { idCanalIntegracao, sku, estoqueSeguranca } = body;
		if (!state.channels.has(idCanalIntegracao)) throw notFound('Canal de integração');
		const found = state.findSku(sku);
		if (!found) throw notFound('Produto');
		const attributes = found.variation
			? [found.variation.idAtributoSimples]
			: attributesOf(found.product);
		const now = toDateTime(clock.now());
		const written = attributes.map((idAtributoSimples): SecurityStockEntry => {
			const key = `${idCanalIntegracao}|${idAtributoSimples}`;
			const previous = state.securityStock.get(key);
			const entry: SecurityStockEntry = {
				idProduto: found.product.idProduto,
				idAtributoSimples,
				idCanalIntegracao,
				idIntegracao: previous?.idIntegracao ?? state.next('integration', 80001),
				estoqueSeguranca,
				dataCadastro: previous?.dataCadastro ?? now,
				dataAtualizacao: now,
			};
			state.securityStock.set(key, entry);
			return entry;
		});
		return { status: 200, body: { ProdutoEstoqueSeguranca: written } };
	},
} satisfies Partial<Handlers>;

interface ReadEntry {
	idProduto: number;
	skuProduto: string;
	idCanalIntegracao: number;
	qtdEstoqueSeguranca: number;
}

function attributesOf(product: StoredProduct): number[] {
	if (product.variacoes.length === 0) return [product.idAtributoSimples];
	return product.variacoes.map(({ idAtributoSimples }) => idAtributoSimples);
}
