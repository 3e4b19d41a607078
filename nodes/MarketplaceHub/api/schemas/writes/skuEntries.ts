import mapValues from 'lodash/mapValues';
import { isBlank, trimmed } from '../../values/blanks';
import { isRecord } from '../../values/objects';
import { channelRule } from '../../values/ids';
import { objectOf, required, type Values, type WriteFields, type WriteShape } from '../fields';
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

/* Entries about a SKU: stock and prices, of a channel too. */

/** Cells of a table that stand for no variation. */
const noVariation = /^[-–—0]$/;

/** Whether a row is about a variation: a table of products, too, has blank cells, or `-`. */
export const namesVariation = ({ skuVariacao, skuProduto }: Values): boolean =>
	!isBlank(skuVariacao) && (isBlank(skuProduto) || !noVariation.test(trimmed(String(skuVariacao))));

/** Of the variation, else of the product. */
export const skuIn = (given: Values) =>
	namesVariation(given) ? given.skuVariacao : given.skuProduto;

/** Without the blanks around SKUs, and prefixes of channels, that spreadsheets leave, at every depth. */
export const withTrimmedSkus = (values: Values): Values =>
	mapValues(values, (value, name) => {
		if (name.startsWith('sku') || name === 'prefixoCanalIntegracao') return trimmed(value);
		const isList = Array.isArray(value) && value.every(isRecord);
		return isList ? value.map(withTrimmedSkus) : value;
	});

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
