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
 * Reads the SKUs of a list.
 * @throws HubError also where the hub answers none of the reads
 */
export async function readSkus(hub: Hub<ProductEndpoint>, request: ReadRequest): Promise<Reading> {
	const { unnamedAre } = request;
	const values = new SkuValues(request);
	const catalogue = new Catalogue(hub, request.isMany, values);
	if (unnamedAre !== 'ignored') await catalogue.readPages();
	if (unnamedAre === 'read') await readUnnamed(catalogue, request);
	await findWanted(catalogue, values);
	if (unnamedAre === 'read') await leaveOutNamed(catalogue, values);
	catalogue.assertHubAnswers();
	return { ...values.findings.result(), namedShare: values.shareOfNamed(catalogue) };
}

export interface FoundSkus {
	catalogue: Catalogue;
	/** What was found in the catalogue; each record that it reads later adds to it. */
	findings: Findings;
}

/**
 * Finds the wanted SKUs and no others.
 * @param likely what SKUs are asked for as first, where they are read one by one
 */
export async function findSkus(
	hub: Hub<ProductEndpoint>,
	request: ReadRequest,
	likely?: SkuKind,
): Promise<FoundSkus> {
	const values = new SkuValues({ ...request, unnamedAre: 'ignored' });
	const catalogue = new Catalogue(hub, request.isMany, values);
	await findWanted(catalogue, values, likely);
	return { catalogue, findings: values.findings };
}

/**
 * Finds wanted SKUs, products and variations (reference: Products). The product list shows the values of a product and not
 * those of its variations, nor which products have some: many SKUs are looked for on its pages first.
 * @param values takes what is read
 */
async function findWanted(
	catalogue: Catalogue,
	{ findings, lacksSome, request }: SkuValues,
	likely?: SkuKind,
): Promise<void> {
	if (request.isMany(request.wanted.size)) await catalogue.ensureListed();
	// an item of the list may lack a value
	const shownInPart = (await findings.unfoundSkus()).filter((sku) => catalogue.listed.has(sku));
	await catalogue.findProducts(shownInPart);
	const stillMissing = async () => await findings.unfoundSkus();
	await findUnlisted(catalogue, stillMissing, { likely, readsProduct: lacksSome });
	await findings.keepBackUnread(await findings.unfoundEntries(), catalogue.failureOf);
}

/** Reads the other products of the list, which does not show their variations: the input may not name these either. */
async function readUnnamed(catalogue: Catalogue, { wanted }: ReadRequest): Promise<void> {
	const unread = await catalogue.unreadProducts();
	await catalogue.findProducts(unread.filter((sku) => !wanted.has(sku)));
}

/**
 * Leaves out of what only the hub has products that the input names by a variation which they do not show.
 * @throws HubError where a product that the input does not name cannot be read
 */
async function leaveOutNamed(catalogue: Catalogue, values: SkuValues): Promise<void> {
	const { findings, request } = values;
	const { named, wanted } = request;
	// their own records tell their products
	const ofInvalidRows = (await skusOf(named.values())).filter((sku) => !wanted.has(sku));
	await findUnlisted(catalogue, async () => ofInvalidRows.filter(catalogue.isUnknown));
	catalogue.assertRead((sku) => catalogue.listed.has(sku) && !named.has(sku));
	await findings.dropNamed(({ key }) => values.isNamedByHiddenVariation(key, catalogue));
}

/** The values of SKUs, taken from the records of products and variations. */
class SkuValues implements RecordTaker {
	readonly findings: Findings;

	constructor(readonly request: ReadRequest) {
		this.findings = new Findings(request);
	}

	/** Whether a wanted SKU was not found yet: as long as one was not, the product of a variation is worth a read. */
	lacksSome = (): boolean => this.findings.foundCount < this.request.wanted.size;

	/**
	 * How many the input names: SKUs where those of variations are read too, else products: the list shows no others.
	 * Undefined where nobody asks.
	 */
	shareOfNamed({ listed, shown }: Catalogue): Reading['namedShare'] {
		const { unnamedAre, named } = this.request;
		if (unnamedAre === 'ignored') return undefined;
		const { foundCount } = this.findings;
		const { findings, onlyInHub } = this.findings.result();
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

	/** Whether the input names a variation of this product, which does not show it: its record, or the input, says so. */
	isNamedByHiddenVariation(product: string, { shown }: Catalogue): boolean {
		const { named } = this.request;
		if (shown.isVariation(product)) return false;
		return (
			named.hasVariationOf({ sku: product }) ||
			shown.variationsOf(product).some((sku) => named.has(sku))
		);
	}

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
		// stock and prices of a product with variations are theirs
		if (variations.length === 0 || wanted.has(sku)) this.add(sku, record, sku);
		for (const variation of variations) this.add(String(variation.skuVariacao), variation, sku);
	}

	variation(sku: string, record: IDataObject, product = sku): void {
		this.add(sku, record, product);
	}

	private add(sku: string, record: IDataObject, product: string): void {
		const { fields, named, wanted } = this.request;
		// variations of a product that is named itself count as named
		const isNamedByProduct = () => sku !== product && named.alike({ sku: product }) !== undefined;
		if (!wanted.has(sku) && isNamedByProduct()) return;
		this.findings.add({ key: sku, identity: { sku }, values: toComparable(record, fields) });
	}
}
