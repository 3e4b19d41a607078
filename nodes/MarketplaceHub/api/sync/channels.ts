import groupBy from 'lodash/groupBy';
import isEqual from 'lodash/isEqual';
import minBy from 'lodash/minBy';
import partition from 'lodash/partition';
import { mapConcurrently } from '../async';
import { orNotFound } from '../errors';
import { readsAtOnce } from '../http/run';
import type { Hub } from '../hub';
import { joinFilter, readList } from '../pagination';
import { readProduct, readVariation } from '../records';
import { groupedRowsOf } from '../schemas/answers';
import { customizedPriceEntry, securityStockEntry } from '../schemas/records';
import { ownerOf, readProducts, variationsIn } from './products';
import { type Comparable, few, type Reading, type ReadRequest, toComparable } from './reading';

/* What the hub holds of SKUs in channels: customized prices and security stock. */

export type ChannelList = 'customizedPriceList' | 'securityStockList';
type ChannelHub<List extends ChannelList> = Hub<List | 'variationGet'>;

/** Which SKU of a channel: the key that a list is compared by. */
export const channelKey = (channel: unknown, sku: unknown): string =>
	`${String(channel)}|${String(sku)}`;

export const channelIn = (key: string) => key.slice(0, key.indexOf('|'));
export const skuIn = (key: string) => key.slice(key.indexOf('|') + 1);
const skusIn = (keys: readonly string[]) => [...new Set(keys.map(skuIn))];

/** The records of a list that the hub groups by channel name. */
export const channelRows = {
	customizedPriceList: groupedRowsOf('produtosPrecoPersonalizado', customizedPriceEntry),
	securityStockList: groupedRowsOf('produtosEstoqueSeguranca', securityStockEntry),
};

/**
 * What the hub holds of customized prices (reference: Customized prices). Where a channel has no price of a
 * SKU yet, a new one is compared with the SKU's own.
 */
export async function readCustomizedPrices(
	hub: Hub<'customizedPriceList' | 'productList' | 'productGet' | 'variationGet'>,
	request: ReadRequest,
): Promise<Reading> {
	const reading = toReading(await readChannels(hub, 'customizedPriceList', request), request);
	const added = [...request.wanted].filter(([key]) => !reading.values.has(key));
	if (added.length === 0) return reading;
	const { values } = await readProducts(hub, {
		wanted: new Map(added.map(([key, prices]) => [skuIn(key), prices])),
		named: new Map(),
		fields: request.fields,
		others: false,
		countsAll: false,
	});
	const normal = added.flatMap(([key]): Array<[string, Comparable]> => {
		const own = values.get(skuIn(key));
		return own === undefined ? [] : [[key, own]];
	});
	return { ...reading, normal: new Map(normal) };
}

/**
 * What the hub holds of security stock (reference: Security stock), 0 where it lists none. It lists
 * products: what a variation of a listed product has cannot be seen, so that it has no value here.
 */
export async function readSecurityStock(
	hub: Hub<'securityStockList' | 'variationGet' | 'productGet'>,
	request: ReadRequest,
): Promise<Reading> {
	const found = await readChannels(hub, 'securityStockList', request);
	const named = [...request.wanted.keys(), ...request.named.values()];
	const open = named.filter((key) => !found.has(key));
	const others = [...found.keys()].filter((key) => !request.wanted.has(key));
	const owners = new Map<string, string>();
	await mapConcurrently(open.length === 0 ? [] : skusIn(others), readsAtOnce, async (sku) => {
		const product = (await orNotFound(readProduct(hub, sku))) ?? {};
		for (const { skuVariacao } of variationsIn(product)) owners.set(String(skuVariacao), sku);
	});
	const listed = new Set(found.keys());
	for (const key of open) {
		const owner = channelKey(channelIn(key), owners.get(skuIn(key)) ?? '');
		const isHidden = listed.has(owner);
		if (request.wanted.has(key)) found.set(key, isHidden ? {} : { estoqueSeguranca: 0 });
		// whoever names a variation means its product, too
		if (isHidden && !request.wanted.has(owner)) found.delete(owner);
	}
	return toReading(found, request);
}

function toReading(
	found: ReadonlyMap<string, Comparable>,
	{ wanted, others, countsAll }: ReadRequest,
): Reading {
	const [named, rest] = partition([...found], ([key]) => wanted.has(key));
	return {
		values: new Map(named),
		others: new Map(others ? rest : []),
		whole: countsAll ? leastNamed([...found.keys()], wanted) : undefined,
	};
}

/** How many entries the input names of the channel that it names the smallest share of. */
function leastNamed(keys: string[], wanted: ReadRequest['wanted']): Reading['whole'] {
	const channels = Object.entries(groupBy(keys, channelIn)).map(([channel, held], _index, all) => {
		const named = held.filter((key) => wanted.has(key)).length;
		return { named, inHub: held.length, channel: all.length > 1 ? channel : undefined };
	});
	return minBy(channels, ({ named, inHub }) => named / inHub);
}

/** A filter separates its values by vertical bars. */
const fitsFilter = (sku: string) => !sku.includes('|');

/**
 * What a list shows of the channels that the input names, by key: of few SKUs from filters, else from
 * all its pages, which are read once more where they lack many.
 */
async function readChannels<List extends ChannelList>(
	hub: ChannelHub<List>,
	list: List,
	request: ReadRequest,
): Promise<Map<string, Comparable>> {
	const { wanted, others, countsAll } = request;
	const keys = [...wanted.keys()];
	const found = new Map<string, Comparable>();
	// without a channel the hub would list all
	if (keys.length === 0) return found;
	const open = () => keys.filter((key) => !found.has(key));
	const read = async (sku?: string) => {
		for (const [key, values] of await readRows(hub, list, request, sku)) found.set(key, values);
	};
	const readBySku = async (skus: readonly string[]) => {
		const filter = joinFilter('sku', skus.filter(fitsFilter));
		if (filter !== undefined) await read(filter);
	};

	if (keys.length > few || others || countsAll || !keys.map(skuIn).every(fitsFilter)) await read();
	if (open().length > few) await read();
	else {
		await readBySku(skusIn(open()));
		// a filter takes SKUs of products: what a variation has is found by the product it belongs to
		const owners = await mapConcurrently(skusIn(open()), readsAtOnce, async (sku) =>
			ownerOf((await orNotFound(readVariation(hub, sku))) ?? {}),
		);
		await readBySku([...new Set(owners.filter((sku) => sku !== undefined))]);
	}
	return found;
}

/** Rows of the channels that are wanted, by key; without values where rows of one key differ. */
async function readRows<List extends ChannelList>(
	hub: ChannelHub<List>,
	list: List,
	{ wanted, fields }: ReadRequest,
	sku: string | undefined,
): Promise<Map<string, Comparable>> {
	const channels = [...new Set([...wanted.keys()].map(channelIn))];
	const rows = await readList(hub, {
		endpoint: list,
		query: { idCanalIntegracao: joinFilter('idCanalIntegracao', channels), sku },
		rows: channelRows[list].transform((page) =>
			page.map((row): [string, Comparable] => {
				const { precoDePersonalizado: precoDe, precoPorPersonalizado: precoPor } = row;
				const written = { precoDe, precoPor, estoqueSeguranca: row.qtdEstoqueSeguranca };
				return [channelKey(row.idCanalIntegracao, row.skuProduto), toComparable(written, fields)];
			}),
		),
	});
	const found = new Map<string, Comparable>();
	for (const [key, values] of rows)
		found.set(key, isEqual(found.get(key) ?? values, values) ? values : {});
	return found;
}
