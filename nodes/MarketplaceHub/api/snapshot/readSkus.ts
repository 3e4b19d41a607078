import compact from 'lodash/compact';
import uniq from 'lodash/uniq';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, filterWithPauses, mapConcurrently } from '../async';
import { readsAtOnce } from '../http/runLimit';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { productList } from '../reads';
import { isBlank } from '../values/blanks';
import type { Ask } from './ask';
import { ReadFailures } from './readFailures';
import { RecordReader, type SingleReads } from './readRecords';
import type { Snapshot } from './snapshot';
import type { Taker } from './takers';

/** The endpoints of the reads of products and variations. */
export const productEndpoints = ['productList', 'productGet', 'variationGet'] as const;
export type ProductEndpoint = (typeof productEndpoints)[number];

/** Stands for an item of which nothing more is kept. */
const taken: IDataObject = {};

const ownRecordOnly = { readsProduct: () => false };

/**
 * Looks for products and variations (reference: Products): a page shows 100 products and none of their variations,
 * records show the rest.
 */
export class SkuReader {
	private wasListed = false;
	private readonly failures: ReadFailures;
	private readonly records: RecordReader;

	constructor(
		private readonly hub: Hub<ProductEndpoint>,
		private readonly snapshot: Snapshot,
		private readonly ask: Pick<Ask, 'isMany'>,
		private readonly taker?: Taker,
	) {
		this.failures = new ReadFailures(snapshot);
		this.records = new RecordReader(hub, snapshot, this.failures, taker);
	}

	/** @throws HubError if all that the hub has answered are failures */
	assertHubAnswers(): void {
		this.failures.assertHubAnswers();
	}

	/** @returns the SKUs that the list has shown for the first time */
	async readPages(): Promise<string[]> {
		const { listed } = this.snapshot;
		const { taker } = this;
		const added: string[] = [];
		// of each page the values alone are kept: 200,000 items are many times as large
		const take = (item: IDataObject): IDataObject => {
			const { skuProduto } = item;
			if (isBlank(skuProduto)) return taken;
			const sku = String(skuProduto);
			if (!listed.has(sku)) added.push(sku);
			listed.add(sku);
			if (taker?.wantsItem(sku) === true) taker.item(sku, item);
			return taken;
		};
		await readList(this.hub, { ...productList, keeps: take });
		this.failures.noteAnswer();
		this.wasListed = true;
		return added;
	}

	/** Reads the pages, unless that was done. */
	async ensureListed(): Promise<void> {
		if (!this.wasListed) await this.readPages();
	}

	/**
	 * Looks for SKUs, stage by stage: each stage has the SKUs that the stages before it have not found. The hub
	 * does not have a SKU that is missing after the last stage.
	 */
	async find(skus: readonly string[], how: SingleReads = {}): Promise<void> {
		const { isMany } = this.ask;
		const mayBeVariations = how.only !== 'product';
		const readListed = async (left: readonly string[]) =>
			await this.readProducts(left.filter((sku) => this.snapshot.listed.has(sku)));
		const stages: Record<string, (left: readonly string[]) => Promise<void>> = {
			pages: async () => {
				if (isMany(skus.length)) await this.ensureListed();
			},
			recordsOfListed: readListed,
			manyVariations: async (left) => {
				if (mayBeVariations && isMany(left.length)) await this.findVariations(left, how);
			},
			// products move from page to page while these are read
			pagesAgain: async (left) => {
				const added = isMany(left.length) ? await this.readPages() : [];
				if (mayBeVariations) await this.readProducts(added);
			},
			recordsOfMoved: readListed,
			lastFew: async (left) => {
				if (!isMany(left.length)) await this.readEach(left, how);
			},
		};
		for (const stage of Object.values(stages))
			await stage(await filterWithPauses(skus, (sku) => this.isMissing(sku, how.only)));
	}

	/**
	 * Looks for SKUs as variations: many in the records of all products that were not read, unless the SKUs
	 * are fewer than these; else, and where such a product cannot be read, by themselves.
	 */
	async findVariations(
		skus: readonly string[],
		{ readsProduct }: Pick<SingleReads, 'readsProduct'> = {},
	): Promise<void> {
		if (this.ask.isMany(skus.length)) {
			await this.ensureListed();
			const { listed, failures } = this.snapshot;
			const isUnread = (sku: string) => !this.records.wasRead(sku, 'product');
			const unread = await filterWithPauses(listed, isUnread);
			if (unread.length <= skus.length) {
				await this.readProducts(unread);
				if (failures.product.size === 0) return;
			}
		}
		await this.readEach(skus, { only: 'variation', readsProduct });
	}

	/**
	 * Reads to which products variations belong, as far as these SKUs belong to one of the others, or one of the
	 * others to them: a few by themselves; of many, products and variations are told apart by the product list.
	 * @param others may contain the SKUs
	 */
	async readOwners(skus: readonly string[], others: readonly string[]): Promise<void> {
		if (!this.ask.isMany(skus.length)) return await this.readEach(skus);
		await this.ensureListed();
		const { snapshot } = this;
		const isListed = (sku: string) => snapshot.listed.has(sku);
		const isUnknown = (sku: string) => snapshot.isUnknown(sku);
		await this.readFewer(await filterWithPauses(others, isListed), skus.filter(isUnknown));
		const products = skus.filter(isListed);
		const isOpen = (sku: string) => isUnknown(sku) || snapshot.hasUnknownOwner(sku);
		const open = await filterWithPauses(others, isOpen);
		await this.readFewer(products, open);
		// the record of the product may tell a value that the variation's own record does not
		const isUntold = (sku: string) =>
			snapshot.failureOf(sku) !== undefined || snapshot.hasUnknownOwner(sku);
		if (open.some(isUntold)) await this.readProducts(products);
	}

	/** A variation and its product are told by the record of either, so the fewer ones are read. */
	private async readFewer(
		products: readonly string[],
		variations: readonly string[],
	): Promise<void> {
		if (products.length === 0 || variations.length === 0) return;
		if (products.length <= variations.length) await this.readProducts(products);
		else await this.readEach(variations, { only: 'variation' });
	}

	/**
	 * Learns which of some SKUs, all of one product, is that product itself: the SKU that the product list
	 * shows; unless the list was read, the SKU that the record of the first names.
	 */
	async readProductsOf(siblings: ReadonlyArray<readonly string[]>): Promise<void> {
		const { snapshot } = this;
		if (this.ask.isMany(siblings.flat().length)) await this.ensureListed();
		const isProduct = (sku: string) => snapshot.listed.has(sku) || snapshot.isProduct(sku);
		const productsOf = (skus: readonly string[]) =>
			uniq([...skus.filter(isProduct), ...compact(skus.map((sku) => snapshot.productOf(sku)))]);
		if (!this.wasListed) {
			const first = compact(siblings.map(([sku]) => sku));
			await this.readEach(first, { ...ownRecordOnly, likely: 'variation' });
			await this.readEach(siblings.filter((skus) => productsOf(skus).length === 0).flat());
		}
		await eachWithPauses(siblings, (skus) => {
			const [product] = productsOf(skus);
			if (product === undefined || skus.filter(isProduct).length > 1) return;
			for (const sku of skus) if (sku !== product) snapshot.addVariation(sku, product);
		});
	}

	/**
	 * Reads the owner of every entry that may be removed: from its own record, if no other shows it. Where
	 * records have told the product of every SKU that the list names, a listed product needs no read: none
	 * of its variations is named.
	 * @param entries SKUs of entries that no row is about
	 * @param named SKUs that the list names
	 * @throws HubError if one of the entries cannot be read
	 */
	async readBeforeRemoval(entries: readonly string[], named: readonly string[]): Promise<void> {
		const { snapshot } = this;
		await this.readOwners(entries, [...new Set([...entries, ...named])]);
		if (this.ask.isMany(named.length)) await this.ensureListed();
		const unknown = await filterWithPauses(named, (sku) => snapshot.isUnknown(sku));
		if (!this.ask.isMany(unknown.length))
			await this.readEach(unknown, { ...ownRecordOnly, only: 'variation' });
		const areTold = !unknown.some((sku) => snapshot.isUnknown(sku));
		const isUnread = (sku: string) => (areTold ? snapshot.isUnknown(sku) : !snapshot.isShown(sku));
		await this.readEach(await filterWithPauses(entries, isUnread), ownRecordOnly);
		this.assertRead(entries);
	}

	/** @throws HubError if one of these SKUs cannot be read */
	assertRead(skus: Iterable<string>): void {
		for (const sku of skus) {
			const failure = this.snapshot.failureOf(sku);
			if (failure !== undefined) throw failure;
		}
	}

	async readProducts(skus: readonly string[]): Promise<void> {
		await this.records.readProducts(skus);
	}

	/**
	 * Reads the records of products until many of them are absent: then the pages tell more with fewer reads.
	 * @returns how many are absent
	 */
	async readUntilManyAreAbsent(skus: Iterable<string>): Promise<number> {
		let absent = 0;
		const { isMany } = this.ask;
		function* untilMany() {
			for (const sku of skus) {
				if (isMany(absent)) return;
				yield sku;
			}
		}
		await mapConcurrently(untilMany(), readsAtOnce, async (sku) => {
			const isFound = await this.records.read('product', sku);
			if (!isFound && this.snapshot.failureOf(sku, 'product') === undefined) absent++;
		});
		return absent;
	}

	/** Reads the new variations of known products by themselves: the records of these may hide them. */
	async readHidden(variations: readonly string[]): Promise<void> {
		await this.readEach(variations, { ...ownRecordOnly, only: 'variation' });
	}

	/** A SKU that the product list does not show is a variation, or absent. */
	private async readEach(skus: readonly string[], how: SingleReads = {}): Promise<void> {
		await this.records.readEach(skus, {
			...how,
			likely: how.likely ?? (this.wasListed ? 'variation' : 'product'),
		});
	}

	private isMissing(sku: string, only: SingleReads['only']): boolean {
		const hasFound = this.taker?.hasFound(sku) ?? !this.snapshot.isUnknown(sku);
		return !hasFound && !this.records.wasRead(sku, only);
	}
}
