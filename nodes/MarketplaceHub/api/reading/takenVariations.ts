import { eachWithPauses } from '../async';
import { HubError } from '../errors';
import { addTo } from '../values/lists';
import { type Catalogue, ownRecordOnly } from './catalogue';
import type { Findings } from './findings';
import type { ReadRequest } from './reading';
import { lookForVariations } from './unlistedSkus';
import { hiddenVariation, variationSkus } from './unshownVariations';

/**
 * Marks a product as not to be sent if it names a new variation in one of these cases:
 * - The variation belongs to another product. The hub may take the change for a move.
 * - The hub has the variation, but the record of its product does not show it.
 * - Another product of the input names it, too, and no record tells whose it is.
 * - It cannot be read.
 *
 * A variation that the product's record shows is not looked up.
 */
export async function refuseTakenVariations(
	catalogue: Catalogue,
	{ wanted }: Pick<ReadRequest, 'wanted'>,
	findings: Findings,
): Promise<void> {
	const added = new Map<string, string[]>();
	const ofKnownProducts: string[] = [];
	await eachWithPauses(wanted, ([product, { given }]) => {
		const before = findings.before(product);
		const own = new Set(variationSkus(before ?? {}));
		for (const variation of variationSkus(given)) {
			if (own.has(variation)) continue;
			addTo(added, variation, product);
			if (before !== undefined) ofKnownProducts.push(variation);
		}
	});
	if (added.size === 0) return;
	await lookForVariations(catalogue, [...added.keys()]);
	// Read these one by one. If a product's record hides a variation, only the variation's own
	// record tells that the hub has it.
	await catalogue.lookUpEach(ofKnownProducts, { ...ownRecordOnly, kind: 'variation' });
	await eachWithPauses(added, ([variation, products]) => {
		for (const product of products) {
			// this product cannot be read, and is kept back for that reason already
			if (catalogue.failureOf(product, 'product') !== undefined) continue;
			const isNew = findings.before(product) === undefined;
			const unsendable = whyNotAdded(variation, { product, isNew }, products, catalogue);
			if (unsendable !== undefined) findings.learn(product, { unsendable });
		}
	});
}

/** @param products all products of the input that name the variation */
function whyNotAdded(
	variation: string,
	{ product, isNew }: { product: string; isNew: boolean },
	products: readonly string[],
	{ failureOf, shown }: Catalogue,
): HubError | undefined {
	const failure = failureOf(variation, 'variation');
	if (failure !== undefined) return failure;
	const owner = shown.productOf(variation);
	const isHidden = shown.isVariation(variation) && (owner === product || owner === undefined);
	if (isHidden) return hiddenVariation(variation, isNew ? owner : product);
	if (owner !== undefined) return belongsElsewhere(variation, owner, true);
	const claimant = products.find((each) => each !== product);
	return claimant === undefined ? undefined : belongsElsewhere(variation, claimant, false);
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
