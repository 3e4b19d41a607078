import compact from 'lodash/compact';
import { eachWithPauses } from '../../api/async';
import { HubError } from '../../api/errors';
import { type Comparable, untold } from '../../api/comparison/comparable';
import { differences } from '../../api/comparison/differences';
import type { ListRow, Snapshot } from '../../api/snapshot/snapshot';
import { addTo } from '../../api/values/lists';
import type { SyncKind } from '../sync/kind';
import { hiddenVariation, namelessVariation } from './hiddenVariations';

/**
 * The hub's values for each row of a product. A row must not be sent if it would take a variation from another
 * product, or if the hub would delete a hidden variation with it.
 */
export const productsInHub: SyncKind['finderOf'] = async (rows, snapshot) => {
	/** By variation, the products whose rows name it as a new one. */
	const claims = new Map<string, string[]>();
	await eachWithPauses(rows.values(), (row) => {
		for (const variation of snapshot.newVariationsIn(row)) addTo(claims, variation, row.key);
	});
	return (row) => {
		const { key } = row;
		const before = snapshot.values.get(key);
		if (before !== undefined) {
			const taken = takenVariation(row, false, claims, snapshot);
			return { before, obstacle: taken ?? lackingSku(row, before, snapshot) };
		}
		const unread = snapshot.failureOf(key, 'product');
		// it was not read, or has no record: it is none of the new ones, which wait for their leader
		if (snapshot.listed.has(key) || snapshot.isShown(key, 'product'))
			return { before: untold, obstacle: unread ?? withoutRecord(key) };
		return {
			obstacle:
				unread ?? variationInHub(key, snapshot) ?? takenVariation(row, true, claims, snapshot),
			note: leaderNote(row, rows, snapshot),
		};
	};
};

/** Why the variations of a product must not be changed: the hub shows a variation without its SKU. */
const lackingSku = ({ key, given }: ListRow, before: Comparable, { lackingSkus }: Snapshot) =>
	lackingSkus.has(key) && 'variacoes' in differences(before, given)
		? namelessVariation(key)
		: undefined;

/** Why a product that the hub lists must not be sent. */
const withoutRecord = (sku: string) =>
	new HubError('invalid', `The product list shows ${sku}, but the hub has no record of it`, {
		description:
			'Nothing was sent for this product, since it is not known whether it is new. Look at the product in the hub, and run again.',
	});

/**
 * Why a product that the hub lacks must not be registered: the hub has its SKU as a variation, as far as the run has
 * read the record of its product.
 */
function variationInHub(sku: string, snapshot: Snapshot): HubError | undefined {
	const product = snapshot.productOf(sku);
	if (product === undefined) return undefined;
	return new HubError('invalid', `The hub has ${sku} as a variation of the product ${product}`, {
		description: `A sync does not register a variation as a product. Give the row ${product} as its SKU (\`skuProduto\`), and ${sku} as the SKU of the variation (\`skuVariacao\`).`,
	});
}

/** Why a row must not be sent because of a new variation: the last reason of its variations counts. */
function takenVariation(
	row: ListRow,
	isNew: boolean,
	claims: ReadonlyMap<string, readonly string[]>,
	snapshot: Snapshot,
): HubError | undefined {
	const { key: product } = row;
	const reasons = snapshot
		.newVariationsIn(row)
		.map((variation) =>
			whyNotAdded(variation, { product, isNew }, claims.get(variation) ?? [], snapshot),
		);
	return compact(reasons).at(-1);
}

function whyNotAdded(
	variation: string,
	{ product, isNew }: { product: string; isNew: boolean },
	claimants: readonly string[],
	snapshot: Snapshot,
): HubError | undefined {
	const failure = snapshot.failureOf(variation, 'variation');
	if (failure !== undefined) return failure;
	const owner = snapshot.productOf(variation);
	const isOfItself = owner === product || owner === undefined;
	if (snapshot.isShown(variation, 'variation') && isOfItself)
		return hiddenVariation(variation, isNew ? owner : product);
	if (owner !== undefined) return belongsElsewhere(variation, owner, true);
	const other = claimants.find((each) => each !== product);
	return other === undefined ? undefined : belongsElsewhere(variation, other, false);
}

const belongsElsewhere = (variation: string, product: string, isInHub: boolean) =>
	new HubError(
		'invalid',
		isInHub
			? `\`variacoes\` names ${variation}, which belongs to the product ${product}`
			: `\`variacoes\` names ${variation}, which the list gives to the product ${product}, too`,
		{
			description:
				'A sync does not move a variation to another product. Correct the SKU of the variation, or name it only under its own product.',
		},
	);

/** A note to a new product whose leader neither the list nor the hub has, or cannot be read. */
function leaderNote(
	{ key, given }: ListRow,
	rows: ReadonlyMap<string, ListRow>,
	snapshot: Snapshot,
): string | undefined {
	const leader = String(given.skuProdutoLider ?? key);
	if (rows.has(leader) || snapshot.listed.has(leader) || snapshot.isShown(leader, 'product'))
		return undefined;
	const absent = `The hub has no product ${leader}, the leader of this one, and no row registers it`;
	return snapshot.failureOf(leader, 'product')?.message ?? absent;
}
