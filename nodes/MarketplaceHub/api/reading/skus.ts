import type { Hub } from '../hub';
import { Catalogue, type ProductEndpoint } from './catalogue';
import { type Reading, type ReadRequest, skusOf } from './reading';
import { lookForWanted, SkuValues } from './skuValues';
import { lookForUnlisted } from './unlistedSkus';

/**
 * Reads the stock or the prices of SKUs.
 * @throws HubError also as `Catalogue.assertHubAnswers` says
 */
export async function readSkus(hub: Hub<ProductEndpoint>, request: ReadRequest): Promise<Reading> {
	const { unnamedAre } = request;
	const values = new SkuValues(request);
	const catalogue = new Catalogue(hub, request.tooManyForSingles, values);
	if (unnamedAre !== 'ignored') await catalogue.readPages();
	if (unnamedAre === 'read') await readUnnamed(catalogue, request);
	await lookForWanted(catalogue, values);
	if (unnamedAre === 'read') await leaveOutNamed(catalogue, values);
	catalogue.assertHubAnswers();
	const { findings } = values;
	await findings.keepBackUnread(await findings.unfoundEntries(), catalogue.failureOf);
	return { ...findings.result(), namedShare: shareOfNamed(catalogue, values) };
}

/**
 * Reads the records of listed products that are not wanted. Only a product's record shows its
 * variations, and the input may leave these out. Variations of a wanted product count as named, so
 * its record does not matter here.
 */
async function readUnnamed(catalogue: Catalogue, { wanted }: ReadRequest): Promise<void> {
	const unread = await catalogue.unreadProducts();
	await catalogue.lookUpProducts(unread.filter((sku) => !wanted.has(sku)));
}

/**
 * Drops a product from the entries that only the hub has if the input names one of its variations
 * and the product's record does not show that variation.
 * @throws HubError if a listed product that the input does not name cannot be read
 */
async function leaveOutNamed(catalogue: Catalogue, values: SkuValues): Promise<void> {
	const { findings, request } = values;
	const { named, wanted } = request;
	// a variation named by an invalid row has not been looked for yet; its own record tells its
	// product
	const ofInvalidRows = (await skusOf(named.values())).filter((sku) => !wanted.has(sku));
	await lookForUnlisted(catalogue, async () => ofInvalidRows.filter(catalogue.isUnknown));
	catalogue.assertRead((sku) => catalogue.listed.has(sku) && !named.has(sku));
	// either the variation's own record names the product, or a row of the input does
	const { isVariation, variationsOf } = catalogue.shown;
	const isNamedByVariation = (product: string) =>
		named.hasVariationOf({ sku: product }) || variationsOf(product).some(named.has);
	await findings.dropNamed(({ key }) => !isVariation(key) && isNamedByVariation(key));
}

/**
 * How much of the hub the input names; undefined if nobody asks. If the variations of all products
 * were read, it counts SKUs. Otherwise it counts products, since only these are listed.
 */
function shareOfNamed(
	{ listed, shown }: Catalogue,
	{ findings, request }: SkuValues,
): Reading['namedShare'] {
	const { unnamedAre, named } = request;
	if (unnamedAre === 'ignored') return undefined;
	const { foundCount } = findings;
	const { findings: byKey, onlyInHub } = findings.result();
	if (unnamedAre === 'read') {
		const namedOnly = onlyInHub.filter(({ key }) => named.has(key));
		const inHub = foundCount + onlyInHub.length;
		return { named: foundCount + namedOnly.length, inHub };
	}
	const products = new Set([...listed].filter(named.has));
	for (const [sku, { before }] of byKey)
		if (before !== undefined) products.add(shown.productOf(sku) ?? sku);
	return { named: products.size, inHub: listed.size };
}
