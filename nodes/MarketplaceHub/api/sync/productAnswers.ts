import mapValues from 'lodash/mapValues';
import { z } from 'zod';
import { toNumber } from '../values/numbers';
import { toStored, type Stored, type SyncFields } from './stored';

/** A product as its own record shows it. */
export interface ReadProduct {
	sku: string;
	values: Stored;
	/** By SKU; none for a product without variations. */
	variations: ReadonlyMap<string, Stored>;
}

const identifier = z.union([z.string(), z.number()]).transform(String);

/** Of a record nothing but its SKU and what is compared: the rest of it is never copied or kept. */
const comparedIn = (fields: SyncFields) => mapValues(fields, () => z.unknown());
const product = (fields: SyncFields) => z.object({ skuProduto: identifier, ...comparedIn(fields) });
const variation = (fields: SyncFields) =>
	z.object({ skuVariacao: identifier, ...comparedIn(fields) });

const envelope = z.object({ info: z.object({ total: z.unknown() }) });

/** The `total` of a page's envelope; undefined where it has none (reference: Pagination envelope). */
export function totalOf(page: unknown): unknown {
	const found = envelope.safeParse(page);
	return found.success ? toNumber(found.data.info.total) : undefined;
}

/** What is told of each page of a list while it is read. */
export interface PageReader {
	/** Its `total`, undefined where it has none. */
	total(total: unknown): void;
	/** One of its records: key and values. */
	record(key: string, values: Stored): void;
}

/** A page of the product list, of which only the SKUs remain (reference: Products). */
export const listedProducts = (
	fields: SyncFields,
	reader: PageReader,
): z.ZodType<string[], z.ZodTypeDef, unknown> => {
	const row = product(fields);
	return z
		.object({ produtos: z.array(z.unknown()) })
		.passthrough()
		.transform((page) => {
			reader.total(totalOf(page));
			return page.produtos.flatMap((record) => {
				const { data } = row.safeParse(record);
				if (data === undefined) return [];
				reader.record(data.skuProduto, toStored(data, fields));
				return [data.skuProduto];
			});
		});
};

/** One product with its variations (reference: Product). */
export const readProduct = (fields: SyncFields): z.ZodType<ReadProduct, z.ZodTypeDef, unknown> =>
	product(fields)
		.extend({ variacoes: z.array(variation(fields)).nullish().catch(undefined) })
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
	variation(fields)
		.extend({ skuProduto: identifier.optional().catch(undefined) })
		.transform((record) => ({ owner: record.skuProduto, values: toStored(record, fields) }));
