import type { IDataObject } from 'n8n-workflow';
import type { Hub } from '../hub/index.mts';

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
			precoDe: 99.9,
			precoPor: 79.9,
			...variation,
			idAtributoSimples: hub.state.next('attribute', 70001),
			estoque: 5,
		}));
		const stored = {
			...productFields(product),
			idProduto: hub.state.next('product', 30001),
			idAtributoSimples: hub.state.next('attribute', 70001),
			estoque: 5,
			variacoes,
		};
		hub.state.addProduct(stored as unknown as Parameters<typeof hub.state.addProduct>[0]);
	}
}

/** `S0`, `S1`, … in the hub. */
export function addSkus(hub: Hub, count: number): string[] {
	const skus = Array.from({ length: count }, (_, index) => `S${index}`);
	addProducts(
		hub,
		skus.map((skuProduto) => ({ skuProduto })),
	);
	return skus;
}
