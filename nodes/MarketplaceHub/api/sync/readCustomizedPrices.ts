import countBy from 'lodash/countBy';
import { z } from 'zod';
import { mapConcurrently } from '../async/concurrency';
import type { Hub } from '../hub';
import { joinFilter } from '../http/url';
import { readList, type List } from '../pagination';
import { groupedRowsOf } from '../schemas/answers';
import { customizedPriceEntry } from '../schemas/records';
import { orNotFound } from './orNotFound';
import { readVariation, totalOf } from './productAnswers';
import { inFilters } from './inFilters';
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

interface Price {
	key: string;
	values: Stored;
}

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
	if (wanted.length === 0 && !others && !size)
		return { values: new Map(), others: new Map(), way: nothing };
	const channels = joinFilter('idCanalIntegracao', [...new Set(wanted.map(channelIn))]);
	const values = new Map<string, Stored>();
	const open = () => wanted.filter((key) => !values.has(key));
	const totals = new Set<unknown>();
	const read = async (sku?: string, goesOn?: List<Price, never>['goesOn']) =>
		await readList(hub, {
			endpoint: 'customizedPriceList',
			query: { idCanalIntegracao: channels, sku },
			rows: pricesOf(fields, (total) => totals.add(total)),
			identity: (row) => row,
			goesOn,
		});
	const lookUp = async (skus: readonly string[]) => {
		for (const filter of inFilters(skus))
			(await read(filter)).forEach(({ key, values: found }) => values.set(key, found));
	};

	let whole = true;
	let pages = 1;
	const rows = await read(undefined, (first, total) => {
		pages = 1 + pagesAfter(first.length, total);
		const answered = new Set(first.map(({ key }) => key));
		const skus = skusIn(wanted.filter((key) => !answered.has(key)));
		// a price that is not found by its SKU may be a variation's
		const lookups = 2 * inFilters(skus).length + skus.length;
		const canFilter = skus.every((sku) => !sku.includes('|'));
		whole = others || !canFilter || listIsCheaper(pages - 1, lookups);
		return whole;
	});
	const [total] = totals;
	const times = countBy(rows, ({ key }) => key);
	rows.filter(({ key }) => times[key] === 1).forEach((row) => values.set(row.key, row.values));
	const moved = totals.size > 1 || Object.keys(times).length < rows.length;
	if (!whole || moved) {
		await lookUp(skusIn(open()));
		await lookUp(await ownersOf(hub, skusIn(open()), fields));
	}
	const isWanted = new Set(wanted);
	const known = typeof total === 'number' ? total : values.size;
	return {
		values,
		others: new Map(others ? [...values].filter(([key]) => !isWanted.has(key)) : []),
		whole: size ? { named: wanted.length - open().length, inHub: known } : undefined,
		way: whole
			? `Read: the customized prices of these channels (${pages} pages).`
			: `Read: customized prices by SKU, because that took fewer requests than the ${pages} pages of their list.`,
	};
}

/** A page of the list, flat, with the same field names as in the input. */
const pricesOf = (
	fields: SyncFields,
	seen: (total: unknown) => void,
): z.ZodType<Price[], z.ZodTypeDef, unknown> =>
	z
		.unknown()
		.transform((page) => {
			seen(totalOf(page));
			return page;
		})
		.pipe(groupedRowsOf('produtosPrecoPersonalizado', customizedPriceEntry))
		.transform((rows) =>
			rows.map(
				({ idCanalIntegracao, skuProduto, precoDePersonalizado, precoPorPersonalizado }) => ({
					key: priceKey(idCanalIntegracao, skuProduto),
					values: toStored(
						{ precoDe: precoDePersonalizado, precoPor: precoPorPersonalizado },
						fields,
					),
				}),
			),
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
