import { defineDeletion } from '../write/defineDeletion';
import { productLocator } from '../form/locators';

/** DELETE /v1/products/{sku} (reference: Products). */
export const deleteProduct = defineDeletion(
	'productDelete',
	{
		action: 'Delete product',
		toolDescription:
			'Delete one product with its variations from the hub. Not to stop selling it: set its stock to 0 or switch it off with Update product. Writes, and cannot be undone; one request. The hub may refuse products that are linked to channels.',
		description:
			'Delete a product that is linked to no channel and has no children; delete children before their leader',
	},
	[productLocator],
	(text) => ({ sku: text('sku') }),
);
