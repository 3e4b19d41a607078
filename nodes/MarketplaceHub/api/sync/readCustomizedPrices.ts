import { z } from 'zod';
import { mapConcurrently } from '../async/concurrency';
import type { Hub } from '../hub';
import { joinFilter, readList, type List } from '../pagination';
import { groupedRowsOf } from '../schemas/answers';
import { customizedPriceEntry } from '../schemas/records';
import { orNotFound } from './orNotFound';
import { readVariation, totalOf, type PageReader } from './productAnswers';
import { inFilters } from './inFilters';
import { forgetMoved, placesOf } from './places';
import {
	concurrency,
	listIsCheaper,
	nothing,
	pagesAfter,
	type ReadRequest,
	type Reading,
} from './reading';
import { toStored, type Stored, type SyncFields } from './stored';

type PriceHub = Hub<'customizedPriceList' | 'variationGet'>;

/** Which price of a channel: the key that a list is compared by. */
export const priceKey = (channel: unknown, sku: unknown): string =>
	`${String(channel)}|${String(sku)}`;

export const channelIn = (key: string) => key.slice(0, key.indexOf('|'));
export const skuIn = (key: string) => key.slice(key.indexOf('|') + 1);
const skusIn = (keys: readonly string[]) => [...new Set(keys.map(skuIn))];

/**
 * What the hub holds of customized prices (reference: Customized prices): from the list of the
 * channels that the input names, or by filters of SKUs where that takes fewer requests. The filter
 * takes SKUs of products, so a variation's price is found by the product it belongs to.
 */
export async function readCustomizedPrices(hub: PriceHub, request: ReadRequest): Promise<Reading> {
	const { wanted, fields, others, size } = request;
	if (wanted.size === 0 && !others && !size)
		return { values: new Map(), others: new Map(), way: nothing };
	const keys = [...wanted.keys()];
	const channels = joinFilter('idCanalIntegracao', [...new Set(keys.map(channelIn))]);
	const values = new Map<string, Stored>();
	const rest = new Map<string, Stored>();
	const open = () => keys.filter((key) => !values.has(key));
	const totals = new Set<unknown>();
	const rows = pricesOf(fields, {
		total: (total) => totals.add(total),
		record: (key, found) => {
			if (wanted.has(key)) values.set(key, found);
			else if (others) rest.set(key, found);
		},
	});
	const read = async (sku?: string, goesOn?: List<string, never>['goesOn']) =>
		await readList(hub, {
			endpoint: 'customizedPriceList',
			query: { idCanalIntegracao: channels, sku },
			rows,
			// a price that comes twice has moved: both places are kept, and it is read again
			identity: () => undefined,
			goesOn,
		});
	const lookUp = async (skus: readonly string[]) => {
		for (const filter of inFilters(skus)) await read(filter);
	};

	let whole = true;
	let pages = 1;
	const listed = await read(undefined, (first, total) => {
		pages = 1 + pagesAfter(first.length, total);
		const answered = new Set(first);
		const skus = skusIn(keys.filter((key) => !answered.has(key)));
		// a price that is not found by its SKU may be a variation's
		const lookups = 2 * inFilters(skus).length + skus.length;
		const canFilter = skus.every((sku) => !sku.includes('|'));
		whole = others || !canFilter || listIsCheaper(pages - 1, lookups);
		return whole;
	});
	const [total] = totals;
	const places = placesOf(listed);
	forgetMoved(values, places);
	forgetMoved(rest, places);
	if (!whole || totals.size > 1 || places.moved.size > 0) {
		await lookUp(skusIn(open()));
		await lookUp(await ownersOf(hub, skusIn(open()), fields));
	}
	const known = typeof total === 'number' ? total : places.listed.size;
	return {
		values,
		others: rest,
		whole: size ? { named: wanted.size - open().length, inHub: known } : undefined,
		way: whole
			? `Read: the customized prices of these channels (${pages} pages).`
			: `Read: customized prices by SKU, because that took fewer requests than the ${pages} pages of their list.`,
	};
}

/** A page of the list, of which only the keys remain. */
const pricesOf = (
	fields: SyncFields,
	reader: PageReader,
): z.ZodType<string[], z.ZodTypeDef, unknown> =>
	z
		.unknown()
		.transform((page) => {
			reader.total(totalOf(page));
			return page;
		})
		.pipe(groupedRowsOf('produtosPrecoPersonalizado', customizedPriceEntry))
		.transform((rows) =>
			rows.map(({ idCanalIntegracao, skuProduto, precoDePersonalizado, precoPorPersonalizado }) => {
				const key = priceKey(idCanalIntegracao, skuProduto);
				const prices = { precoDe: precoDePersonalizado, precoPor: precoPorPersonalizado };
				reader.record(key, toStored(prices, fields));
				return key;
			}),
		);

/** SKUs of the products that these variations belong to, without what is no variation. */
async function ownersOf(
	hub: PriceHub,
	skus: readonly string[],
	fields: SyncFields,
): Promise<string[]> {
	const owners = await mapConcurrently(skus, concurrency, async (sku) => {
		const found = await orNotFound(
			hub.request('variationGet', { path: { sku } }, readVariation(fields)),
		);
		return found?.owner;
	});
	return [...new Set(owners.filter((owner) => owner !== undefined))];
}
