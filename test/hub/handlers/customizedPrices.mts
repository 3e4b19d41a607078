import { notFound, type Handlers } from '../context.mts';
import { byChannelName, page, several } from '../pages.mts';
import type { Listing } from '../records.mts';
import { listingKey, type HubState } from '../state.mts';

/** Customized prices at product level and at listing level. */
export const customizedPriceHandlers = {
	customizedPriceList: (context, request) => {
		const { state, quirks } = context;
		const channels = several(request.query.idCanalIntegracao);
		const skus = several(request.query.sku);
		const entries = [...state.customizedPrices.values()]
			.filter(({ idCanalIntegracao }) => !channels || channels.has(String(idCanalIntegracao)))
			.filter(
				({ skuProduto }) =>
					!skus || skus.has(state.findSku(skuProduto)?.product.skuProduto ?? skuProduto),
			)
			.sort((a, b) => a.idCanalIntegracao - b.idCanalIntegracao);
		const { records, info } = page(context, request, entries);
		const rendered = records.map(({ precoDe, precoPor, ...entry }) => ({
			...entry,
			precoDePersonalizado: quirks.decimalCommas ? withComma(precoDe) : precoDe,
			precoPorPersonalizado: quirks.decimalCommas ? withComma(precoPor) : precoPor,
		}));
		return {
			status: 200,
			body: { produtosPrecoPersonalizado: byChannelName(context, rendered), info },
		};
	},

	customizedPriceSet: ({ state }, { body }) => {
		const resultados = bySku(
			body.precos,
			({ idCanalIntegracao, skuProduto, precoDe, precoPor }) => {
				const found = state.findSku(skuProduto);
				const mensagem =
					channelProblem(state, idCanalIntegracao) ??
					(found ? undefined : 'Produto não encontrado.');
				if (mensagem !== undefined || !found) return { erro: { idCanalIntegracao, mensagem } };
				const { idProduto } = found.product;
				const entry = { idProduto, skuProduto, idCanalIntegracao, precoDe, precoPor };
				state.customizedPrices.set(`${idCanalIntegracao}|${skuProduto}`, entry);
				return { sucesso: { idCanalIntegracao, precoDe, precoPor } };
			},
		);
		return { status: 200, body: { resultados } };
	},

	customizedPriceDelete: ({ state }, { params }) => {
		const key = `${Number(params.idCanalIntegracao)}|${params.skuProduto}`;
		if (!state.customizedPrices.delete(key)) throw notFound('Preço personalizado');
		return { status: 204 };
	},

	listingPriceSet: ({ state }, { body }) => {
		const resultados = bySku(body.precos, (item) => {
			const { idCanalIntegracao, prefixoCanalIntegracao, skuProduto, precoDe, precoPor } = item;
			const place = { idCanalIntegracao, prefixoCanalIntegracao };
			const listing = state.listings.get(
				listingKey(idCanalIntegracao, prefixoCanalIntegracao, skuProduto),
			);
			if (!listing) return { erro: { ...place, mensagem: listingProblem(state, item) } };
			listing.preco = { precoDe, precoPor };
			return { sucesso: { ...place, codigoMkt: listing.codigoMkt, precoDe, precoPor } };
		});
		return { status: 200, body: { resultados } };
	},

	listingPriceDelete: ({ state }, { params }) => {
		const { idCanalIntegracao, prefixoCanalIntegracao = '', skuProduto = '' } = params;
		const listing = state.listings.get(
			listingKey(Number(idCanalIntegracao), prefixoCanalIntegracao, skuProduto),
		);
		if (!listing?.preco) throw notFound('Preço personalizado do anúncio');
		delete listing.preco;
		return { status: 204 };
	},
} satisfies Partial<Handlers>;

function withComma(price: number): string {
	return price.toFixed(2).replace('.', ',');
}

function channelProblem(state: HubState, idCanalIntegracao: number): string | undefined {
	return state.channels.has(idCanalIntegracao) ? undefined : 'Canal de integração não encontrado.';
}

function listingProblem(state: HubState, item: Omit<Listing, 'codigoMkt'>): string {
	const { idCanalIntegracao, prefixoCanalIntegracao, skuProduto } = item;
	const ofChannel = [...state.listings.values()].filter(
		(listing) => listing.idCanalIntegracao === idCanalIntegracao,
	);
	const known = ofChannel.some(
		(listing) => listing.prefixoCanalIntegracao === prefixoCanalIntegracao,
	);
	return (
		channelProblem(state, idCanalIntegracao) ??
		(state.findSku(skuProduto) ? undefined : 'Produto não encontrado.') ??
		(known
			? 'Anúncio não publicado no marketplace.'
			: 'Prefixo do canal de integração não encontrado.')
	);
}

/** One result per SKU, in order of first appearance. */
function bySku<T extends { skuProduto: string }>(
	items: T[],
	apply: (item: T) => { sucesso: object } | { erro: object },
): object[] {
	const results = new Map<string, { skuProduto: string; sucessos: object[]; erros: object[] }>();
	for (const item of items) {
		const { skuProduto } = item;
		const result = results.get(skuProduto) ?? { skuProduto, sucessos: [], erros: [] };
		results.set(skuProduto, result);
		const outcome = apply(item);
		if ('sucesso' in outcome) result.sucessos.push(outcome.sucesso);
		else result.erros.push(outcome.erro);
	}
	return [...results.values()];
}
