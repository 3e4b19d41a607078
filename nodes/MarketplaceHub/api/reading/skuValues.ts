import type { IDataObject } from 'n8n-workflow';
import { toComparable } from '../comparable';
import type { Hub } from '../hub';
import { variationsHaveStock } from '../schemas/stock';
import { Catalogue, type ProductEndpoint, type RecordTaker, variationsIn } from './catalogue';
import { Findings } from './findings';
import { type ReadRequest, showsAll } from './reading';
import type { SkuKind } from './shownSkus';
import { lookForUnlisted } from './unlistedSkus';

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
	await lookForWanted(catalogue, values, likely);
	return { catalogue, findings: values.findings };
}

/**
 * Finds wanted SKUs, which may be products or variations (reference: Products). Many are first
 * looked for in the product list, which gives 100 products in one request. The list does not tell
 * which products have variations, nor the values of these.
 * @param values takes what is read
 */
export async function lookForWanted(
	catalogue: Catalogue,
	{ findings, lacksSome, request }: SkuValues,
	likely?: SkuKind,
): Promise<void> {
	if (request.tooManyForSingles(request.wanted.size)) await catalogue.ensureListed();
	// a listed product is not found yet if its list item lacks a value that the input gives
	const listedInPart = (await findings.unfoundSkus()).filter((sku) => catalogue.listed.has(sku));
	await catalogue.lookUpProducts(listedInPart);
	const stillMissing = async () => await findings.unfoundSkus();
	await lookForUnlisted(catalogue, stillMissing, { likely, readsProduct: lacksSome });
}

/** The values of SKUs, from the product list and from the records of products and variations. */
export class SkuValues implements RecordTaker {
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
