import compact from 'lodash/compact';
import groupBy from 'lodash/groupBy';
import isEmpty from 'lodash/isEmpty';
import isEqual from 'lodash/isEqual';
import max from 'lodash/max';
import minBy from 'lodash/minBy';
import partition from 'lodash/partition';
import pickBy from 'lodash/pickBy';
import type { Identity } from '../entries';
import type { Hub } from '../hub';
import { whichChannels } from '../channels';
import { joinFilter, readList } from '../pagination';
import { groupedRowsOf } from '../schemas/answers';
import { customizedPriceEntry, securityStockEntry } from '../schemas/records';
import { Families, ownersOf, type FamilyEndpoint } from './families';
import { readProducts } from './products';
import {
	type Comparable,
	few,
	type Held,
	holds,
	keyOf,
	type Reading,
	type ReadRequest,
	spellingOf,
	toComparable,
	type Wanted,
} from './reading';

/* Reads of customized prices and security stock: values of SKUs in channels. */

export type ChannelList = 'customizedPriceList' | 'securityStockList';
type ChannelHub<List extends ChannelList> = Hub<List | FamilyEndpoint>;

/** The records of a list that the hub groups by channel name. */
export const channelRows = {
	customizedPriceList: groupedRowsOf('produtosPrecoPersonalizado', customizedPriceEntry),
	securityStockList: groupedRowsOf('produtosEstoqueSeguranca', securityStockEntry),
};

/** The field of a list's entries that holds their SKU, beside `idCanalIntegracao`. */
const skuFields = { customizedPriceList: 'skuProduto', securityStockList: 'sku' } as const;

const skuOf = ({ sku = '', skuProduto = sku }: Identity) => String(skuProduto);
const skusOf = (entries: Iterable<Pick<Held, 'identity'>>) => [
	...new Set(Array.from(entries, ({ identity }) => skuOf(identity))),
];
const channelOf = ({ idCanalIntegracao = '' }: Identity) => String(idCanalIntegracao);

/** The same channel's entry of another SKU. */
const withSku = (identity: Identity, sku: string): Identity =>
	'skuProduto' in identity ? { ...identity, skuProduto: sku } : { ...identity, sku };

/**
 * Reads customized prices (reference: Customized prices). Where a channel has no price of a
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
	const { values } = await readProducts(hub, {
		wanted: new Map(added.map(([, { identity, after }]) => [skuOf(identity), { identity, after }])),
		named: new Map(),
		fields: request.fields,
		others: false,
		countsAll: false,
	});
	const normal = added.flatMap(([key, { identity }]): Array<[string, Comparable]> => {
		const own = values.get(skuOf(identity));
		return own === undefined ? [] : [[key, own]];
	});
	const absent = skusOf(added.map(([, entry]) => entry)).filter((sku) => !values.has(sku));
	const notes = await notesOn(request, new Set(absent));
	return { ...reading, normal: new Map(normal), notes };
}

/**
 * Reads security stock (reference: Security stock), 0 where the hub lists none. Where it lists
 * a product, a variation's own stock cannot be seen, so that it has no value here. Where it lists
 * variations, a product has theirs: if they differ, the highest that is not wanted.
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
	const listed = new Map([...found].map(([key, { values }]) => [key, values]));
	const inInput = entriesOf(request);
	const isOpen = inInput.some(({ key }) => !found.has(key));
	if (isOpen) {
		const all = skusOf([...found.values(), ...inInput]);
		await families.readOf(all, all);
	}
	const related = await namedByFamily(found, request, families);
	const productOf = (identity: Identity) =>
		keyOf(withSku(identity, families.productOf(skuOf(identity)) ?? ''));
	for (const [key, { identity, after }] of wanted) {
		if (found.has(key)) continue;
		const isHidden = listed.has(productOf(identity));
		const held = families
			.variationsOf(skuOf(identity))
			.map((sku) => keyOf(withSku(identity, sku)))
			.filter((variation) => !wanted.has(variation))
			.map((variation) => Number(listed.get(variation)?.estoqueSeguranca ?? 0));
		const others = held.filter((value) => value !== after.estoqueSeguranca);
		const estoqueSeguranca = max(others) ?? held[0] ?? 0;
		found.set(key, { key, identity, values: isHidden ? {} : { estoqueSeguranca } });
	}
	const ofWantedProducts = new Set<string>();
	for (const [key, { identity }] of wanted) {
		const product = productOf(identity);
		const ofProduct = wanted.get(product)?.after;
		if (ofProduct === undefined) continue;
		ofWantedProducts.add(key);
		const changes = !holds(found.get(product)?.values ?? {}, ofProduct);
		if (changes) found.set(key, { key, identity, values: {} });
	}
	const notes = await notesOn(request, families.absent);
	return { ...toReading(found, request, related), ofWantedProducts, notes };
}

/**
 * Says of entries that the hub shows no such channel, or no such SKU: it decides all the same.
 * @param absent SKUs that were looked for in vain
 */
async function notesOn(
	{ wanted, channels }: ReadRequest,
	absent: ReadonlySet<string>,
): Promise<Reading['notes']> {
	if (wanted.size === 0) return new Map();
	const all = await channels?.all();
	// a hub that does not give its channels may take the entries all the same
	const listed = Array.isArray(all) ? new Set(all.map(({ id }) => String(id))) : undefined;
	const isUnlisted = (identity: Identity) => listed?.has(channelOf(identity)) === false;
	const notes = new Map<string, string>();
	for (const [key, { identity }] of wanted) {
		const note = [
			...(isUnlisted(identity)
				? [`The hub lists no channel ${channelOf(identity)}; ${whichChannels}`]
				: []),
			...(absent.has(skuOf(identity)) ? [`The hub has no SKU ${skuOf(identity)}`] : []),
		];
		if (note.length > 0) notes.set(key, note.join('. '));
	}
	return notes;
}

type Entry = Pick<Held, 'key' | 'identity'>;

/** All entries that the input names, each once. */
function entriesOf({ wanted, named }: ReadRequest): Entry[] {
	const entries = new Map<string, Entry>();
	for (const [key, { identity }] of wanted) entries.set(key, { key, identity });
	for (const { key, identity } of named.values()) entries.set(key, { key, identity });
	return [...entries.values()];
}

/**
 * Keys of entries that the input does not name itself, but by their product or one of their variations,
 * in the same channel.
 */
async function namedByFamily(
	found: ReadonlyMap<string, Held>,
	request: ReadRequest,
	families: Families,
): Promise<ReadonlySet<string>> {
	if (!request.others && !request.countsAll) return new Set();
	const inInput = entriesOf(request);
	const spellings = new Set(inInput.map(({ identity }) => spellingOf(identity)));
	const others = [...found.values()].filter(({ identity }) => !spellings.has(spellingOf(identity)));
	if (others.length > 0) await families.readOf(skusOf(others), skusOf([...others, ...inInput]));
	const isNamed = ({ identity }: Held) => {
		const sku = skuOf(identity);
		return compact([families.productOf(sku), ...families.variationsOf(sku)]).some((relative) =>
			spellings.has(spellingOf(withSku(identity, relative))),
		);
	};
	return new Set(others.filter(isNamed).map(({ key }) => key));
}

/** @param related keys that count as named */
function toReading(
	found: ReadonlyMap<string, Held>,
	{ wanted, others, countsAll }: ReadRequest,
	related: ReadonlySet<string>,
): Reading {
	const held = [...found.values()];
	const [named, rest] = partition(held, ({ key }) => wanted.has(key));
	const isNamed = ({ key }: Held) => wanted.has(key) || related.has(key);
	return {
		values: new Map(named.map(({ key, values }) => [key, values])),
		others: others ? rest.filter(({ key }) => !related.has(key)) : [],
		whole: countsAll ? leastNamed(held, isNamed) : undefined,
	};
}

/** How many entries the input names of the channel that it names the smallest share of. */
function leastNamed(held: readonly Held[], isNamed: (entry: Held) => boolean): Reading['whole'] {
	const byChannel = groupBy(held, ({ identity }) => channelOf(identity));
	const channels = Object.entries(byChannel).map(([channel, entries], _index, all) => {
		const named = entries.filter(isNamed).length;
		return { named, inHub: entries.length, channel: all.length > 1 ? channel : undefined };
	});
	return minBy(channels, ({ named, inHub }) => named / inHub);
}

/** A filter separates its values by vertical bars. */
const fitsFilter = (sku: string) => !sku.includes('|');

/**
 * The entries of a list in the channels that the input names, by key: of few SKUs from filters, else from
 * all its pages, which are read once more where they lack many.
 */
async function readChannels<List extends ChannelList>(
	hub: ChannelHub<List>,
	list: List,
	request: ReadRequest,
	relativesOf: (skus: readonly string[]) => Promise<string[]>,
): Promise<Map<string, Held>> {
	const { wanted, others, countsAll } = request;
	const found = new Map<string, Held>();
	// without a channel the hub would list all
	if (wanted.size === 0) return found;
	const open = (): Wanted[] =>
		[...wanted].flatMap(([key, entry]) => (found.has(key) ? [] : [entry]));
	const read = async (sku?: string) => {
		for (const [key, held] of await readRows(hub, list, request, sku)) found.set(key, held);
	};
	const readBySku = async (skus: readonly string[]) => {
		const filter = joinFilter('sku', skus.filter(fitsFilter));
		if (filter !== undefined) await read(filter);
	};

	const isMany = wanted.size > few || others || countsAll;
	if (isMany || !skusOf(wanted.values()).every(fitsFilter)) await read();
	if (open().length > few) await read();
	else {
		await readBySku(skusOf(open()));
		// a filter takes SKUs as the list has them: those of products, or of their variations
		await readBySku([...new Set(await relativesOf(skusOf(open())))]);
	}
	return found;
}

/** Entries of the channels that are wanted, by key; without values where rows of one key differ. */
async function readRows<List extends ChannelList>(
	hub: ChannelHub<List>,
	list: List,
	{ wanted, fields }: ReadRequest,
	sku: string | undefined,
): Promise<Map<string, Held>> {
	const channels = [...new Set(Array.from(wanted.values(), ({ identity }) => channelOf(identity)))];
	const rows = await readList(hub, {
		endpoint: list,
		query: { idCanalIntegracao: joinFilter('idCanalIntegracao', channels), sku },
		rows: channelRows[list].transform((page) =>
			page.map((row): Held => {
				const { precoDePersonalizado: precoDe, precoPorPersonalizado: precoPor } = row;
				// a price of 0 is none
				const prices = pickBy({ precoDe, precoPor }, (price) => Number(price) !== 0);
				const written = { ...prices, estoqueSeguranca: row.qtdEstoqueSeguranca };
				const identity = {
					[skuFields[list]]: String(row.skuProduto),
					idCanalIntegracao: Number(row.idCanalIntegracao),
				};
				return { key: keyOf(identity), identity, values: toComparable(written, fields) };
			}),
		),
	});
	const found = new Map<string, Held>();
	for (const row of rows) {
		const earlier = found.get(row.key)?.values ?? row.values;
		found.set(row.key, isEqual(earlier, row.values) ? row : { ...row, values: {} });
	}
	return found;
}
