import { eachWithPauses } from '../async';
import { HubError } from '../errors';
import { addTo } from '../values/lists';
import type { Catalogue } from './catalogue';
import type { Findings } from './findings';
import type { ReadRequest } from './reading';
import { findVariations } from './unlistedSkus';
import { hiddenVariation, variationSkus } from './unshownVariations';

/**
 * Refuses products that name variations of another product, which the hub may take for a move, or variations that the hub
 * has although their product does not show them. What the product shows is not looked up.
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
	await findVariations(catalogue, [...added.keys()]);
	// each by itself: only its own record tells that the hub has a variation which its product does not show
	await catalogue.findEach(ofKnownProducts, {
		kind: 'variation',
		readsProduct: () => false,
	});
	await eachWithPauses(added, ([variation, products]) => {
		for (const product of products) {
			// that one's reason is known
			if (catalogue.failureOf(product, 'product') !== undefined) continue;
			const unsendable = whyNotAdded(variation, product, products, catalogue);
			if (unsendable !== undefined) findings.learn(product, { unsendable });
		}
	});
}

/** @param products all that name the variation */
function whyNotAdded(
	variation: string,
	product: string,
	products: readonly string[],
	{ failureOf, shown }: Catalogue,
): HubError | undefined {
	const failure = failureOf(variation, 'variation');
	if (failure !== undefined) return failure;
	const owner = shown.productOf(variation);
	if (shown.isVariation(variation) && (owner ?? product) === product)
		return hiddenVariation(product, variation);
	const other = owner ?? products.find((each) => each !== product);
	return other === undefined ? undefined : belongsElsewhere(variation, other, owner !== undefined);
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
