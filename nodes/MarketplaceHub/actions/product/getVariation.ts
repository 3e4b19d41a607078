import { recordOf } from '../../api/schemas/answers';
import { variation } from '../../api/schemas/records';
import { simplify } from '../common/properties';
import { simplified, simplifiedSchema } from '../common/simplified';
import type { ItemOperation } from '../operation';
import { variationSimplification } from './properties';

/** GET /v1/products/variation/{sku} (reference: Products). */
export const getVariation: ItemOperation = {
	option: {
		name: 'Get Variation',
		value: 'getVariation',
		action: 'Get product variation',
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
		simplify,
	],
	endpoints: ['variationGet'],
	output: simplifiedSchema(variation, variationSimplification),
	async perItem({ hub, parameters }, itemIndex) {
		const path = { sku: parameters.text('skuVariacao', itemIndex) };
		const record = await hub.request('variationGet', { path }, recordOf(variation));
		return parameters.flag('simplify', itemIndex)
			? simplified(record, variationSimplification)
			: record;
	},
};
