import isEqual from 'lodash/isEqual';
import mapValues from 'lodash/mapValues';
import { HubError } from '../../errors';
import { titled } from '../../values/labels';
import { typed } from '../../values/amounts';
import { type Refuse, superRefine } from '../effects';
import { objectOf, optional, readUnder, required, type Values, type WriteFields } from '../fields';
import { decimal } from '../kinds/numbers';
import { text } from '../kinds/text';
import { namesVariation, skuIn } from '../skus';
import { channelId, entryShape, productSku, sku } from './skuEntries';

const price = decimal(0.01, 999999.99, 'money');

/** `precoDe` and `precoPor` as every table of fields has them. */
export const pricePair = {
	precoDe: required(price, 'List Price (BRL)', `Price before discount in BRL, ${price.takes}`),
	precoPor: required(price, 'Sale Price (BRL)', `Selling price in BRL, ${price.takes}`),
} satisfies WriteFields;

/** Prices for media (price-comparison) channels; only where they differ. */
export const mediaPrices = {
	precoDeMidia: optional(
		price,
		'Media List Price (BRL)',
		'Price before discount for media channels, in BRL',
	),
	precoPorMidia: optional(
		price,
		'Media Sale Price (BRL)',
		'Selling price for media channels, in BRL, not above precoDeMidia',
	),
} satisfies WriteFields;

/** The usual price of one for media; any other field itself. */
export const usualOf = (field: string): string => field.replace(/Midia$/, '');

const usualPair = ['precoPor', 'precoDe'] as const;
const mediaPair = ['precoPorMidia', 'precoDeMidia'] as const;
const allPrices = { ...pricePair, ...mediaPrices };

/** Which prices of the hub are kept beside one that a list gives: guards compare it with the others. */
export const pricesBeside: Readonly<Record<string, readonly string[]>> = mapValues(allPrices, () =>
	Object.keys(allPrices),
);

/** `precoPor` not above `precoDe`, wherever both are given; with `media` the media prices likewise. */
export function sellingNotAboveFrom(prices: Values, refuse: Refuse, media = true): void {
	for (const [selling, from] of media ? [usualPair, mediaPair] : [usualPair]) {
		if (!(Number(prices[selling]) > Number(prices[from]))) continue;
		const { label } = allPrices[from];
		const message = `must not be above ${titled(label, from)}, which is ${typed(Number(prices[from]), 2)}`;
		refuse({ code: 'custom', path: [selling], message });
	}
}

/** Batch price update (reference: Products). */
export const priceFields = { sku, ...pricePair, ...mediaPrices } satisfies WriteFields;

export const priceWrite = entryShape(priceFields, {
	check: superRefine(objectOf(priceFields), (prices, refuse) =>
		sellingNotAboveFrom(prices, refuse),
	),
});

const personalized = {
	precoDe: { ...pricePair.precoDe, ...readUnder('precoDePersonalizado') },
	precoPor: { ...pricePair.precoPor, ...readUnder('precoPorPersonalizado') },
} satisfies WriteFields;

/** Customized prices of products (reference: Customized prices); no order of the two is demanded. */
export const customizedPriceFields = {
	idCanalIntegracao: channelId,
	skuProduto: {
		...productSku,
		description: 'SKU of the product (skuProduto), or of a variation',
		// both are in the record of a variation, which has a price of its own
		read: { names: ['skuVariacao'], value: skuIn, comesFirst: true },
	},
	...personalized,
} satisfies WriteFields;
export const customizedPriceWrite = entryShape(customizedPriceFields);

const prefix = text(10);

/** Customized prices of marketplace listings (reference: Customized prices). */
export const listingPriceFields = {
	idCanalIntegracao: channelId,
	prefixoCanalIntegracao: required(
		prefix,
		'Channel Prefix',
		`Prefix that tells listing types apart (prefixoCanalIntegracao), ${prefix.takes}`,
	),
	skuProduto: { ...productSku, read: { names: ['skuVariacao'] } },
	...personalized,
} satisfies WriteFields;
export const listingPriceWrite = entryShape(listingPriceFields, {
	refusal: (given) =>
		namesVariation(given) && !isEqual(given.skuVariacao, given.skuProduto)
			? new HubError(
					'invalid',
					'The price of a listing is that of a product (`skuProduto`), and this row names a variation (`skuVariacao`)',
					{
						description:
							'For the price of a variation in a channel, use Customized Price > Set. For that of the product, leave skuVariacao out.',
					},
				)
			: undefined,
});
