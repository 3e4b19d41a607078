import partition from 'lodash/partition';
import { mapConcurrently } from '../async';
import type { Hub } from '../hub';
import { readsAtOnce } from '../http/run';
import { joinFilter, readList } from '../pagination';
import { groupedRowsOf } from '../schemas/answers';
import { customizedPriceEntry } from '../schemas/records';
import { readVariation } from './products';
import {
	few,
	orNotFound,
	type ReadRequest,
	type Reading,
	toComparable,
	type Comparable,
} from './reading';

type PriceHub = Hub<'customizedPriceList' | 'variationGet'>;

/** Which price of a channel: the key that a list is compared by. */
export const priceKey = (channel: unknown, sku: unknown): string =>
	`${String(channel)}|${String(sku)}`;

export const channelIn = (key: string) => key.slice(0, key.indexOf('|'));
export const skuIn = (key: string) => key.slice(key.indexOf('|') + 1);
const skusIn = (keys: readonly string[]) => [...new Set(keys.map(skuIn))];

/**
 * What the hub holds of customized prices (reference: Customized prices): of few from filters of
 * SKUs, else from the list of the channels that the input names.
 */
export async function readCustomizedPrices(hub: PriceHub, request: ReadRequest): Promise<Reading> {
	const { wanted, others, countsAll } = request;
	const keys = [...wanted.keys()];
	const found = new Map<string, Comparable>();
	const open = () => keys.filter((key) => !found.has(key));
	const read = async (sku?: string) => {
		for (const [key, values] of await readPrices(hub, request, sku)) found.set(key, values);
	};
	const readBySku = async (skus: readonly string[]) => {
		for (const filter of inFilters(skus)) await read(filter);
	};

	const canFilter = keys.every((key) => !skuIn(key).includes('|'));
	if (keys.length > few || others || countsAll || !canFilter) await read();
	if (open().length > few) await read();
	else {
		await readBySku(skusIn(open()));
		// a filter takes SKUs of products: a variation's price is found by the product it belongs to
		await readBySku(await productsOf(hub, request, skusIn(open())));
	}
	const [named, rest] = partition([...found], ([key]) => wanted.has(key));
	return {
		values: new Map(named),
		others: new Map(others ? rest : []),
		whole: countsAll ? { named: named.length, inHub: found.size } : undefined,
	};
}

/** Prices of the channels that are wanted, by key. */
async function readPrices(
	hub: PriceHub,
	{ wanted, fields }: ReadRequest,
	sku: string | undefined,
): Promise<Array<[key: string, values: Comparable]>> {
	const channels = [...new Set([...wanted.keys()].map(channelIn))];
	const rows = groupedRowsOf('produtosPrecoPersonalizado', customizedPriceEntry);
	return await readList(hub, {
		endpoint: 'customizedPriceList',
		query: { idCanalIntegracao: joinFilter('idCanalIntegracao', channels), sku },
		rows: rows.transform((prices) =>
			prices.map((price): [string, Comparable] => {
				const { precoDePersonalizado: precoDe, precoPorPersonalizado: precoPor } = price;
				const key = priceKey(price.idCanalIntegracao, price.skuProduto);
				return [key, toComparable({ precoDe, precoPor }, fields)];
			}),
		),
	});
}

/** SKUs of the products that these variations belong to, without what is no variation. */
async function productsOf(
	hub: PriceHub,
	{ fields }: ReadRequest,
	skus: readonly string[],
): Promise<string[]> {
	const products = await mapConcurrently(skus, readsAtOnce, async (sku) => {
		const reading = hub.request('variationGet', { path: { sku } }, readVariation(fields, sku));
		return (await orNotFound(reading))?.owner;
	});
	return [...new Set(products.filter((sku) => sku !== undefined))];
}

/** Longest value of a filter, in encoded characters: servers refuse long addresses. */
const longestFilter = 1_500;

/** SKUs as the values of as few filters as possible, joined by vertical bars (those with one left out). */
export function inFilters(skus: readonly string[]): string[] {
	const filters: string[] = [];
	let length = Infinity;
	for (const sku of skus.filter((each) => !each.includes('|'))) {
		const added = encodeURIComponent(`|${sku}`).length;
		if (length + added > longestFilter) {
			filters.push(sku);
			length = added;
		} else {
			filters[filters.length - 1] += `|${sku}`;
			length += added;
		}
	}
	return filters;
}
