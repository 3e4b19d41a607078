import type { IDataObject } from 'n8n-workflow';
import { toComparable } from '../comparable';
import type { Hub } from '../hub';
import { variationsHaveStock } from '../schemas/stock';
import {
	Catalogue,
	type ProductEndpoint,
	type RecordTaker,
	type SkuKind,
	variationsIn,
} from './catalogue';
import { singlyOrList } from './howToRead';
import { Findings, type Reading, type ReadRequest, showsAll, skusOf } from './reading';

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
	const catalogue = new Catalogue(hub, values);
	if (isMany(wanted.size) || unnamedAre !== 'ignored') await readMany(catalogue, values, request);
	await readMissing(catalogue, values, request, kinds);
	await values.findings.dropNamed(({ key }) => values.isNamedByHiddenVariation(key, catalogue));
	const namedShare = unnamedAre === 'ignored' ? undefined : values.shareOfNamed(catalogue);
	await values.findings.keepBackUnread(await values.findings.missing(), catalogue.failureOf);
	return { ...values.findings.reading, namedShare, catalogue };
}

/** Reads the list, a request for 100 products, then records, a request each: as few as tell the rest. */
async function readMany(
	catalogue: Catalogue,
	values: SkuValues,
	{ wanted, unnamedAre }: ReadRequest,
): Promise<void> {
	await catalogue.readPages();
	if (unnamedAre === 'read') {
		// the list does not show their variations, which the input may not name either
		const skus = (await catalogue.withoutRecord()).filter((sku) => !wanted.has(sku));
		await catalogue.findProducts(skus);
		catalogue.assertRead(skus);
	}
	// an item of the list may lack a value
	const shownInPart = (await values.missing()).filter((sku) => catalogue.listed.has(sku));
	await catalogue.findProducts(shownInPart);
	await catalogue.findVariations(await values.missing(), values.lacksSome);
}

/**
 * Reads what was not found yet: all SKUs where the list was not read, else those that no page has shown, since products
 * move from page to page while others come and go. Each SKU is read by itself, or the list once more if that takes fewer
 * requests.
 */
async function readMissing(
	catalogue: Catalogue,
	values: SkuValues,
	{ isMany, named, unnamedAre, wanted }: ReadRequest,
	kinds?: readonly SkuKind[],
): Promise<void> {
	const wantsProduct = values.lacksSome;
	// also of an invalid row: a product that does not show this variation counts as named
	const namedOnly =
		unnamedAre === 'read' ? (await skusOf(named.values())).filter((sku) => !wanted.has(sku)) : [];
	const unread = async () => [
		...(await values.missing()),
		...namedOnly.filter(catalogue.isUnknown),
	];
	const skus = await unread();
	// each may be asked for as a product and as a variation
	const requests = 2 * skus.length;
	const { pages } = catalogue;
	if (singlyOrList({ areMany: isMany(skus.length), requests, pages }) === 'singly')
		return await catalogue.findEach(skus, { kinds, wantsProduct });
	// a product that was not shown before may have variations that are missing
	const added = await catalogue.readPages();
	await catalogue.findProducts(added);
	if (unnamedAre === 'read') catalogue.assertRead(added.filter((sku) => !wanted.has(sku)));
	const left = await unread();
	if (!isMany(left.length)) await catalogue.findEach(left, { kinds, wantsProduct });
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
	async missing(): Promise<string[]> {
		return (await this.findings.missing()).map(({ key }) => key);
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
