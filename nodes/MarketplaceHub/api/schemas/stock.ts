import { decimal, objectOf, required, text, type WriteFields } from './fields';
import { channelId, sku } from './prices';

/** Batch stock update (reference: Products). */
export const stockFields = {
	sku,
	estoque: required(decimal(0, 999999), 'Stock', 'New stock, 0 to 999999'),
} satisfies WriteFields;
export const stockEntry = objectOf(stockFields);

/** Security stock of a product in a channel (reference: Security stock). */
export const securityStockEntry = objectOf({
	idCanalIntegracao: channelId,
	sku: required(text(255), 'SKU', 'SKU of the product'),
	estoqueSeguranca: required(decimal(0), 'Security Stock', 'Stock kept back in this channel'),
});
