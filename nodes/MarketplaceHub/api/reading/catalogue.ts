import chunk from 'lodash/chunk';
import pick from 'lodash/pick';
import sumBy from 'lodash/sumBy';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, filterWithPauses, mapConcurrently } from '../async';
import { type HubError, orNotFound } from '../errors';
import { readsAtOnce } from '../http/runLimit';
import type { Hub } from '../hub';
import { pagesOf, readList } from '../pagination';
import { productList, readProduct, readVariation } from '../reads';
import { isBlank } from '../values/blanks';
import { recordsOf } from '../values/objects';
import { spelling } from './namedEntries';
import type { ReadRequest } from './reading';
import { ShownSkus, type SkuKind, skuKinds } from './shownSkus';
import { UnreadableSkus } from './unreadableSkus';

/** The endpoints of the reads of products. */
export const productEndpoints = ['productList', 'productGet', 'variationGet'] as const;
export type ProductEndpoint = (typeof productEndpoints)[number];

/** How SKUs are read one by one. */
export interface SingleReads {
	/** What they are; left out: either. */
	kind?: SkuKind;
	/** Of what may be either, the kind that is asked for first; left out: of a SKU that no page has shown a variation. */
	likely?: SkuKind;
	/** Asked when a variation was read: whether its product is to be read, too. */
	readsProduct?: () => boolean;
}

/** Takes what a reading needs of each record: the catalogue keeps none. */
export interface RecordTaker {
	/** Whether more than the SKU of this product is needed from the list, which may show 200,000. */
	takesListItem(sku: string): boolean;
	/** @param item a row of the list, where `takesListItem` */
	listItem(sku: string, item: IDataObject): void;
	product(sku: string, record: IDataObject): void;
	/** @param product the one that the record names */
	variation?(sku: string, record: IDataObject, product: string | undefined): void;
}

/** The variations in a product's own record. */
export const variationsIn = ({ variacoes }: IDataObject): IDataObject[] =>
	recordsOf(variacoes, 'skuVariacao').filter(({ skuVariacao }) => !isBlank(skuVariacao));

/**
 * The hub's products and their variations, as far as a run has read them (reference: Products). A request
 * gives a page of 100 products, which does not show variations, or one record: that of a product with its
 * variations, or that of a variation. Each record is read once.
 */
export class Catalogue {
	/** What the records have shown. */
	readonly shown = new ShownSkus();
	private readonly inList = new Set<string>();
	private wasListed = false;
	private bySpelling?: ReadonlyMap<string, string>;
	/** Reads of records, under way or done: whether the hub has the SKU as that kind. */
	private readonly reads: Readonly<Record<SkuKind, Map<string, Promise<boolean>>>> = {
		product: new Map(),
		variation: new Map(),
	};
	private readonly unreadable = new UnreadableSkus();

	constructor(
		private readonly hub: Hub<ProductEndpoint>,
		/** The same for all who look for SKUs in this catalogue. */
		readonly isMany: ReadRequest['isMany'],
		private readonly taker?: RecordTaker,
	) {}

	/** Products that the list has shown. */
	get listed(): ReadonlySet<string> {
		return this.inList;
	}

	/** How many requests the pages of the list take; Infinity as long as they were not read. */
	get pages(): number {
		return this.wasListed ? pagesOf(this.inList.size) : Infinity;
	}

	/** Whether neither a record nor the list has shown the SKU. */
	isUnknown = (sku: string): boolean => !this.shown.has(sku) && !this.listed.has(sku);

	/** Whether the hub does not have a SKU, which was looked for. */
	isAbsent = (sku: string): boolean => this.isUnknown(sku) && this.failureOf(sku) === undefined;

	/**
	 * Why it is not known whether the hub has the SKU, where it alone cannot be read.
	 * @param kind asks for it as this kind alone: the hub may have a product and a variation of one SKU
	 */
	failureOf = (sku: string, kind?: SkuKind): HubError | undefined =>
		this.shown.has(sku, kind) ? undefined : this.unreadable.failureOf(sku, kind);

	/** Whether a product cannot be read, which may have any variation. */
	get hasUnreadableProduct(): boolean {
		return this.unreadable.skus('product').length > 0;
	}

	/** @throws HubError where a SKU that is needed cannot be read */
	assertRead(isNeeded: (sku: string) => boolean): void {
		const skus = [...this.unreadable.skus('product'), ...this.unreadable.skus('variation')];
		for (const sku of skus.filter(isNeeded)) {
			const failure = this.failureOf(sku);
			if (failure !== undefined) throw failure;
		}
	}

	/** @throws HubError where the hub has shown nothing and has a difficulty of its own: that is not a SKU's */
	assertHubAnswers(): void {
		this.unreadable.assertHubAnswers();
	}

	/** Products of the list whose own record was not read. */
	async unreadProducts(): Promise<string[]> {
		return await filterWithPauses(this.listed, (sku) => !this.reads.product.has(sku));
	}

	/** Products that the list has shown, by their spelling. */
	async productsBySpelling(): Promise<ReadonlyMap<string, string>> {
		if (this.bySpelling !== undefined) return this.bySpelling;
		const products = new Map<string, string>();
		await eachWithPauses(this.listed, (sku) => void products.set(spelling(sku), sku));
		this.bySpelling = products;
		return products;
	}

	/** Reads the pages of the product list: a request for 100 products. @returns those that it has not shown before */
	async readPages(): Promise<string[]> {
		const { taker } = this;
		const rows = await readList(this.hub, {
			...productList,
			keeps: (row) =>
				taker?.takesListItem(String(row.skuProduto)) === true ? row : pick(row, 'skuProduto'),
		});
		this.unreadable.noteShown();
		this.wasListed = true;
		this.bySpelling = undefined;
		const added: string[] = [];
		await eachWithPauses(rows, (row) => {
			if (isBlank(row.skuProduto)) return;
			const sku = String(row.skuProduto);
			if (!this.inList.has(sku)) added.push(sku);
			this.inList.add(sku);
			if (taker?.takesListItem(sku) === true) taker.listItem(sku, row);
		});
		return added;
	}

	/** Reads the pages of the product list, unless they were read. */
	async ensureListed(): Promise<void> {
		if (!this.wasListed) await this.readPages();
	}

	/** How many reads it takes at most to find each of these SKUs by itself. */
	readsLeft(skus: readonly string[], kind?: SkuKind): number {
		const isUnread = (each: SkuKind) => (sku: string) => !this.reads[each].has(sku);
		const kinds = kind === undefined ? skuKinds : [kind];
		return sumBy(kinds, (each) => skus.filter(isUnread(each)).length);
	}

	/** Reads a product, once. */
	async findProduct(sku: string): Promise<'found' | 'absent' | 'unreadable'> {
		if (await this.readOnce('product', sku)) return 'found';
		return this.failureOf(sku, 'product') === undefined ? 'absent' : 'unreadable';
	}

	/** Reads products side by side. */
	async findProducts(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, readsAtOnce, async (sku) => await this.findProduct(sku));
	}

	/**
	 * Reads each SKU that is not known, and the product of a variation, which shows the others: side by side in parts,
	 * neighbours in turn, since those of one product mostly stand beside each other. A SKU that may be either, and that the
	 * list does not show, is asked for first as the kind that the last one of its part was: a list of one kind then costs
	 * answers 404 only where each part begins.
	 */
	async findEach(
		skus: readonly string[],
		{
			kind,
			likely = this.wasListed ? 'variation' : 'product',
			readsProduct = () => true,
		}: SingleReads = {},
	): Promise<void> {
		const parts = chunk(skus, Math.ceil(skus.length / readsAtOnce));
		await mapConcurrently(parts, readsAtOnce, async (part) => {
			let last = likely;
			await eachWithPauses(part, async (sku) => {
				if (!this.shown.has(sku, kind)) last = (await this.readAs(kind, last, sku)) ?? last;
				const product = this.shown.productOf(sku);
				if (product !== undefined && readsProduct()) await this.findProduct(product);
			});
		});
	}

	/** Reads a SKU as this kind; undefined: as either, the likely one first. @returns as which the hub has it */
	private async readAs(
		kind: SkuKind | undefined,
		likely: SkuKind,
		sku: string,
	): Promise<SkuKind | undefined> {
		const first = kind ?? (this.listed.has(sku) ? 'product' : likely);
		if (await this.readOnce(first, sku)) return first;
		if (kind !== undefined) return undefined;
		const other = first === 'product' ? 'variation' : 'product';
		return (await this.readOnce(other, sku)) ? other : undefined;
	}

	/** Reads a SKU as one kind, once. @returns whether the hub has shown it as that */
	private async readOnce(kind: SkuKind, sku: string): Promise<boolean> {
		this.unreadable.assertGoesOn();
		const reads = this.reads[kind];
		const reading =
			reads.get(sku) ?? (kind === 'product' ? this.loadProduct(sku) : this.loadVariation(sku));
		reads.set(sku, reading);
		return await reading;
	}

	private async loadProduct(sku: string): Promise<boolean> {
		const record = await this.recordOrNone(sku, 'product', readProduct(this.hub, sku));
		if (record === undefined) return false;
		const variations = variationsIn(record).map(({ skuVariacao }) => String(skuVariacao));
		this.shown.addProduct(sku, variations);
		this.taker?.product(sku, record);
		return true;
	}

	private async loadVariation(sku: string): Promise<boolean> {
		const record = await this.recordOrNone(sku, 'variation', readVariation(this.hub, sku));
		if (record === undefined) return false;
		const product = isBlank(record.skuProduto) ? undefined : String(record.skuProduto);
		this.shown.addVariation(sku, product);
		this.taker?.variation?.(sku, record, product);
		return true;
	}

	/**
	 * The record of a SKU; undefined where the hub has none, and where the SKU alone cannot be read.
	 * @throws HubError where others cannot be read either
	 */
	private async recordOrNone(
		sku: string,
		kind: SkuKind,
		reading: Promise<IDataObject>,
	): Promise<IDataObject | undefined> {
		try {
			const record = await orNotFound(reading);
			if (record === undefined) this.unreadable.noteNone();
			else this.unreadable.noteShown();
			return record;
		} catch (error) {
			this.unreadable.note(sku, kind, error);
			return undefined;
		}
	}
}
