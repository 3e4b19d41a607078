import compact from 'lodash/compact';
import pickBy from 'lodash/pickBy';
import uniq from 'lodash/uniq';
import { eachWithPauses, filterWithPauses } from '../async';
import type { Channels } from '../channels';
import type { Hub } from '../hub';
import { skuOf, type Identity } from '../rows/row';
import { productListItem } from '../schemas/reads/records';
import { type Ask, readsLeftOut } from './ask';
import { noValues } from '../comparison/comparable';
import { showsAll } from '../comparison/differences';
import {
	findSkus,
	findBeforeRemoval,
	findOwners,
	findProductsAmong,
	findUnknown,
	findUntilManyAbsent,
	findVariations,
} from './find';
import { ChannelListReader, type ChannelValueList } from './readChannelList';
import { type ProductEndpoint, SkuReader } from './readSkus';
import { skusOf } from './skusOf';
import { type ListRow, type Snapshot, SnapshotDraft } from './snapshot';
import { ProductTaker, SkuTaker } from './takers';

/*
 * The reads of a sync, stage by stage: one function for each kind of list. How much is read follows from the
 * list and the settings (`Ask`). A stage may ask for SKUs that an earlier stage has found or not found, never
 * for how values compare: that is decided once all has been read (actions/sync/decide.ts). Which requests a stage
 * takes for few and for many SKUs, the table in `find.ts` says; a list of channels is read by filters of up to 100
 * SKUs, or in pages of 100 entries (`readChannelList.ts`).
 */

/**
 * Stock or prices of SKUs, which may be products or variations.
 * @throws HubError as `ReadFailures` says, and where an entry that may be reported or removed cannot be read
 */
export async function readSkuValues(hub: Hub<ProductEndpoint>, ask: Ask): Promise<Snapshot> {
	const snapshot = new SnapshotDraft();
	const { rows, failed, names, leftOut } = ask;
	const taker = new SkuTaker(snapshot, ask, rows, snapshot.values);
	const skus = new SkuReader(hub, snapshot, ask, taker);
	// 1. of a whole list the pages; where what it leaves out counts, the products that no row names: records show variations
	if (leftOut !== 'ignored') await skus.ensureListed();
	if (readsLeftOut(ask))
		await skus.records.readProductRecords([...snapshot.listed].filter((sku) => !rows.has(sku)));
	// 2. the SKUs of rows
	await findSkus(skus, [...rows.keys()], { readsProduct: () => snapshot.values.size < rows.size });
	// 3. products beside their variations: only the record shows whether one of these has the product's SKU
	await skus.records.readProductRecords(await productsBesideVariations(rows, snapshot));
	// 4. there also what may keep an entry: before a removal unknown SKUs, and rows that are not compared
	if (readsLeftOut(ask)) {
		if (leftOut === 'removed') await findUnknown(skus, [...rows.keys()]);
		const ofFailed = await skusOf(failed);
		await findSkus(
			skus,
			ofFailed.filter((sku) => !rows.has(sku)),
		);
		skus.assertRead([...snapshot.listed].filter((sku) => !names.has(sku)));
	}
	skus.failures.assertHubAnswers();
	return snapshot;
}

/**
 * Products: from the pages, where these show all columns of the list or the run asks for products that it leaves
 * out, else from their records; then the leaders of new ones, and the products of new variations.
 * @throws HubError as `ReadFailures` says
 */
export async function readProducts(hub: Hub<ProductEndpoint>, ask: Ask): Promise<Snapshot> {
	const snapshot = new SnapshotDraft();
	const { rows, columns, leftOut } = ask;
	const unlisted = [...columns].filter((name) => !(name in productListItem));
	const taker = new ProductTaker(snapshot, ask, unlisted.length === 0);
	const skus = new SkuReader(hub, snapshot, ask, taker);
	if (ask.areMany(rows.size)) snapshot.unlistedColumns = unlisted;
	const pagesShowAll = unlisted.length === 0 && ask.areMany(rows.size);
	const pagesFirst = leftOut !== 'ignored' || pagesShowAll;
	// 1. the products of rows, from pages or from records
	if (pagesFirst || (await findUntilManyAbsent(skus, rows.keys()))) {
		await skus.ensureListed();
		await findSkus(skus, [...rows.keys()], { only: 'product' });
	}
	// 2. new variations, which another product may have
	const { all, ofKnown } = await newVariations(rows, snapshot);
	await findVariations(skus, all);
	await skus.readEach(ofKnown, { only: 'variation', readsProduct: () => false });
	// 3. leaders of new products
	await skus.records.readProductRecords(await unknownLeaders(rows, snapshot));
	skus.failures.assertHubAnswers();
	return snapshot;
}

/**
 * Prices of channels, and the own prices of SKUs for which a channel lacks one.
 * @throws HubError as `ReadFailures` says, and where an entry that may be removed cannot be read
 */
export async function readCustomizedPrices(
	hub: Hub<'customizedPriceList' | ProductEndpoint>,
	ask: Ask,
): Promise<Snapshot> {
	const snapshot = new SnapshotDraft();
	const list = new ChannelListReader(hub, priceList, snapshot, ask);
	// 1. the entries of rows
	await list.read();
	// 2. the own prices of SKUs without an entry, of variations first: where a product has any, these have the prices
	const withoutPrice = await rowsWithoutPrice(ask.rows.values(), snapshot);
	const taker = new SkuTaker(
		snapshot,
		{ ...ask, leftOut: 'ignored' },
		withoutPrice,
		snapshot.ownPrices,
	);
	const skus = new SkuReader(hub, snapshot, ask, taker);
	await findSkus(skus, [...withoutPrice.keys()], {
		likely: 'variation',
		readsProduct: () => snapshot.ownPrices.size < withoutPrice.size,
	});
	// 3. a second look for these, also under their products
	await list.readAgain((sku) => compact([snapshot.productOf(sku)]));
	// 4. the owners of entries that the list leaves out, and the channels
	await readOwnersOfOthers(skus, snapshot, ask);
	await readChannelNames(snapshot, ask);
	return snapshot;
}

/**
 * Security stock, and the relatives of SKUs without an entry, under which the hub may have it.
 * @throws HubError as `ReadFailures` says, and where an entry that may be removed cannot be read
 */
export async function readSecurityStock(
	hub: Hub<'securityStockList' | ProductEndpoint>,
	ask: Ask,
): Promise<Snapshot> {
	const snapshot = new SnapshotDraft();
	const { rows, failed } = ask;
	// no channel is read, and failed rows count beside others alone
	if (rows.size === 0) return snapshot;
	const list = new ChannelListReader(hub, securityStockList, snapshot, ask);
	const skus = new SkuReader(hub, snapshot, ask);
	// 1. the entries of rows
	await list.read();
	const missing = await list.withoutEntry();
	// 2. relatives of SKUs without an entry, and of rows that are not compared: that of a variation keeps back its product's
	const open = uniq([...missing, ...(await skusOf(failed))]);
	const named = await skusOf(rows.values(), failed);
	await findOwners(skus, open, [...(await skusOf(snapshot.others.values())), ...named]);
	// 3. the product of a variation may be none of these, and so not read yet
	await findSkus(skus, missing);
	// 4. relatives that the list's IDs of products tell
	await findProductsAmong(skus, list.siblings.groups());
	// 5. a second look for SKUs without an entry, also under their relatives
	await list.readAgain((sku) => snapshot.relativesOf(sku));
	// 6. the owners of entries that the list leaves out, and the channels
	await readOwnersOfOthers(skus, snapshot, ask);
	await readChannelNames(snapshot, ask);
	return snapshot;
}

const priceList: ChannelValueList<'customizedPriceList'> = {
	endpoint: 'customizedPriceList',
	skuField: 'skuProduto',
	valuesOf: ({ precoDePersonalizado: precoDe, precoPorPersonalizado: precoPor }) =>
		// a price of 0 means that there is none
		pickBy({ precoDe, precoPor }, (price) => Number(price) !== 0),
};

const securityStockList: ChannelValueList<'securityStockList'> = {
	endpoint: 'securityStockList',
	skuField: 'sku',
	valuesOf: ({ qtdEstoqueSeguranca: estoqueSeguranca }) => ({ estoqueSeguranca }),
};

/** To whom entries belong that the list names in no spelling. */
async function readOwnersOfOthers(skus: SkuReader, snapshot: Snapshot, ask: Ask): Promise<void> {
	const { rows, failed, names, leftOut } = ask;
	if (leftOut !== 'ignored') {
		const isUnnamed = ({ identity }: { identity: Identity }) => names.alike(identity) === undefined;
		const entries = await skusOf(await filterWithPauses(snapshot.others.values(), isUnnamed));
		const named = await skusOf(rows.values(), failed);
		const readFor = leftOut === 'removed' ? findBeforeRemoval : findOwners;
		if (entries.length > 0) await readFor(skus, entries, named);
	}
	if (snapshot.values.size + snapshot.others.size === 0) skus.failures.assertHubAnswers();
}

async function readChannelNames(snapshot: SnapshotDraft, { rows, channels }: Ask): Promise<void> {
	if (rows.size > 0) snapshot.channels = await knownChannels(channels);
}

/** The IDs of the channels that the hub has. Undefined if it does not give them. */
export async function knownChannels(channels?: Channels): Promise<Set<string> | undefined> {
	const all = await channels?.all();
	return Array.isArray(all) ? new Set(all.map(({ id }) => String(id))) : undefined;
}

/** The SKUs of products that the list names beside one of their variations. */
async function productsBesideVariations(
	rows: ReadonlyMap<string, ListRow>,
	snapshot: Snapshot,
): Promise<string[]> {
	const products = new Set<string>();
	await eachWithPauses(rows.keys(), (sku) => {
		const product = snapshot.productOf(sku);
		if (product !== undefined && rows.has(product)) products.add(product);
	});
	return [...products];
}

/** Rows of which the hub's list lacks a price, by SKU. */
async function rowsWithoutPrice(
	rows: Iterable<ListRow>,
	snapshot: Snapshot,
): Promise<Map<string, ListRow>> {
	const bySku = new Map<string, ListRow>();
	await eachWithPauses(rows, (row) => {
		const values = snapshot.values.get(row.key) ?? noValues;
		if (!showsAll(values, row.given)) bySku.set(skuOf(row.identity), row);
	});
	return bySku;
}

/**
 * The SKUs of variations that the list names and their products do not show; apart, the SKUs whose products are
 * known.
 */
async function newVariations(rows: ReadonlyMap<string, ListRow>, snapshot: Snapshot) {
	const all = new Set<string>();
	const ofKnown: string[] = [];
	await eachWithPauses(rows.values(), (row) => {
		for (const variation of snapshot.newVariationsIn(row)) {
			all.add(variation);
			if (snapshot.values.has(row.key)) ofKnown.push(variation);
		}
	});
	return { all: [...all], ofKnown };
}

/** The leaders of new products that no row and no page shows. */
async function unknownLeaders(
	rows: ReadonlyMap<string, ListRow>,
	{ values, listed }: Snapshot,
): Promise<string[]> {
	const leaders = new Set<string>();
	await eachWithPauses(rows, ([sku, { given }]) => {
		const leader = String(given.skuProdutoLider ?? sku);
		if (!values.has(sku) && !rows.has(leader) && !listed.has(leader)) leaders.add(leader);
	});
	return [...leaders];
}
