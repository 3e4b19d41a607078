import { productRowFields, productWrite } from '../../api/schemas/writes/product';
import { defineBatch } from '../write/defineBatch';
import { leadersIn } from './leaders';
import { productsOf, withOwnOfFirst } from './variationRows';

const productExample = {
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

export const productBatch = {
	columns: 'getProductFields',
	example: productExample,
	endpoint: 'productBatch',
	list: 'produtos',
	shape: productWrite,
	identity: { sku: 'skuProduto' },
} as const;

/** Batch product registration (reference: Products; method and path are assumed). */
export const createProducts = defineBatch({
	option: {
		name: 'Create in Batch',
		value: 'createBatch',
		action: 'Create products in batch',
		toolDescription:
			"Register new products, 100 in a request. Needs all required fields of each. Not to change a product: that is Update product. Writes; 10 requests a minute, then it waits for the hub's result.",
		description:
			'Register any number of products, 100 in each request; leaders go before their children',
	},
	...productBatch,
	columns: 'getProductRowFields',
	rows: {
		fields: productRowFields,
		gather: async (given) => (await productsOf(given)).map(withOwnOfFirst),
	},
	leadersIn,
});
