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
import { type HubEntry, type Reading, type ReadRequest, spellingOf } from './reading';

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
		if (readsOthers)
			await lookup.readProducts((await lookup.unread()).filter((sku) => !wanted.has(sku)));
		await lookup.readProducts((await lookup.open()).filter((sku) => lookup.listed.has(sku)));
		const [open, unread] = [await lookup.open(), await lookup.unread()];
		if (open.length >= unread.length) await lookup.readProducts(unread);
		else if (open.length > few) await lookup.readVariations(open);
		if ((await lookup.open()).length > few) await lookup.readProducts(await lookup.readList());
	}
	const open = await lookup.open();
	if (open.length <= few) await lookup.readSingly(open, guess);
	return lookup.result();
}

/** The wanted SKUs that were found, and the reads that find the rest. */
class SkuLookup implements RecordReader {
	private readonly values = new Map<string, Comparable>();
	private readonly onlyInHub = new Map<string, HubEntry>();
	/** Wanted products whose stock is that of their variations. */
	private readonly unsendable = new Map<string, HubError>();
	readonly listed = new Set<string>();
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
	async open(): Promise<string[]> {
		return await filterWithPauses(this.request.wanted.keys(), (sku) => !this.values.has(sku));
	}

	/** Products of the list whose own record was not read. */
	async unread(): Promise<string[]> {
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
		const { values, onlyInHub, owners, listed, request } = this;
		return request.readsOthers
			? { named: values.size, inHub: values.size + onlyInHub.size }
			: { named: new Set(owners.values()).size, inHub: listed.size };
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
		return added;
	}

	/** Reads the records of products with their variations. */
	async readProducts(skus: readonly string[]): Promise<void> {
		await this.records.findProducts(skus);
	}

	/** Looks up variations by their own SKUs, and with the first of a product all its others. */
	async readVariations(skus: readonly string[]): Promise<void> {
		await eachBesideOthers(
			skus,
			async (sku) => this.isFound(sku) || (await this.records.findVariation(sku, this.isMoreOpen)),
		);
	}

	/** Looks up each SKU by itself, whether it is a product or a variation. */
	async readSingly(skus: readonly string[], guess?: SkuKind): Promise<void> {
		await this.records.findEither(skus, this.isFound, { guess, wantsProduct: this.isMoreOpen });
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
		if (variations.length > 0 && wanted.has(sku) && 'estoque' in fields)
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
		} else if (readsOthers && (sku === product || !named.has(spellingOf({ sku: product })))) {
			// variations of a product that is named itself count as named
			this.onlyInHub.set(sku, { key: sku, identity: { sku }, values });
		}
	}
}
