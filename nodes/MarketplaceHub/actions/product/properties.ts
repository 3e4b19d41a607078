import { productListItem } from '../../api/schemas/records';

/** What one needs most of a product. */
export const productSimplification = [
	'skuProduto',
	'skuProdutoLider',
	'nome',
	'ativo',
	'precoDe',
	'precoPor',
	'estoque',
	'prazoProducao',
	'ean',
	'variacoes',
];

/** A list item without its addresses. */
export const productListSimplification = Object.keys(productListItem).filter(
	(field) => field !== 'links',
);

/** What one needs most of a variation. */
export const variationSimplification = [
	'skuVariacao',
	'skuProduto',
	'tamanho',
	'voltagem',
	'precoDe',
	'precoPor',
	'precoDeMidia',
	'precoPorMidia',
	'estoque',
	'ean',
];

/** One product as JSON, for the editor. */
export const productExample = {
	skuProduto: 'CAMISETA-AZUL',
	skuProdutoLider: 'CAMISETA-AZUL',
	nome: 'Camiseta azul',
	descricao: '<p>Camiseta de algodão</p>',
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
	variacoes: [{ skuVariacao: 'CAMISETA-AZUL-M', tamanho: 'M', precoDe: 99.9, precoPor: 79.9 }],
};
