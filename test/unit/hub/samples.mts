import type { IDataObject } from 'n8n-workflow';
import { productFields } from '../../support/products.mts';

/** A complete body for the product registration. */
export const product = (skuProduto: string, changes: object = {}): IDataObject =>
	productFields({ precoDe: 20, precoPor: 10.5, ...changes, skuProduto });

/** A variation of such a product. */
export const variation = (sku: string, changes: object = {}): Record<string, unknown> => ({
	skuVariacao: sku,
	precoDe: 5,
	precoPor: 5,
	...changes,
});
