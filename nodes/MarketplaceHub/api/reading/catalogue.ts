import chunk from 'lodash/chunk';
import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, filterWithPauses, mapConcurrently } from '../async';
import { type HubError, orNotFound } from '../errors';
import { readsAtOnce } from '../http/runLimit';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { productList, readProduct, readVariation } from '../reads';
import { isBlank } from '../values/blanks';
import { recordsOf } from '../values/objects';
import { pagesOf, singlyOrProducts } from './howToRead';
import { ShownSkus } from './shownSkus';
import { UnreadableSkus } from './unreadableSkus';

/** The endpoints of the reads of products. */
export const productEndpoints = ['productList', 'productGet', 'variationGet'] as const;
export type ProductEndpoint = (typeof productEndpoints)[number];

/** The hub answers 404 where a SKU is asked for as the other kind. */
export type SkuKind = 'product' | 'variation';

/** How SKUs are read one by one. */
export interface SingleReads {
	/** What they may be; the first one is asked for as the first kind. */
	kinds?: readonly SkuKind[];
	/** Asked when a variation was read: whether its product is to be read, too. */
	wantsProduct?: () => boolean;
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
	/** Products that the list has shown. */
	readonly listed = new Set<string>();
	/** How many requests the list takes; Infinity as long as it was not read. */
	pages = Infinity;
	/** Reads of records, under way or done: whether the hub has the SKU as that kind. */
	private readonly reads: Readonly<Record<SkuKind, Map<string, Promise<boolean>>>> = {
		product: new Map(),
		variation: new Map(),
	};
	private readonly unreadable = new UnreadableSkus();

	constructor(
		private readonly hub: Hub<ProductEndpoint>,
		private readonly taker?: RecordTaker,
	) {}

	// arrow functions, since they are passed on

	/** Whether neither a record nor the list has shown the SKU. */
	isUnknown = (sku: string): boolean => !this.shown.has(sku) && !this.listed.has(sku);

	/** Whether the hub does not have a SKU, which was looked for. */
	isAbsent = (sku: string): boolean => this.isUnknown(sku) && this.failureOf(sku) === undefined;

	/** Why it is not known whether the hub has the SKU, where it alone cannot be read. */
	failureOf = (sku: string): HubError | undefined =>
		this.shown.has(sku) ? undefined : this.unreadable.failureOf(sku);

	/** Why it is not known whether the hub has the SKU as a product: a variation of the same SKU does not tell. */
	failureOfProduct = (sku: string): HubError | undefined =>
		this.shown.isProduct(sku) ? undefined : this.unreadable.failureOf(sku);

	/** Why it is not known whether the hub has the SKU as a variation: a product of the same SKU does not tell. */
	failureOfVariation = (sku: string): HubError | undefined =>
		this.shown.isVariation(sku) ? undefined : this.unreadable.failureOf(sku);

	/** @throws HubError where one of the SKUs cannot be read */
	assertRead(skus: readonly string[]): void {
		for (const sku of skus) {
			const failure = this.failureOf(sku);
			if (failure !== undefined) throw failure;
		}
	}

	/** @throws HubError where the hub has shown nothing and has a difficulty of its own: that is not a SKU's */
	assertHubAnswers(): void {
		this.unreadable.assertHubAnswers();
	}

	/** Products of the list whose own record was not read. */
	async withoutRecord(): Promise<string[]> {
		return await filterWithPauses(this.listed, (sku) => !this.reads.product.has(sku));
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
		this.pages = pagesOf(rows.length);
		const added: string[] = [];
		await eachWithPauses(rows, (row) => {
			if (isBlank(row.skuProduto)) return;
			const sku = String(row.skuProduto);
			if (!this.listed.has(sku)) added.push(sku);
			this.listed.add(sku);
			if (taker?.takesListItem(sku) === true) taker.listItem(sku, row);
		});
		return added;
	}

	/** Reads the pages of the product list, unless they were read. */
	async ensureListed(): Promise<void> {
		if (this.pages === Infinity) await this.readPages();
	}

	/** Reads a product, once. */
	async findProduct(sku: string): Promise<'found' | 'absent' | 'unreadable'> {
		if (await this.find('product', sku)) return 'found';
		return this.failureOfProduct(sku) === undefined ? 'absent' : 'unreadable';
	}

	/** Reads products side by side. */
	async findProducts(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, readsAtOnce, async (sku) => await this.findProduct(sku));
	}

	/** Reads SKUs as variations: in all products of the list that were not read, or each by itself. */
	async findVariations(skus: readonly string[], wantsProduct?: () => boolean): Promise<void> {
		await this.ensureListed();
		const unread = await this.withoutRecord();
		if (singlyOrProducts(skus.length, unread.length) === 'products') {
			await this.findProducts(unread);
			// one that is missing still may be in a product that cannot be read, now or before
			if (![...this.reads.product.keys()].some(this.failureOfProduct)) return;
		}
		await this.findEach(skus, { kinds: ['variation'], wantsProduct });
	}

	/**
	 * Reads each SKU that is not known, and the product of a variation, which shows the others: side by side in parts,
	 * neighbours in turn, since those of one product mostly stand beside each other. A SKU that may be either is asked for
	 * first as the kind that the last one of its part was: a list of one kind then costs answers 404 only where each part
	 * begins.
	 */
	async findEach(
		skus: readonly string[],
		{ kinds = ['product', 'variation'], wantsProduct = () => true }: SingleReads = {},
	): Promise<void> {
		const { has, isVariation, productOf } = this.shown;
		const isKnown = kinds.includes('product') ? has : isVariation;
		const parts = chunk(skus, Math.ceil(skus.length / readsAtOnce));
		await mapConcurrently(parts, readsAtOnce, async (part) => {
			let [last] = kinds;
			await eachWithPauses(part, async (sku) => {
				const inTurn = sortBy(kinds, (kind) => kind !== last);
				if (!isKnown(sku)) last = (await this.findAs(inTurn, sku)) ?? last;
				const product = productOf(sku);
				if (product !== undefined && wantsProduct()) await this.findProduct(product);
			});
		});
	}

	/** Reads a SKU as one kind after the other. @returns as which the hub has it */
	private async findAs(kinds: readonly SkuKind[], sku: string): Promise<SkuKind | undefined> {
		for (const kind of kinds) if (await this.find(kind, sku)) return kind;
		return undefined;
	}

	/** Reads a SKU as one kind, once. @returns whether the hub has shown it as that */
	private async find(kind: SkuKind, sku: string): Promise<boolean> {
		const reads = this.reads[kind];
		const reading =
			reads.get(sku) ?? (kind === 'product' ? this.loadProduct(sku) : this.loadVariation(sku));
		reads.set(sku, reading);
		return await reading;
	}

	private async loadProduct(sku: string): Promise<boolean> {
		const record = await this.recordOrNone(sku, readProduct(this.hub, sku));
		if (record === undefined) return false;
		const variations = variationsIn(record).map(({ skuVariacao }) => String(skuVariacao));
		this.shown.addProduct(sku, variations);
		this.taker?.product(sku, record);
		return true;
	}

	private async loadVariation(sku: string): Promise<boolean> {
		const record = await this.recordOrNone(sku, readVariation(this.hub, sku));
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
		reading: Promise<IDataObject>,
	): Promise<IDataObject | undefined> {
		try {
			const record = await orNotFound(reading);
			if (record === undefined) this.unreadable.noteNone();
			else this.unreadable.noteShown();
			return record;
		} catch (error) {
			this.unreadable.note(sku, error);
			return undefined;
		}
	}
}
