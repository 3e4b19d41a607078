import { toDateTime } from '../clock.mts';
import { notFound, type Context, type Handlers } from '../context.mts';
import { byChannelName, page, several } from '../pages.mts';
import type { SecurityStockEntry, StoredProduct } from '../records.mts';

/**
 * Security stock per channel: written per variation, read per product (the highest of its variations), or
 * as a quirk per variation.
 */
export const securityStockHandlers = {
	securityStockList: (context, request) => {
		const channels = several(request.query.idCanalIntegracao);
		const skus = several(request.query.sku);
		const highest = [...highestByChannel(context, channels)]
			.sort(([a], [b]) => a - b)
			.flatMap(([, entries]) => [...entries.values()].sort((a, b) => a.idProduto - b.idProduto));
		const wanted = skus ? namesOf(context, highest).filter(({ sku }) => skus.has(sku)) : undefined;
		const entries = wanted?.map(({ stored }) => stored) ?? highest;
		const { records, info } = page(context, request, entries);
		const read = namesOf(context, records).map(({ stored, sku }): ReadEntry => {
			const { idProduto, idCanalIntegracao, estoqueSeguranca } = stored;
			return {
				...{ idProduto, skuProduto: sku, idCanalIntegracao },
				qtdEstoqueSeguranca: estoqueSeguranca,
			};
		});
		return { status: 200, body: { produtosEstoqueSeguranca: byChannelName(context, read), info } };
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

/** By channel, the entry with the highest stock of each product, or as a quirk of each variation. */
function highestByChannel({ state, quirks }: Context, channels: Set<string> | undefined) {
	const all = new Map<number, Map<number, SecurityStockEntry>>();
	for (const stored of state.securityStock.values()) {
		const { idCanalIntegracao: channel, idAtributoSimples, idProduto } = stored;
		if (stored.estoqueSeguranca <= 0 || channels?.has(String(channel)) === false) continue;
		const entries = all.get(channel) ?? new Map<number, SecurityStockEntry>();
		all.set(channel, entries);
		const thing = quirks.securityStockByVariation ? idAtributoSimples : idProduto;
		const known = entries.get(thing)?.estoqueSeguranca ?? 0;
		if (stored.estoqueSeguranca > known) entries.set(thing, stored);
	}
	return all;
}

/** Entries with the SKUs under which the list shows them. */
function namesOf({ state, quirks }: Context, entries: SecurityStockEntry[]) {
	const ids = new Set(entries.map(({ idProduto }) => idProduto));
	const products = new Map<number, StoredProduct>();
	for (const product of state.products.values())
		if (ids.has(product.idProduto)) products.set(product.idProduto, product);
	return entries.map((stored) => {
		const product = products.get(stored.idProduto);
		const variation = quirks.securityStockByVariation
			? product?.variacoes.find((part) => part.idAtributoSimples === stored.idAtributoSimples)
			: undefined;
		return { stored, sku: variation?.skuVariacao ?? product?.skuProduto ?? '' };
	});
}

function attributesOf(product: StoredProduct): number[] {
	if (product.variacoes.length === 0) return [product.idAtributoSimples];
	return product.variacoes.map(({ idAtributoSimples }) => idAtributoSimples);
}
