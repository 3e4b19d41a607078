import type { z } from 'zod';
import { HubError } from '../errors';
import { isBlank } from '../values/checks';
import type { EntryShape } from './check';
import { objectOf, optional, required, type Field, type WriteFields } from './fields';
import {
	batchNote,
	customizedPriceEntry as customizedPriceRecord,
	productRecord,
	productListItem,
	securityStockEntry as securityStockRecord,
	variationRecord,
} from './records';
import { decimal, numericId, skuText, text, wholeNumber } from './kinds';

const price = decimal(0.01, 999999.99, 'money');

/** `precoDe` and `precoPor` as every table of fields has them. */
export const pricePair = {
	precoDe: required(price, 'List Price (BRL)', 'Price before discount in BRL, 0.01 to 999999.99'),
	precoPor: required(price, 'Sale Price (BRL)', 'Selling price in BRL, 0.01 to 999999.99'),
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

/** `precoPor` not above `precoDe`, wherever both are given; with `media` the media prices likewise. */
export function sellingNotAboveFrom(
	prices: Record<string, unknown>,
	{ addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
	media = true,
): void {
	for (const suffix of media ? ['', 'Midia'] : ['']) {
		const [selling, from] = [`precoPor${suffix}`, `precoDe${suffix}`];
		if (!(Number(prices[selling]) > Number(prices[from]))) continue;
		const message = `must not be above \`${from}\` (${String(prices[from])})`;
		addIssue({ code: 'custom', path: [selling], message });
	}
}

/** Cells of a table that stand for no variation. */
const noVariation = /^[-–—0]$/;

/** Whether a row is about a variation: a table of products, too, has blank cells, or `-`. */
export const namesVariation = ({ skuVariacao, skuProduto }: Record<string, unknown>): boolean =>
	!isBlank(skuVariacao) && (isBlank(skuProduto) || !noVariation.test(String(skuVariacao).trim()));

/** Of the variation, else of the product. */
const skuIn = (given: Record<string, unknown>) =>
	namesVariation(given) ? given.skuVariacao : given.skuProduto;

/** SKU as the batch updates have it. */
export const sku = required(
	skuText(),
	'SKU',
	'SKU, 1 to 250 characters; of the variation where a product has variations',
	{
		readAs: {
			names: ['skuVariacao', 'skuProduto'],
			value: skuIn,
		},
	},
);

/** Batch price update (reference: Products). */
export const priceFields = { sku, ...pricePair, ...mediaPrices } satisfies WriteFields;

/** Fields of reads and results from which prices and stock are written. */
const record: EntryShape['record'] = {
	...variationRecord,
	...productListItem,
	...productRecord,
	...securityStockRecord,
	...customizedPriceRecord,
	...batchNote,
	sku: 'string',
	batchId: 'number',
	mensagem: 'string',
	codigoMkt: 'string',
	prefixoCanalIntegracao: 'string',
};

const written = (fields: WriteFields, check = objectOf(fields)): EntryShape => ({
	fields,
	record,
	check,
});

export const priceWrite = written(
	priceFields,
	objectOf(priceFields).superRefine(sellingNotAboveFrom),
);

/** Channel as the writes of one channel have it. */
const channelId: Field = {
	...required(
		numericId('the ID of a channel, which is a number: Channel > Get Many shows it'),
		'Channel',
		'ID of the channel (idCanalIntegracao), or its name where no other channel has the same',
	),
	form: { isChannel: true, hint: 'by its ID or its name' },
};
const productSku = required(
	skuText(),
	'SKU',
	'SKU of the product (skuProduto), 1 to 250 characters',
);

/** A field that a read gives under another name. */
const readAs = (name: string): Pick<Field, 'readAs'> => ({
	readAs: { names: [name], value: (read) => read[name] },
});

const personalized = {
	precoDe: { ...pricePair.precoDe, ...readAs('precoDePersonalizado') },
	precoPor: { ...pricePair.precoPor, ...readAs('precoPorPersonalizado') },
} satisfies WriteFields;

/** Customized prices of products (reference: Customized prices); no order of the two is demanded. */
export const customizedPriceFields = {
	idCanalIntegracao: channelId,
	skuProduto: {
		...productSku,
		description: 'SKU of the product (skuProduto), or of a variation',
		// both are in the record of a variation, which has a price of its own
		readAs: {
			names: ['skuVariacao'],
			comesFirst: true,
			value: skuIn,
		},
	},
	...personalized,
} satisfies WriteFields;
export const customizedPriceWrite = written(customizedPriceFields);

/** Customized prices of marketplace listings (reference: Customized prices). */
export const listingPriceFields = {
	idCanalIntegracao: channelId,
	prefixoCanalIntegracao: required(
		text(10),
		'Channel Prefix',
		'Prefix that tells listing types apart (prefixoCanalIntegracao), 1 to 10 characters',
	),
	skuProduto: productSku,
	...personalized,
} satisfies WriteFields;
export const listingPriceWrite = written(listingPriceFields);

/** Batch stock update (reference: Products). */
export const stockFields = {
	sku: {
		...sku,
		readAs: {
			names: ['skuVariacao', 'skuProduto'],
			value({ variacoes, ...given }) {
				if (!Array.isArray(variacoes) || variacoes.length === 0) return skuIn(given);
				throw new HubError('invalid', '`sku` is required: this product has variations', {
					description:
						'Its variations have the stock. Give one row for each of them, with its own SKU (skuVariacao).',
				});
			},
		},
	},
	estoque: required(wholeNumber(0, 999999, 'pieces'), 'Stock', 'New stock, 0 to 999999'),
} satisfies WriteFields;
export const stockWrite = written(stockFields);

/** Security stock of a SKU in a channel (reference: Security stock). */
export const securityStockFields = {
	idCanalIntegracao: channelId,
	sku: required(skuText(255), 'SKU', 'SKU of the product, or of a variation', {
		readAs: sku.readAs,
	}),
	estoqueSeguranca: required(
		wholeNumber(0, Number.MAX_SAFE_INTEGER, 'pieces'),
		'Security Stock',
		'Stock kept back in this channel',
		readAs('qtdEstoqueSeguranca'),
	),
} satisfies WriteFields;
export const securityStockWrite = written(securityStockFields);
