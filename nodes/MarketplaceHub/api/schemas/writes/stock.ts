import { HubError } from '../../errors';
import { isBlank } from '../../values/blanks';
import { fromJson } from '../../values/json';
import { readUnder, required, type WriteFields } from '../fields';
import { wholeNumber } from '../kinds/numbers';
import { skuText } from '../kinds/text';
import { channelId, entryShape, sku } from './skuEntries';

const stockCount = wholeNumber(0, 999999, 'pieces');

/** The hub takes the stock of a product with variations by their SKUs (reference: Batch stock update). */
export const variationsHaveStock = () =>
	new HubError('invalid', 'This product has variations: SKU (`sku`) must be that of one of them', {
		description:
			'Its variations have the stock. Give one row for each of them, with its own SKU (skuVariacao).',
	});

/** Batch stock update (reference: Products). */
export const stockFields = {
	sku,
	estoque: required(
		{ ...stockCount, isOnSale: true },
		'Stock (Pieces)',
		`New stock, ${stockCount.takes}`,
	),
} satisfies WriteFields;
export const stockWrite = entryShape(stockFields, {
	refusal({ sku: own, variacoes }) {
		const variations = fromJson(variacoes);
		const isOfProduct = isBlank(own) && Array.isArray(variations) && variations.length > 0;
		return isOfProduct ? variationsHaveStock() : undefined;
	},
});

/** Security stock of a SKU in a channel (reference: Security stock). */
export const securityStockFields = {
	idCanalIntegracao: channelId,
	sku: required(skuText(255), 'SKU', 'SKU of the product, or of a variation', { read: sku.read }),
	estoqueSeguranca: required(
		wholeNumber(0, Number.MAX_SAFE_INTEGER, 'pieces'),
		'Security Stock',
		'Stock kept back in this channel',
		readUnder('qtdEstoqueSeguranca'),
	),
} satisfies WriteFields;
export const securityStockWrite = entryShape(securityStockFields);
