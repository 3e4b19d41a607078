import compact from 'lodash/compact';
import { eachWithPauses } from '../../api/async';
import { HubError } from '../../api/errors';
import { differences } from '../../api/snapshot/comparable';
import type { ListRow, Snapshot } from '../../api/snapshot/snapshot';
import { addTo } from '../../api/values/lists';
import type { SyncKind } from '../sync/kind';
import { hiddenVariation, namelessVariation, variationSkus } from './unshownVariations';

/**
 * What the hub has for each row of a product. A row must not be sent that would take a variation from another
 * product, or with whose variations the hub would delete one that it hides.
 */
export const productsInHub: SyncKind['found'] = async (rows, snapshot) => {
	/** By variation, the products whose rows name it as a new one. */
	const claims = new Map<string, string[]>();
	await eachWithPauses(rows.values(), ({ key, given }) => {
		for (const variation of newVariations(key, given, snapshot)) addTo(claims, variation, key);
	});
	return (row) => {
		const { key, given } = row;
		const before = snapshot.values.get(key);
		const isNew = before === undefined;
		return {
			before,
			obstacle:
				(isNew ? (snapshot.failureOf(key, 'product') ?? listedOnly(key, snapshot)) : undefined) ??
				takenVariation(row, isNew, claims, snapshot) ??
				(!isNew && snapshot.lackingSkus.has(key) && 'variacoes' in differences(before, given)
					? namelessVariation(key)
					: undefined),
			note: isNew ? leaderNote(row, rows, snapshot) : undefined,
		};
	};
};

/** The variations that a row gives and its product does not show. */
function newVariations(product: string, given: ListRow['given'], snapshot: Snapshot): string[] {
	const variations = variationSkus(given);
	if (variations.length === 0) return variations;
	const shown = new Set(snapshot.variationsShownBy(product));
	return variations.filter((variation) => !shown.has(variation));
}

/** Why a product must not be taken for new although the hub has no record of it: it is listed. */
const listedOnly = (sku: string, { listed }: Snapshot): HubError | undefined =>
	listed.has(sku)
		? new HubError('invalid', `The product list shows ${sku}, but the hub has no record of it`, {
				description:
					'Nothing was sent for this product, since it is not known whether it is new. Look at the product in the hub, and run again.',
			})
		: undefined;

/** Why a row must not be sent because of a new variation: the last reason of its variations counts. */
function takenVariation(
	{ key: product, given }: ListRow,
	isNew: boolean,
	claims: ReadonlyMap<string, readonly string[]>,
	snapshot: Snapshot,
): HubError | undefined {
	// this product cannot be read, and is kept back for that reason already
	if (snapshot.failureOf(product, 'product') !== undefined) return undefined;
	const reasons = newVariations(product, given, snapshot).map((variation) =>
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
	if (snapshot.isVariation(variation) && isOfItself)
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
	if (rows.has(leader) || snapshot.listed.has(leader) || snapshot.isProduct(leader))
		return undefined;
	const absent = `The hub has no product ${leader}, the leader of this one, and no row registers it`;
	return snapshot.failureOf(leader, 'product')?.message ?? absent;
}
