/** A price of one SKU in one channel, as an input item. */
export const entry = (skuProduto: string, idCanalIntegracao = 11) => ({
	idCanalIntegracao,
	skuProduto,
	precoDe: 20,
	precoPor: 10,
});

/** The body of a request that sets prices. */
export interface Prices {
	precos: object[];
}
