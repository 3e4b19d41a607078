import compact from 'lodash/compact';
import groupBy from 'lodash/groupBy';
import isEmpty from 'lodash/isEmpty';
import isEqual from 'lodash/isEqual';
import max from 'lodash/max';
import minBy from 'lodash/minBy';
import partition from 'lodash/partition';
import type { Hub } from '../hub';
import { joinFilter, readList } from '../pagination';
import { groupedRowsOf } from '../schemas/answers';
import { customizedPriceEntry, securityStockEntry } from '../schemas/records';
import { Families, ownersOf, type FamilyEndpoint } from './families';
import { readProducts } from './products';
import {
	type Comparable,
	few,
	holds,
	type Reading,
	type ReadRequest,
	spellingOf,
	toComparable,
} from './reading';

/* What the hub holds of SKUs in channels: customized prices and security stock. */

export type ChannelList = 'customizedPriceList' | 'securityStockList';
type ChannelHub<List extends ChannelList> = Hub<List | FamilyEndpoint>;

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
	hub: ChannelHub<'customizedPriceList'>,
	request: ReadRequest,
): Promise<Reading> {
	const families = new Families(hub);
	const found = await readChannels(
		hub,
		'customizedPriceList',
		request,
		async (skus) => await ownersOf(hub, skus),
	);
	const reading = toReading(found, request, await namedByFamily(found, request, families));
	const added = [...request.wanted].filter(([key]) => isEmpty(reading.values.get(key)));
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
 * What the hub holds of security stock (reference: Security stock), 0 where it lists none. Where it lists
 * a product, what a variation has cannot be seen, so that it has no value here. Where it lists variations,
 * a product has what they have: if they differ, the highest that is not wanted.
 */
export async function readSecurityStock(
	hub: ChannelHub<'securityStockList'>,
	request: ReadRequest,
): Promise<Reading> {
	const { wanted } = request;
	const families = new Families(hub);
	const found = await readChannels(
		hub,
		'securityStockList',
		request,
		async (skus) => await families.relativesOf(skus),
	);
	const listed = new Map(found);
	const inInput = keysOf(request);
	const open = inInput.filter((key) => !found.has(key));
	if (open.length > 0) {
		const all = skusIn([...found.keys(), ...inInput]);
		await families.readOf(all, all);
	}
	const related = await namedByFamily(found, request, families);
	const inChannel = (key: string, sku = '') => channelKey(channelIn(key), sku);
	for (const key of open.filter((each) => wanted.has(each))) {
		const isHidden = listed.has(inChannel(key, families.productOf(skuIn(key))));
		const variations = families.variationsOf(skuIn(key)).map((sku) => inChannel(key, sku));
		const held = variations
			.filter((each) => !wanted.has(each))
			.map((each) => Number(listed.get(each)?.estoqueSeguranca ?? 0));
		const wants = wanted.get(key)?.estoqueSeguranca;
		const others = held.filter((value) => value !== wants);
		const estoqueSeguranca = max(others) ?? held[0] ?? 0;
		found.set(key, isHidden ? {} : { estoqueSeguranca });
	}
	const products = new Map<string, string>();
	for (const key of wanted.keys()) {
		const product = inChannel(key, families.productOf(skuIn(key)));
		const ofProduct = wanted.get(product);
		if (ofProduct === undefined) continue;
		products.set(key, product);
		if (!holds(found.get(product) ?? {}, ofProduct)) found.set(key, {});
	}
	return { ...toReading(found, request, related), productOf: products };
}

/** All keys that the input names. */
const keysOf = ({ wanted, named }: ReadRequest) => [
	...new Set([...wanted.keys(), ...named.values()]),
];

/**
 * Keys that the input does not name itself, but by their product or one of their variations, in the
 * same channel.
 */
async function namedByFamily(
	found: ReadonlyMap<string, Comparable>,
	request: ReadRequest,
	families: Families,
): Promise<ReadonlySet<string>> {
	if (!request.others && !request.countsAll) return new Set();
	const inInput = keysOf(request);
	const spellings = new Set(inInput.map(spellingOf));
	const others = [...found.keys()].filter((key) => !spellings.has(spellingOf(key)));
	if (others.length > 0) await families.readOf(skusIn(others), skusIn([...others, ...inInput]));
	const isNamed = (key: string) => {
		const sku = skuIn(key);
		return compact([families.productOf(sku), ...families.variationsOf(sku)]).some((relative) =>
			spellings.has(spellingOf(channelKey(channelIn(key), relative))),
		);
	};
	return new Set(others.filter(isNamed));
}

/** @param related keys that count as named */
function toReading(
	found: ReadonlyMap<string, Comparable>,
	{ wanted, others, countsAll }: ReadRequest,
	related: ReadonlySet<string>,
): Reading {
	const [named, rest] = partition([...found], ([key]) => wanted.has(key));
	const isNamed = (key: string) => wanted.has(key) || related.has(key);
	return {
		values: new Map(named),
		others: new Map(others ? rest.filter(([key]) => !related.has(key)) : []),
		whole: countsAll ? leastNamed([...found.keys()], isNamed) : undefined,
	};
}

/** How many entries the input names of the channel that it names the smallest share of. */
function leastNamed(keys: string[], isNamed: (key: string) => boolean): Reading['whole'] {
	const channels = Object.entries(groupBy(keys, channelIn)).map(([channel, held], _index, all) => {
		const named = held.filter(isNamed).length;
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
	relativesOf: (skus: readonly string[]) => Promise<string[]>,
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
		// a filter takes SKUs as the list has them: those of products, or of their variations
		await readBySku([...new Set(await relativesOf(skusIn(open())))]);
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
