import max from 'lodash/max';
import { channelOf, type Identity, keyOf, skuOf, withSku } from '../../api/rows/row';
import { type Comparable, hasValues, untold } from '../../api/comparison/comparable';
import type { ListRow, Snapshot } from '../../api/snapshot/snapshot';
import type { Follows } from '../sync/change';
import { channelNote } from '../sync/plan/channelNote';
import type { Found, SyncKind } from '../sync/kind';

/**
 * The hub's security stock for each row: its entry, or the value that its relatives' entries tell. A product's
 * security stock holds for its variations, too, so their rows follow that of the product. Where the product has an entry
 * of its own, what its variations have beside it is not compared.
 */
export const stockInHub: SyncKind['finderOf'] = (rows, snapshot) => (row) => {
	const { key, identity } = row;
	const sku = skuOf(identity);
	const entry = snapshot.values.get(key);
	// if it cannot be read, its relatives may be missing, and its security stock may hold for these, too
	const obstacle = snapshot.failureOf(sku);
	const note = channelNote(row, snapshot, entry === undefined && snapshot.isAbsent(sku));
	const follows = followedBy(row, rows, snapshot);
	return entry === undefined && obstacle === undefined
		? { ...withoutEntry(row, rows, snapshot), note, follows }
		: { before: entry, obstacle, note, follows };
};

/** What the row of a variation follows: the row of its product in the same channel, if there is one. */
function followedBy(
	{ key, identity, ofProduct }: ListRow,
	rows: ReadonlyMap<string, ListRow>,
	snapshot: Snapshot,
): Follows | undefined {
	const sku = skuOf(identity);
	const product = snapshot.productOf(sku) ?? ofProduct;
	if (product === undefined)
		return snapshot.hasUnknownOwner(sku) ? { anyOfChannel: channelOf(identity) } : undefined;
	const row = keyOf(withSku(identity, product));
	return row !== key && rows.has(row) ? { row } : undefined;
}

/**
 * The security stock of a SKU that has no entry of its own in the hub, which may have it under a relative:
 * - For a variation, the entry of its product counts. If that is 0, or there is none, the variation has 0. If it
 *   is more, this variation may have less, so its value cannot be determined.
 * - For a product, the entries of its variations count. Of the values that the row would change, the highest is
 *   returned, so that the guards see how much is lost.
 *
 * E.g. the variations a and b of P have 5 and 2, and the row of P gives 2. The row would change a only, so the
 * value before is 5. If a has a row of its own, the row of P changes nothing: it is settled.
 */
function withoutEntry(
	{ key: ownKey, identity, given }: ListRow,
	rows: ReadonlyMap<string, ListRow>,
	snapshot: Snapshot,
): Found {
	const sku = skuOf(identity);
	// no record names its product, which may have an entry
	if (snapshot.hasUnknownOwner(sku)) return { before: untold };
	const product = snapshot.productOf(sku);
	const ofProduct = product === undefined ? 0 : stockAt(withSku(identity, product), snapshot);
	if (ofProduct !== 0) return { before: untold };
	const variations = snapshot.variationsOf(sku).map((variation) => {
		const place = withSku(identity, variation);
		return { key: keyOf(place), stock: stockAt(place, snapshot) };
	});
	if (variations.length === 0) return { before: noStock };
	if (variations.some(({ stock }) => stock === 'unknown')) return { before: untold };
	// Variations with a row of their own are compared by that row. If a variation has the SKU of
	// the product itself, this row is its only one.
	const hasNoOther = (key: string) => key === ownKey || !rows.has(key);
	const changing = variations.filter(
		({ key, stock }) => hasNoOther(key) && stock !== given.estoqueSeguranca,
	);
	const isSettled = changing.length === 0;
	const highest = max((isSettled ? variations : changing).map(({ stock }) => Number(stock)));
	return { before: { estoqueSeguranca: highest }, isSettled };
}

const noStock: Comparable = Object.freeze({ estoqueSeguranca: 0 });

/** The security stock of an entry of the hub: 0 where it has none, `unknown` where it contradicts itself. */
function stockAt(place: Identity, { values, others }: Snapshot): number | 'unknown' {
	const key = keyOf(place);
	const entry = values.get(key) ?? others.get(key)?.values;
	if (entry === undefined) return 0;
	return hasValues(entry) ? Number(entry.estoqueSeguranca) : 'unknown';
}
