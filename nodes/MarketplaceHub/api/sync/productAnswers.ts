import mapValues from 'lodash/mapValues';
import { z } from 'zod';
import { assertAbout } from '../schemas/answers';
import type { ReadRequest } from './reading';
import { toStored, type Stored, type SyncFields } from './stored';

type Reader<Answer> = z.ZodType<Answer, z.ZodTypeDef, unknown>;

const identifier = z.union([z.string(), z.number()]).transform(String);

/** Of a record nothing but its SKU and what is compared: the rest of it is never copied or kept. */
const comparedIn = (fields: SyncFields) => mapValues(fields, () => z.unknown());
const product = (fields: SyncFields) => z.object({ skuProduto: identifier, ...comparedIn(fields) });
const variation = (fields: SyncFields) =>
	z.object({ skuVariacao: identifier, ...comparedIn(fields) });

/** A product of the list: its SKU alone unless it is wanted, since there may be many of them. */
export type ListedProduct = string | { sku: string; values: Stored };

/** A page of the product list (reference: Products). */
export const listedProducts = ({ wanted, fields }: ReadRequest): Reader<ListedProduct[]> => {
	const row = product(fields);
	return z.object({ produtos: z.array(z.unknown()) }).transform(({ produtos }) =>
		produtos.flatMap((record): ListedProduct[] => {
			const { data } = row.safeParse(record);
			if (data === undefined) return [];
			const sku = data.skuProduto;
			return [wanted.has(sku) ? { sku, values: toStored(data, fields) } : sku];
		}),
	);
};

/** A product as its own record shows it. */
interface ReadProduct {
	values: Stored;
	/** By SKU; none for a product without variations. */
	variations: ReadonlyMap<string, Stored>;
}

/** The product with this SKU and its variations (reference: Product). */
export const readProduct = (fields: SyncFields, sku: string): Reader<ReadProduct> =>
	product(fields)
		.extend({ variacoes: z.array(variation(fields)).nullish().catch(undefined) })
		.superRefine(({ skuProduto }, context) => assertAbout(skuProduto, 'skuProduto', [sku], context))
		.transform((record) => ({
			values: toStored(record, fields),
			variations: new Map(
				(record.variacoes ?? []).map((entry) => [entry.skuVariacao, toStored(entry, fields)]),
			),
		}));

/** The variation with this SKU and the product it belongs to (reference: Variation). */
export const readVariation = (
	fields: SyncFields,
	sku: string,
): Reader<{ owner?: string; values: Stored }> =>
	variation(fields)
		.extend({ skuProduto: identifier.optional().catch(undefined) })
		.superRefine(({ skuVariacao }, context) =>
			assertAbout(skuVariacao, 'skuVariacao', [sku], context),
		)
		.transform((record) => ({ owner: record.skuProduto, values: toStored(record, fields) }));
