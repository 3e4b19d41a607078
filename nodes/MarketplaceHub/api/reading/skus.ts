import type { IDataObject } from 'n8n-workflow';
import { filterWithPauses } from '../async';
import { toComparable } from '../comparable';
import type { Hub } from '../hub';
import { variationsHaveStock } from '../schemas/stock';
import { Catalogue, type ProductEndpoint, type RecordTaker, variationsIn } from './catalogue';
import { Findings, type Reading, type ReadRequest, showsAll, skusOf } from './reading';
import type { SkuKind } from './shownSkus';
import { findUnlisted } from './unlistedSkus';

/** A reading of SKUs; its `findings` grow while the catalogue goes on reading. */
export interface SkuReading extends Reading {
	catalogue: Catalogue;
}

/**
 * Reads the SKUs of a list. Prices of channels use `lookUpSkus` alone: a page of prices has shown that the hub answers.
 * @throws HubError also where the hub answers none of the reads
 */
export async function readSkus(
	hub: Hub<ProductEndpoint>,
	request: ReadRequest,
): Promise<SkuReading> {
	const reading = await lookUpSkus(hub, request);
	reading.catalogue.assertHubAnswers();
	return reading;
}

/**
 * Reads SKUs of products and variations (reference: Products). The product list shows the values of a
 * product and not those of its variations, nor which products have some.
 * @param kinds what SKUs are asked for as, where they are read one by one: the likelier kind first
 */
export async function lookUpSkus(
	hub: Hub<ProductEndpoint>,
	request: ReadRequest,
	kinds?: readonly SkuKind[],
): Promise<SkuReading> {
	const { wanted, isMany, unnamedAre } = request;
	const values = new SkuValues(request);
	const catalogue = new Catalogue(hub, isMany, values);
	if (isMany(wanted.size) || unnamedAre !== 'ignored') await readPages(catalogue, values, request);
	await findUnlisted(catalogue, await unfoundIn(catalogue, values, request), {
		kinds,
		wantsProduct: values.lacksSome,
	});
	if (unnamedAre === 'read') {
		const unnamed = (sku: string) => !wanted.has(sku);
		catalogue.assertRead(await filterWithPauses(catalogue.listed, unnamed));
	}
	await values.findings.dropNamed(({ key }) => values.isNamedByHiddenVariation(key, catalogue));
	const namedShare = unnamedAre === 'ignored' ? undefined : values.shareOfNamed(catalogue);
	const unfound = await values.findings.unfound();
	await values.findings.keepBackUnread(unfound, (sku) => catalogue.failureOf(sku));
	return { ...values.findings.reading, namedShare, catalogue };
}

/** Reads the list, a request for 100 products, then the records of products of which it does not show enough. */
async function readPages(
	catalogue: Catalogue,
	values: SkuValues,
	{ wanted, unnamedAre }: ReadRequest,
): Promise<void> {
	await catalogue.readPages();
	if (unnamedAre === 'read') {
		// the list does not show their variations, which the input may not name either
		const unread = await catalogue.unreadProducts();
		await catalogue.findProducts(unread.filter((sku) => !wanted.has(sku)));
	}
	// an item of the list may lack a value
	const shownInPart = (await values.unfound()).filter((sku) => catalogue.listed.has(sku));
	await catalogue.findProducts(shownInPart);
}

/** The SKUs to look for after the list: wanted ones, and those that an invalid row names where others may go to zero. */
async function unfoundIn(
	catalogue: Catalogue,
	values: SkuValues,
	{ named, unnamedAre, wanted }: ReadRequest,
): Promise<() => Promise<string[]>> {
	const names = unnamedAre === 'read' ? await skusOf(named.values()) : [];
	// a product that does not show such a variation counts as named
	const ofInvalidRows = names.filter((sku) => !wanted.has(sku));
	return async () => [...(await values.unfound()), ...ofInvalidRows.filter(catalogue.isUnknown)];
}

/** The values of SKUs, taken from the records of products and variations. */
class SkuValues implements RecordTaker {
	readonly findings: Findings;

	constructor(private readonly request: ReadRequest) {
		this.findings = new Findings(request);
	}

	/** Whether a wanted SKU was not found yet: as long as one was not, the product of a variation is worth a read. */
	lacksSome = (): boolean => this.findings.foundCount < this.request.wanted.size;

	/** Wanted SKUs that were not found yet. */
	async unfound(): Promise<string[]> {
		return (await this.findings.unfound()).map(({ key }) => key);
	}

	/** How many the input names: SKUs where those of variations are read too, else products: the list shows no others. */
	shareOfNamed({ listed, shown }: Catalogue): Reading['namedShare'] {
		const { unnamedAre, named } = this.request;
		const { foundCount } = this.findings;
		const { findings, onlyInHub } = this.findings.reading;
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

	/** Whether the input names a variation that says it is of this product, which does not show it. */
	isNamedByHiddenVariation(product: string, { shown }: Catalogue): boolean {
		const { named } = this.request;
		return !shown.isVariation(product) && shown.variationsOf(product).some((sku) => named.has(sku));
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
