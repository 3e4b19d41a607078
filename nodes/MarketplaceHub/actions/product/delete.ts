import { defineDeletion } from '../common/deletion';
import { productLocator } from '../common/properties';

/** DELETE /v1/products/{sku} (reference: Products). */
export const deleteProduct = defineDeletion(
	'productDelete',
	{
		action: 'Delete product',
		description:
			'Delete a product that is linked to no channel and has no children; delete children before their leader',
	},
	[productLocator],
	(text) => ({ sku: text('sku') }),
);
