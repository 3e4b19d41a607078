import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, filterWithPauses } from '../async';
import type { HubError } from '../errors';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { productList } from '../reads';
import { variationsHaveStock } from '../schemas/stock';
import { type Comparable, toComparable } from './comparable';
import type { Families } from './families';
import {
	eachBesideOthers,
	type ProductEndpoint,
	ProductRecords,
	type RecordReader,
	type SkuKind,
	variationsIn,
} from './productRecords';
import type { HubEntry, Reading, ReadRequest } from './reading';

/** A reading of SKUs, with the product of each that was found. */
export interface SkuReading extends Reading {
	owners: ReadonlyMap<string, string>;
}

interface LookupOptions {
	/** The kind as which SKUs are asked for first. */
	guess?: SkuKind;
	/** Is told of the products that are read. */
	families?: Families;
}

/**
 * Reads SKUs of products and variations (reference: Products). The product list shows the values of a
 * product and not those of its variations, nor which products have some. So variations are read from the
 * records of their products: of all unread products if these are no more than the SKUs still missing,
 * else by each variation's own SKU.
 */
export async function lookUpSkus(
	hub: Hub<ProductEndpoint>,
	request: ReadRequest,
	{ guess, families }: LookupOptions = {},
): Promise<SkuReading> {
	const { wanted, few, readsOthers, countsAll } = request;
	const lookup = new SkuLookup(hub, request, families);
	if (wanted.size > few || readsOthers || countsAll) {
		await lookup.readList();
		if (readsOthers) await lookup.readUnnamedProducts();
		await lookup.readListedOpen();
		await lookup.readRest();
		await lookup.readMoved();
	}
	await lookup.readFewSingly(guess);
	return lookup.result();
}

/** Whether a variation has the SKU, which may be that of its product. */
const isVariation = (sku: string) => (variation: IDataObject) =>
	String(variation.skuVariacao) === sku;

/** The wanted SKUs that were found, and the reads that find the rest. */
class SkuLookup implements RecordReader {
	private readonly values = new Map<string, Comparable>();
	private readonly onlyInHub = new Map<string, HubEntry>();
	/** Wanted products whose stock is that of their variations. */
	private readonly unsendable = new Map<string, HubError>();
	private readonly listed = new Set<string>();
	/** The product of each SKU that was found, its own or a variation's. */
	private readonly owners = new Map<string, string>();

	private readonly records: ProductRecords;

	constructor(
		private readonly hub: Hub<ProductEndpoint>,
		private readonly request: ReadRequest,
		private readonly families?: Families,
	) {
		this.records = new ProductRecords(hub, this);
	}

	/** Wanted SKUs that were not found yet. */
	private async open(): Promise<string[]> {
		return await filterWithPauses(this.request.wanted.keys(), (sku) => !this.values.has(sku));
	}

	/** Products of the list whose own record was not read. */
	private async unread(): Promise<string[]> {
		return await filterWithPauses(this.listed, (sku) => !this.records.isRead(sku));
	}

	result(): SkuReading {
		const { values, onlyInHub, unsendable, owners, request } = this;
		return {
			values,
			unsendable,
			onlyInHub: [...onlyInHub.values()],
			owners,
			whole: request.countsAll ? this.counts() : undefined,
		};
	}

	/** Counts SKUs where those of variations are read too, else products: the list shows no others. */
	private counts(): Reading['whole'] {
		const { values, onlyInHub, owners, listed } = this;
		const { readsOthers, named } = this.request;
		if (readsOthers) {
			const refused = [...onlyInHub.keys()].filter(named.has);
			return { named: values.size + refused.length, inHub: values.size + onlyInHub.size };
		}
		const refused = [...listed].filter(named.has);
		return { named: new Set([...owners.values(), ...refused]).size, inHub: listed.size };
	}

	/** Reads the product list; gives the products that it has not shown before. */
	async readList(): Promise<string[]> {
		const { wanted, fields } = this.request;
		const rows = await readList(this.hub, {
			...productList,
			// there may be many that are not wanted
			keeps: (row) => (wanted.has(String(row.skuProduto)) ? row : pick(row, 'skuProduto')),
		});
		const added: string[] = [];
		await eachWithPauses(rows, (row) => {
			const sku = String(row.skuProduto);
			if (!this.listed.has(sku)) added.push(sku);
			this.listed.add(sku);
			const values = toComparable(row, fields);
			const compared = wanted.get(sku)?.given;
			if (compared !== undefined && Object.keys(compared).every((name) => name in values))
				this.keep(sku, values, sku);
		});
		await this.families?.noteListed(added);
		return added;
	}

	/** Reads the products that the input does not name: the list does not show their variations. */
	async readUnnamedProducts(): Promise<void> {
		const { wanted } = this.request;
		await this.records.findProducts((await this.unread()).filter((sku) => !wanted.has(sku)));
	}

	/** Reads the wanted products of which the list did not show all values. */
	async readListedOpen(): Promise<void> {
		await this.records.findProducts((await this.open()).filter((sku) => this.listed.has(sku)));
	}

	/** Reads what costs fewer requests: all products that were not read, or each variation that is open. */
	async readRest(): Promise<void> {
		const [open, unread] = [await this.open(), await this.unread()];
		if (open.length >= unread.length) await this.records.findProducts(unread);
		else if (open.length > this.request.few) await this.readVariations(open);
	}

	/** Reads the list once more where many are open: products move from page to page while others come and go. */
	async readMoved(): Promise<void> {
		if ((await this.open()).length > this.request.few)
			await this.records.findProducts(await this.readList());
	}

	/** Looks up each SKU that is open by itself, whether it is a product or a variation, where these are few. */
	async readFewSingly(guess?: SkuKind): Promise<void> {
		const open = await this.open();
		if (open.length > this.request.few) return;
		await this.records.findEither(open, this.isFound, { guess, wantsProduct: this.isMoreOpen });
	}

	/** Looks up variations by their own SKUs, and with the first of a product all its others. */
	private async readVariations(skus: readonly string[]): Promise<void> {
		await eachBesideOthers(
			skus,
			async (sku) => this.isFound(sku) || (await this.records.findVariation(sku, this.isMoreOpen)),
		);
	}

	private readonly isFound = (sku: string) => this.values.has(sku);

	private readonly isMoreOpen = () => this.values.size < this.request.wanted.size;

	noteVariation(sku: string, record: IDataObject, product = sku): void {
		this.keep(sku, toComparable(record, this.request.fields), product);
	}

	noteProduct(sku: string, record: IDataObject): void {
		this.families?.noteProduct(sku, record);
		const { fields, wanted } = this.request;
		const variations = variationsIn(record);
		const hasOwnStock = variations.length === 0 || variations.some(isVariation(sku));
		if (!hasOwnStock && wanted.has(sku) && 'estoque' in fields)
			this.unsendable.set(sku, variationsHaveStock());
		// stock and prices of a product with variations are theirs
		if (variations.length === 0 || wanted.has(sku))
			this.keep(sku, toComparable(record, fields), sku);
		for (const variation of variations)
			this.keep(String(variation.skuVariacao), toComparable(variation, fields), sku);
	}

	private keep(sku: string, values: Comparable, product: string): void {
		const { readsOthers, named, wanted } = this.request;
		if (wanted.has(sku)) {
			this.values.set(sku, values);
			this.owners.set(sku, product);
		} else if (readsOthers && (sku === product || named.alike({ sku: product }) === undefined)) {
			// variations of a product that is named itself count as named
			this.onlyInHub.set(sku, { key: sku, identity: { sku }, values });
		}
	}
}
