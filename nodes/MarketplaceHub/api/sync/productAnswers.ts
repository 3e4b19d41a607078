import { z } from 'zod';
import { toNumber } from '../values/numbers';
import { toStored, type Stored, type SyncFields } from './stored';

/** One product of the list, with nothing but what is compared. */
export interface ListedProduct {
	sku: string;
	values: Stored;
}

/** A product as its own record shows it. */
export interface ReadProduct {
	sku: string;
	values: Stored;
	/** By SKU; none for a product without variations. */
	variations: ReadonlyMap<string, Stored>;
}

const identifier = z.union([z.string(), z.number()]).transform(String);
const product = z.object({ skuProduto: identifier }).passthrough();
const variation = z.object({ skuVariacao: identifier }).passthrough();
const envelope = z.object({ info: z.object({ total: z.unknown() }) });

/** The `total` of a page's envelope; undefined where it has none (reference: Pagination envelope). */
export function totalOf(page: unknown): unknown {
	const found = envelope.safeParse(page);
	return found.success ? toNumber(found.data.info.total) : undefined;
}

/**
 * A page of the product list (reference: Products).
 * @param seen is given each page's `total`, undefined where it has none
 */
export const listedProducts = (
	fields: SyncFields,
	seen: (total: unknown) => void,
): z.ZodType<ListedProduct[], z.ZodTypeDef, unknown> =>
	z
		.object({ produtos: z.array(z.unknown()) })
		.passthrough()
		.transform((page) => {
			seen(totalOf(page));
			return page.produtos.flatMap((row) => {
				const { data } = product.safeParse(row);
				return data === undefined ? [] : [{ sku: data.skuProduto, values: toStored(data, fields) }];
			});
		});

/** One product with its variations (reference: Product). */
export const readProduct = (fields: SyncFields): z.ZodType<ReadProduct, z.ZodTypeDef, unknown> =>
	product
		.extend({ variacoes: z.array(variation).nullish().catch(undefined) })
		.transform((record) => ({
			sku: record.skuProduto,
			values: toStored(record, fields),
			variations: new Map(
				(record.variacoes ?? []).map((entry) => [entry.skuVariacao, toStored(entry, fields)]),
			),
		}));

/** One variation and the product it belongs to (reference: Variation). */
export const readVariation = (
	fields: SyncFields,
): z.ZodType<{ owner?: string; values: Stored }, z.ZodTypeDef, unknown> =>
	variation.extend({ skuProduto: identifier.optional().catch(undefined) }).transform((record) => ({
		owner: record.skuProduto,
		values: toStored(record, fields),
	}));
