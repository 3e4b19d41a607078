import mapValues from 'lodash/mapValues';
import { isBlank, trimmed } from '../values/blanks';
import { isRecord } from '../values/objects';
import type { Values } from './fields';

/* How a row names its SKU: that of a variation or of a product. */

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
