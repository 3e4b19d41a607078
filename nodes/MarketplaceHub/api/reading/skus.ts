import type { IDataObject } from 'n8n-workflow';
import { toComparable } from '../comparable';
import type { Hub } from '../hub';
import { variationsHaveStock } from '../schemas/stock';
import { Catalogue, type ProductEndpoint, type RecordTaker, variationsIn } from './catalogue';
import { Findings } from './findings';
import { type Reading, type ReadRequest, showsAll, skusOf } from './reading';
import type { SkuKind } from './shownSkus';
import { findUnlisted } from './unlistedSkus';

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
	await findWanted(catalogue, values);
	if (unnamedAre === 'read') await leaveOutNamed(catalogue, values);
	catalogue.assertHubAnswers();
	const { findings } = values;
	await findings.keepBackUnread(await findings.unfoundEntries(), catalogue.failureOf);
	return { ...findings.result(), namedShare: shareOfNamed(catalogue, values) };
}

export interface FoundSkus {
	catalogue: Catalogue;
	/** What was learned from the catalogue. Records that it reads later add to this. */
	findings: Findings;
}

/**
 * Finds the wanted SKUs only, whatever the request says about entries that the input does not name.
 * @param likely the kind that SKUs are asked for as first, if they are read one by one
 */
export async function findSkus(
	hub: Hub<ProductEndpoint>,
	request: ReadRequest,
	likely?: SkuKind,
): Promise<FoundSkus> {
	const values = new SkuValues({ ...request, unnamedAre: 'ignored' });
	const catalogue = new Catalogue(hub, request.tooManyForSingles, values);
	await findWanted(catalogue, values, likely);
	return { catalogue, findings: values.findings };
}

/**
 * Finds wanted SKUs, which may be products or variations (reference: Products). Many are first
 * looked for in the product list, which gives 100 products in one request. The list does not tell
 * which products have variations, nor the values of these.
 * @param values takes what is read
 */
async function findWanted(
	catalogue: Catalogue,
	{ findings, lacksSome, request }: SkuValues,
	likely?: SkuKind,
): Promise<void> {
	if (request.tooManyForSingles(request.wanted.size)) await catalogue.ensureListed();
	// a listed product is not found yet if its list item lacks a value that the input gives
	const listedInPart = (await findings.unfoundSkus()).filter((sku) => catalogue.listed.has(sku));
	await catalogue.findProducts(listedInPart);
	const stillMissing = async () => await findings.unfoundSkus();
	await findUnlisted(catalogue, stillMissing, { likely, readsProduct: lacksSome });
}

/**
 * Reads the records of listed products that are not wanted. Only a product's record shows its
 * variations, and the input may leave these out. Variations of a wanted product count as named, so
 * its record does not matter here.
 */
async function readUnnamed(catalogue: Catalogue, { wanted }: ReadRequest): Promise<void> {
	const unread = await catalogue.unreadProducts();
	await catalogue.findProducts(unread.filter((sku) => !wanted.has(sku)));
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
	await findUnlisted(catalogue, async () => ofInvalidRows.filter(catalogue.isUnknown));
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
	{ findings: found, request }: SkuValues,
): Reading['namedShare'] {
	const { unnamedAre, named } = request;
	if (unnamedAre === 'ignored') return undefined;
	const { foundCount } = found;
	const { findings, onlyInHub } = found.result();
	if (unnamedAre === 'read') {
		const namedOnly = onlyInHub.filter(({ key }) => named.has(key));
		const inHub = foundCount + onlyInHub.length;
		return { named: foundCount + namedOnly.length, inHub };
	}
	const products = new Set([...listed].filter(named.has));
	for (const [sku, { before }] of findings)
		if (before !== undefined) products.add(shown.productOf(sku) ?? sku);
	return { named: products.size, inHub: listed.size };
}

/** The values of SKUs, from the product list and from the records of products and variations. */
class SkuValues implements RecordTaker {
	readonly findings: Findings;

	constructor(readonly request: ReadRequest) {
		this.findings = new Findings(request);
	}

	/**
	 * Whether a wanted SKU has not been found yet. As long as that is so, the product of a
	 * variation is worth a read, because it may show others.
	 */
	lacksSome = (): boolean => this.findings.foundCount < this.request.wanted.size;

	takesListItem(sku: string): boolean {
		return this.request.wanted.has(sku);
	}

	listItem(sku: string, item: IDataObject): void {
		const given = this.request.wanted.get(sku)?.given;
		if (given === undefined) return;
		const values = toComparable(item, this.request.fields);
		if (showsAll(values, given)) this.findings.add({ key: sku, identity: { sku }, values });
	}

	product(sku: string, record: IDataObject): void {
		const { fields, wanted } = this.request;
		const variations = variationsIn(record);
		const hasOwnStock =
			variations.length === 0 || variations.some(({ skuVariacao }) => String(skuVariacao) === sku);
		if (!hasOwnStock && wanted.has(sku) && 'estoque' in fields)
			this.findings.learn(sku, { unsendable: variationsHaveStock() });
		// the variations have the stock and the prices, so their product is no entry unless it is
		// wanted
		if (variations.length === 0 || wanted.has(sku)) this.add(sku, record, sku);
		for (const variation of variations) this.add(String(variation.skuVariacao), variation, sku);
	}

	variation(sku: string, record: IDataObject, product = sku): void {
		this.add(sku, record, product);
	}

	private add(sku: string, record: IDataObject, product: string): void {
		const { fields, named, wanted } = this.request;
		// if the input names the product itself, its variations count as named
		const isNamedByProduct = () => sku !== product && named.alike({ sku: product }) !== undefined;
		if (!wanted.has(sku) && isNamedByProduct()) return;
		this.findings.add({ key: sku, identity: { sku }, values: toComparable(record, fields) });
	}
}
