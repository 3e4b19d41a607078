import { readVariation } from '../../api/reads';
import { variationRecord } from '../../api/schemas/reads/records';
import { defineOperation } from '../operation';

/** GET /v1/products/variation/{sku} (reference: Products). */
export const getVariation = defineOperation({
	option: {
		name: 'Get Variation',
		value: 'getVariation',
		action: 'Get product variation',
		toolDescription:
			'Read one variation with its stock and prices, by the SKU of the variation. For the SKU of a product, use Get product. Reads only; one request.',
		description: 'Read one variation with its size or voltage, prices and stock by its own SKU',
	},
	properties: [
		{
			displayName: 'Variation SKU',
			name: 'skuVariacao',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. CAMISETA-AZUL-M',
			description: 'SKU of the variation (skuVariacao), not of the product',
		},
	],
	endpoints: ['variationGet'],
	output: variationRecord,
	simplified: [
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
	],
	async perItem({ hub, parameters }, itemIndex) {
		return await readVariation(hub, parameters.text('skuVariacao', itemIndex));
	},
});
