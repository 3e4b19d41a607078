import omit from 'lodash/omit.js';
import type { IDataObject } from 'n8n-workflow';
import type { Hub } from '../hub/index.mts';
import { mapped, op } from './items.mts';
import {
	addCustomizedPrice,
	addProducts,
	addSkus,
	channelPrice,
	productFields,
} from './products.mts';

/** Parameters of a sync whose input columns are the fields. */
export const stockSync = op('stock sync', mapped);
/** The same without guards, for lists that change most of what the hub holds. */
export const unguardedStockSync = { ...stockSync, guardMode: 'off' };
/** For a list that names only what changed. */
export const onlyChanges = { onlyChanges: true };
export const priceSync = op('price sync', mapped);
export const customizedSync = op('customizedPrice sync', mapped);
export const productSync = op('product sync', mapped);
export const unguardedProductSync = { ...productSync, guardMode: 'off' };
export const securitySync = op('securityStock sync', mapped);

/** Limits of one's own: the guards that are not among them have their defaults. */
export const custom = (customGuards: Record<string, number | string>) => ({
	guardMode: 'custom',
	customGuards,
});

/** Requests that write. */
export const writes = (hub: Hub) =>
	hub.log
		.filter(({ method }) => method !== 'GET' && method !== '')
		.filter(({ endpoint }) => endpoint !== 'auth');

/** `count` products without variations, `P0`, `P1`, …, stock 5, prices 99.90 and 79.90. */
export function addSimple(hub: Hub, count: number, prefix = 'P'): string[] {
	return addSkus(
		hub,
		Array.from({ length: count }, (_, index) => `${prefix}${index}`),
	);
}

/** A list of whole products as `addSimple` has them. */
export const wholeProducts = (skus: readonly string[], changes: IDataObject = {}) =>
	skus.map((skuProduto) => productFields({ skuProduto, ...changes }));

/** Products with variations each; SKUs of the variations, `V0-0`, `V0-1`, … unless named otherwise. */
export function addVaried(
	hub: Hub,
	products: number,
	each: number,
	nameOf = (product: number, variation: number) => `V${product}-${variation}`,
): string[] {
	const all: string[] = [];
	addProducts(
		hub,
		Array.from({ length: products }, (_, product) => {
			const skus = Array.from({ length: each }, (__, variation) => nameOf(product, variation));
			all.push(...skus);
			return {
				skuProduto: `V${product}`,
				variacoes: skus.map((skuVariacao, index) => ({ skuVariacao, tamanho: `T${index}` })),
			} as IDataObject;
		}),
	);
	return all;
}

/** Prices of channel 11 for `count` products `P0`, `P1`, …: 120.00 and 110.00, as in `priceOf`. */
export function addPrices(hub: Hub, count: number): void {
	for (const sku of addSimple(hub, count)) addCustomizedPrice(hub, sku, priceOf(sku));
}
export const priceOf = (skuProduto: string, precoPor = 110) => ({
	...channelPrice(skuProduto, precoPor),
	precoDe: 120,
});

/** Runs `change` right after the hub has put together its answer number `page` from these records. */
export function afterPage(records: Map<string, object>, page: number, change: () => void): void {
	const values = records.values.bind(records);
	let answered = 0;
	records.values = () => {
		const answer = [...values()];
		if (++answered === page) change();
		return answer.values();
	};
}

/** What the hub holds of a SKU. */
export function heldBy(hub: Hub, sku: string) {
	const found = hub.state.findSku(sku);
	return found?.variation ?? found?.product;
}

/** The stock of each SKU in the hub. */
export const stockIn = (hub: Hub, skus: readonly string[]) =>
	Object.fromEntries(skus.map((sku) => [sku, heldBy(hub, sku)?.estoque]));

/** Results without the columns at a glance (test/integration/sync/columns.test.mts) that repeat what others say. */
export const facts = (results: IDataObject[]) =>
	results.map((result) =>
		omit(result, ['why', 'change', ...('skuProduto' in result ? ['sku'] : [])]),
	);

/** Status of each result, by SKU. */
export const statuses = (results: IDataObject[]) =>
	Object.fromEntries(
		results.map(({ sku, skuProduto, status }) => [String(sku ?? skuProduto), status]),
	);

/** Runs `work` when the hub receives the request number `count` to an endpoint. */
export function onRequest(hub: Hub, endpoint: string, count: number, work: () => void): void {
	hub.onRequest((request) => {
		if (request.endpoint === endpoint && hub.count({ endpoint }) === count) work();
	});
}

/** Aborts when the hub receives the request number `count` to an endpoint. */
export function stopAt(hub: Hub, endpoint: string, count: number): AbortController {
	const stop = new AbortController();
	onRequest(hub, endpoint, count, () => stop.abort());
	return stop;
}

/** The hub's record of a product, with its variations changed. */
export function recordOf(
	hub: Hub,
	sku: string,
	change: (variations: IDataObject[]) => unknown,
): IDataObject {
	const {
		idProduto: _id,
		idAtributoSimples: _own,
		variacoes,
		...product
	} = hub.state.products.get(sku)!;
	const variations = variacoes.map(({ idAtributoSimples: _each, ...each }) => ({
		...each,
		skuProduto: sku,
	}));
	return { ...product, variacoes: change(variations) } as IDataObject;
}

/** Each read of the product's record shows only these of its variations; left out: none. */
export function hideVariations(
	hub: Hub,
	sku: string,
	shown: (variations: IDataObject[]) => unknown = () => [],
): void {
	const body = recordOf(hub, sku, shown);
	hub.faults.add({
		path: `/v1/products/${sku}`,
		kind: 'status',
		status: 200,
		body,
		times: Infinity,
	});
}
