import type { IDataObject } from 'n8n-workflow';
import { filterWithPauses, mapConcurrently } from '../async';
import { readsAtOnce } from '../http/runLimit';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { mostSingleReads, productList } from '../reads';
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

/** A list that names more SKUs for each of the hub's products is mostly of SKUs that the hub does not have. */
const mostVariations = 4;

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
		readonly snapshot: Snapshot,
		readonly ask: Pick<Ask, 'isMany'>,
		private readonly taker?: Taker,
	) {
		this.failures = new ReadFailures(snapshot);
		this.records = new RecordReader(hub, snapshot, this.failures, taker);
	}

	/**
	 * Looks for SKUs: each stage for those that the stages before it have not found. The hub does not have a SKU
	 * that is missing after the last one.
	 */
	async find(skus: readonly string[], how: SingleReads = {}): Promise<void> {
		const { isMany } = this.ask;
		const mayBeVariations = how.only !== 'product';
		const isMissing = (sku: string) => this.isMissing(sku, how.only);
		const missing = async () => await filterWithPauses(skus, isMissing);
		if (isMany(skus.length)) await this.ensureListed();
		await this.readListed(await missing());
		let left = await missing();
		if (isMany(left.length) && mayBeVariations) {
			await this.findVariations(left, how);
			left = await missing();
		}
		if (isMany(left.length)) {
			// products move from page to page while these are read
			const added = await this.readPages();
			if (mayBeVariations) await this.readProducts(added);
			await this.readListed(await missing());
			left = await missing();
		}
		if (!isMany(left.length)) await this.readEach(left, how);
	}

	/**
	 * Looks for SKUs as variations: many in the records of all products that were not read, unless the SKUs
	 * are fewer than these; else, and where such a product cannot be read, by themselves.
	 */
	async findVariations(
		skus: readonly string[],
		{ readsProduct }: Pick<SingleReads, 'readsProduct'> = {},
	): Promise<void> {
		const { snapshot } = this;
		if (this.ask.isMany(skus.length)) {
			await this.ensureListed();
			const isUnread = (sku: string) => !this.records.wasRead(sku, 'product');
			const isUnknown = (sku: string) => snapshot.isUnknown(sku);
			const unread = await filterWithPauses(snapshot.listed, isUnread);
			if (unread.length <= skus.length) {
				await this.readProducts(unread);
				if (snapshot.failures.product.size === 0)
					return await this.readHidden(await filterWithPauses(skus, isUnknown));
			}
		}
		await this.readEach(skus, { only: 'variation', readsProduct });
	}

	/**
	 * Reads by themselves variations that the records of products may hide: of many the first, and the others if
	 * one of these is hidden.
	 */
	async readHidden(variations: readonly string[]): Promise<void> {
		const { snapshot } = this;
		const isFew = !this.ask.isMany(variations.length);
		if (!isFew && variations.length > mostVariations * snapshot.listed.size) return;
		const first = isFew ? variations : variations.slice(0, mostSingleReads);
		await this.readEach(first, { only: 'variation' });
		if (!isFew && first.some((sku) => snapshot.isHidden(sku)))
			await this.readEach(variations, { only: 'variation' });
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

	/** Reads the pages, unless that was done. */
	async ensureListed(): Promise<void> {
		if (!this.wasListed) await this.readPages();
	}

	/** @returns the SKUs that the list has shown for the first time */
	private async readPages(): Promise<string[]> {
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

	private async readListed(skus: readonly string[]): Promise<void> {
		await this.readProducts(skus.filter((sku) => this.snapshot.listed.has(sku)));
	}

	async readProducts(skus: readonly string[]): Promise<void> {
		await this.records.readProducts(skus);
	}

	/** A SKU that the product list does not show is a variation, or absent. */
	async readEach(skus: readonly string[], how: SingleReads = {}): Promise<void> {
		const likely = this.wasListed ? 'variation' : 'product';
		await this.records.readEach(skus, { ...how, likely: how.likely ?? likely });
	}

	/** @throws HubError if one of these SKUs cannot be read */
	assertRead(skus: Iterable<string>): void {
		for (const sku of skus) {
			const failure = this.snapshot.failureOf(sku);
			if (failure !== undefined) throw failure;
		}
	}

	/** @throws HubError if all that the hub has answered are failures */
	assertHubAnswers(): void {
		this.failures.assertHubAnswers();
	}

	private isMissing(sku: string, only: SingleReads['only']): boolean {
		const hasFound = this.taker?.hasFound(sku) ?? !this.snapshot.isUnknown(sku);
		return !hasFound && !this.records.wasRead(sku, only);
	}
}
