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
import type { ReadRequest } from './reading';
import { ShownSkus, type SkuKind, skuKinds } from './shownSkus';
import { UnreadableSkus } from './unreadableSkus';

/** The endpoints of the reads of products. */
export const productEndpoints = ['productList', 'productGet', 'variationGet'] as const;
export type ProductEndpoint = (typeof productEndpoints)[number];

/** How SKUs are read one by one. */
export interface SingleReads {
	/** The kind of the SKUs. Left out: each may be a product or a variation. */
	kind?: SkuKind;
	/**
	 * For SKUs of either kind, the kind that the first one of each part is asked for as (see
	 * `lookUpEach`). Left out: `variation` once the product list has been read, since variations are
	 * not listed; `product` before.
	 */
	likely?: SkuKind;
	/** Asked for each variation whose product is told: whether to read that product, too. */
	readsProduct?: () => boolean;
}

/** Reads no product of a variation: the variation's own record names it. */
export const ownRecordOnly = { readsProduct: () => false };

/** Takes from each record what a reader needs. The catalogue itself keeps no record. */
export interface RecordTaker {
	/**
	 * Whether the reader needs more of this list item than the SKU. All else is dropped at once,
	 * because the list may have 200,000 items.
	 */
	takesListItem(sku: string): boolean;
	/** @param item an item that `takesListItem` asked for */
	listItem(sku: string, item: IDataObject): void;
	product(sku: string, record: IDataObject): void;
	/** @param product the product that the record names */
	variation?(sku: string, record: IDataObject, product: string | undefined): void;
}

/** The variations that a product's record shows, without those that lack a SKU. */
export const variationsIn = ({ variacoes }: IDataObject): IDataObject[] =>
	recordsOf(variacoes, 'skuVariacao').filter(({ skuVariacao }) => !isBlank(skuVariacao));

/**
 * The hub's products and variations, as far as a run has read them (reference: Products). One
 * request reads one of three things:
 * - a page of 100 products, which does not tell their variations;
 * - the record of a product, with its variations;
 * - the record of a variation.
 * No record is read twice.
 */
export class Catalogue {
	/** The SKUs that records have shown. */
	readonly shown = new ShownSkus();
	private readonly inList = new Set<string>();
	private wasListed = false;
	/**
	 * For each kind, the reads under way or done. Each tells whether the hub has the SKU as that
	 * kind.
	 */
	private readonly reads: Readonly<Record<SkuKind, Map<string, Promise<boolean>>>> = {
		product: new Map(),
		variation: new Map(),
	};
	private readonly unreadable = new UnreadableSkus();

	constructor(
		private readonly hub: Hub<ProductEndpoint>,
		/** The rule of the run, for all who look for SKUs in this catalogue. */
		readonly tooManyForSingles: ReadRequest['tooManyForSingles'],
		private readonly taker?: RecordTaker,
	) {}

	/** The SKUs that the product list contains, as far as it was read. */
	get listed(): ReadonlySet<string> {
		return this.inList;
	}

	/**
	 * How many requests it takes to read the product list. Infinity if it has not been read yet.
	 */
	get pages(): number {
		return this.wasListed ? pagesOf(this.inList.size) : Infinity;
	}

	// arrow functions are those that callers pass on without the object

	/** Whether the SKU is neither listed nor shown. */
	isUnknown = (sku: string): boolean => !this.shown.has(sku) && !this.listed.has(sku);

	/** Whether the hub does not have the SKU. Ask this only about a SKU that was looked for. */
	isAbsent = (sku: string): boolean => this.isUnknown(sku) && this.failureOf(sku) === undefined;

	/**
	 * Why the SKU could not be read. Undefined if a record has shown it, or if no read of it has
	 * failed.
	 * @param kind looks at this kind alone, since the hub may have a product and a variation of one
	 * SKU
	 */
	failureOf = (sku: string, kind?: SkuKind): HubError | undefined =>
		this.shown.has(sku, kind) ? undefined : this.unreadable.failureOf(sku, kind);

	/** Whether a read of a product has failed. Any variation may belong to such a product. */
	get hasUnreadableProduct(): boolean {
		return this.unreadable.skus('product').length > 0;
	}

	/** @throws HubError if a SKU that is needed cannot be read */
	assertRead(isNeeded: (sku: string) => boolean): void {
		const skus = [...this.unreadable.skus('product'), ...this.unreadable.skus('variation')];
		for (const sku of skus.filter(isNeeded)) {
			const failure = this.failureOf(sku);
			if (failure !== undefined) throw failure;
		}
	}

	/**
	 * @throws HubError if the hub has returned no record and no page, and a read failed for another
	 * reason than a refusal: then the hub is at fault, not the SKU
	 */
	assertHubAnswers(): void {
		this.unreadable.assertHubAnswers();
	}

	/** Listed products whose own record has not been asked for. */
	async unreadProducts(): Promise<string[]> {
		return await filterWithPauses(this.listed, (sku) => !this.reads.product.has(sku));
	}

	/**
	 * Reads all pages of the product list, with a request for each 100 products.
	 * @returns the SKUs that are listed for the first time
	 */
	async readPages(): Promise<string[]> {
		const { taker } = this;
		const rows = await readList(this.hub, {
			...productList,
			keeps: (row) =>
				taker?.takesListItem(String(row.skuProduto)) === true ? row : pick(row, 'skuProduto'),
		});
		this.unreadable.noteAnswer();
		this.wasListed = true;
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

	/** Reads the pages of the product list, unless that was done. */
	async ensureListed(): Promise<void> {
		if (!this.wasListed) await this.readPages();
	}

	/**
	 * How many records would have to be asked for, at most, to find these SKUs one by one. The
	 * products of variations, which may be read as well, are not counted.
	 */
	readsLeft(skus: readonly string[], kind?: SkuKind): number {
		const isUnread = (each: SkuKind) => (sku: string) => !this.reads[each].has(sku);
		const kinds = kind === undefined ? skuKinds : [kind];
		return sumBy(kinds, (each) => skus.filter(isUnread(each)).length);
	}

	/** Reads the record of a product. A second call sends no request. */
	async lookUpProduct(sku: string): Promise<'found' | 'absent' | 'unreadable'> {
		if (await this.readOnce('product', sku)) return 'found';
		return this.failureOf(sku, 'product') === undefined ? 'absent' : 'unreadable';
	}

	async lookUpProducts(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, readsAtOnce, async (sku) => await this.lookUpProduct(sku));
	}

	/**
	 * Reads one by one the SKUs that no record has shown. For a variation, it also reads the
	 * product if `readsProduct` agrees, because the product shows its other variations.
	 *
	 * The SKUs are cut into parts. The parts are read side by side, and the SKUs of a part one
	 * after the other. SKUs of one product mostly stand next to each other, so the first one read
	 * often spares the reads of the next.
	 *
	 * If the kind of a SKU is open and the SKU is not listed, it is first asked for as the kind
	 * that the previous such SKU in its part turned out to be. The hub answers 404 to the wrong
	 * kind. If all SKUs are of one kind, such answers come only at the beginning of each part.
	 */
	async lookUpEach(
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
				const found = this.shown.has(sku, kind) ? undefined : await this.readAs(kind, last, sku);
				if (!this.listed.has(sku)) last = found ?? last;
				const product = this.shown.productOf(sku);
				if (product !== undefined && readsProduct()) await this.lookUpProduct(product);
			});
		});
	}

	/**
	 * Reads a SKU as this kind.
	 * @param kind undefined: as a product if it is listed, else as the likely kind; then as the
	 * other one
	 * @returns the kind as which the hub has it
	 */
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

	/**
	 * Reads a SKU as one kind. A second call sends no request.
	 * @returns whether the hub has it as that kind
	 */
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
	 * The record of a SKU. Undefined if the hub has none, or if this SKU alone cannot be read.
	 * @throws HubError if other SKUs cannot be read either
	 */
	private async recordOrNone(
		sku: string,
		kind: SkuKind,
		reading: Promise<IDataObject>,
	): Promise<IDataObject | undefined> {
		try {
			const record = await orNotFound(reading);
			if (record === undefined) this.unreadable.noteAbsent();
			else this.unreadable.noteAnswer();
			return record;
		} catch (error) {
			this.unreadable.note(sku, kind, error);
			return undefined;
		}
	}
}
