import { HubError } from '../errors';
import { objectOf, required, text, wholeNumber, type WriteFields } from './fields';
import type { WriteShape } from './normalize';
import { channelId, readBeside, sku } from './prices';

/** Batch stock update (reference: Products). */
export const stockFields = {
	sku: {
		...sku,
		readAs: {
			names: ['skuVariacao', 'skuProduto'],
			value({ skuVariacao, skuProduto, variacoes }) {
				if (!Array.isArray(variacoes) || variacoes.length === 0) return skuVariacao ?? skuProduto;
				throw new HubError('invalid', '`sku` is required: this product has variations', {
					description:
						'Their own SKUs (skuVariacao) take the stock. Give one entry for each of them.',
				});
			},
		},
	},
	estoque: required(wholeNumber(0, 999999, 'pieces'), 'Stock', 'New stock, 0 to 999999'),
} satisfies WriteFields;
export const stockEntry = objectOf(stockFields);
export const stockWrite: WriteShape = { fields: stockFields, record: readBeside };

/** Security stock of a product in a channel (reference: Security stock). */
export const securityStockFields = {
	idCanalIntegracao: channelId,
	sku: required(text(255), 'SKU', 'SKU of the product'),
	estoqueSeguranca: required(
		wholeNumber(0, Number.MAX_SAFE_INTEGER, 'pieces'),
		'Security Stock',
		'Stock kept back in this channel',
	),
} satisfies WriteFields;
export const securityStockWrite: WriteShape = { fields: securityStockFields, record: {} };
export const securityStockEntry = objectOf(securityStockFields);
