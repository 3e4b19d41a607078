import { channelRule } from '../../values/ids';
import { objectOf, required, type WriteFields, type WriteShape } from '../fields';
import { numericId } from '../kinds/numbers';
import { skuText } from '../kinds/text';
import {
	batchNote,
	customizedPriceEntry,
	productListItem,
	productRecord,
	securityStockEntry,
	variationRecord,
} from '../reads/records';
import { skuIn } from '../skus';

/* Entries about a SKU: stock and prices, of a channel too. */

const knownSku = skuText();

/** SKU as the batch updates have it. */
export const sku = required(
	knownSku,
	'SKU',
	`SKU, ${knownSku.takes}; of the variation where a product has variations`,
	{ read: { names: ['skuVariacao', 'skuProduto'], value: skuIn } },
);

/** Channel as the writes of one channel have it. */
export const channelId = required(
	numericId(channelRule),
	'Channel',
	'ID of the channel (idCanalIntegracao), or its name where no other channel has the same',
	{ form: { isChannel: true, hint: 'by its ID or its name' } },
);

/** SKU as the prices of products have it. */
export const productSku = required(
	knownSku,
	'SKU',
	`SKU of the product (skuProduto), ${knownSku.takes}`,
);

/** Fields of reads and results from which prices and stock are written. */
const record: WriteShape['record'] = {
	...variationRecord,
	...productListItem,
	...productRecord,
	...securityStockEntry,
	...customizedPriceEntry,
	...batchNote,
	sku: 'string',
	batchId: 'number',
	mensagem: 'string',
	codigoMkt: 'string',
	prefixoCanalIntegracao: 'string',
};

/** The shape of such entries, with rules beyond the rules of single fields. */
export const entryShape = (
	fields: WriteFields,
	rules: Partial<Pick<WriteShape, 'check' | 'refusal'>> = {},
): WriteShape => ({ fields, record, check: objectOf(fields), ...rules });
