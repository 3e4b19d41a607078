import { readProduct } from '../../api/reads';
import { productRecord } from '../../api/schemas/reads/records';
import { productLocator } from '../form/locators';
import { defineOperation } from '../operation';

/** GET /v1/products/{sku} (reference: Products). */
export const getProduct = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get product',
		toolDescription:
			'Read one product with its stock, prices and variations, by the SKU of the product. For the SKU of a variation, use Get product variation. Reads only; one request.',
		description: 'Read one product with its prices, stock, images and variations by its SKU',
	},
	properties: [productLocator],
	endpoints: ['productGet'],
	output: productRecord,
	simplified: [
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
	],
	async perItem({ hub, parameters }, itemIndex) {
		return await readProduct(hub, parameters.text('sku', itemIndex));
	},
});
