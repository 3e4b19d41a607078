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
import type { SnapshotDraft } from './snapshot';
import type { Taker } from './takers';

/** The endpoints of the reads of products and variations. */
export const productEndpoints = ['productList', 'productGet', 'variationGet'] as const;
export type ProductEndpoint = (typeof productEndpoints)[number];

/** Stands for an item of which nothing more is kept. */
const taken: IDataObject = {};

/**
 * A list with more unknown SKUs for each of the hub's products is of an ERP that holds more than the hub: a product
 * has a few variations, so its record cannot hide that many. Such a list costs the records of the products, and no
 * read of a SKU that the hub does not have.
 */
const mostHidden = 4;

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
		readonly snapshot: SnapshotDraft,
		readonly ask: Pick<Ask, 'areMany'>,
		private readonly taker?: Taker,
	) {
		this.failures = new ReadFailures(snapshot);
		this.records = new RecordReader(hub, snapshot, this.failures, taker);
	}

	/**
	 * Looks for SKUs: while many are missing, on the pages, in the records of products, and on the pages once more; the
	 * last few by themselves. A SKU that is missing after that counts as one that the hub does not have, also where many
	 * are missing and the records hide some of them (`readHidden` reads the first ones only).
	 */
	async find(skus: readonly string[], how: SingleReads = {}): Promise<void> {
		const { areMany } = this.ask;
		const mayBeVariations = how.only !== 'product';
		if (areMany(skus.length)) await this.ensureListed();
		let missing = await this.readListed(skus, how);
		if (areMany(missing.length) && mayBeVariations) {
			await this.findVariations(missing, how);
			missing = await this.stillMissing(missing, how);
		}
		if (areMany(missing.length)) {
			// products move from page to page while these are read
			const added = await this.readPages();
			if (mayBeVariations) await this.readProductRecords(added);
			missing = await this.readListed(missing, how);
		}
		if (!areMany(missing.length)) await this.readEach(missing, how);
	}

	/** Looks for SKUs as variations: many in the records of products, if these are not more; else by themselves. */
	async findVariations(
		skus: readonly string[],
		{ readsProduct }: Pick<SingleReads, 'readsProduct'> = {},
	): Promise<void> {
		const { snapshot } = this;
		if (this.ask.areMany(skus.length) && (await this.readAllProducts(skus.length)))
			await this.readHidden(await filterWithPauses(skus, (sku) => snapshot.isUnknown(sku)));
		else await this.readEach(skus, { only: 'variation', readsProduct });
	}

	/**
	 * Reads the records of products until many are absent, so that the pages tell more with fewer reads.
	 * @returns whether many are absent
	 */
	async readUntilManyAbsent(skus: Iterable<string>): Promise<boolean> {
		const { areMany } = this.ask;
		let absent = 0;
		function* untilMany() {
			for (const sku of skus) {
				if (areMany(absent)) return;
				yield sku;
			}
		}
		await mapConcurrently(untilMany(), readsAtOnce, async (sku) => {
			const isFound = await this.records.read('product', sku);
			if (!isFound && this.snapshot.failureOf(sku, 'product') === undefined) absent++;
		});
		return areMany(absent);
	}

	/**
	 * Before a removal: reads by themselves all SKUs that nothing has shown. One of them may be a variation that its
	 * product's record hides, and keep the product's entry.
	 */
	async readUnknown(skus: readonly string[]): Promise<void> {
		const unknown = await filterWithPauses(skus, (sku) => this.snapshot.isUnknown(sku));
		await this.readEach(unknown, { only: 'variation' });
	}

	/** Reads the pages, unless that was done. */
	async ensureListed(): Promise<void> {
		if (!this.wasListed) await this.readPages();
	}

	async readProductRecords(skus: readonly string[]): Promise<void> {
		await this.records.readProductRecords(skus);
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

	/** @returns the SKUs that the list has shown for the first time */
	private async readPages(): Promise<string[]> {
		const { listed } = this.snapshot;
		const { size } = listed;
		// of each page the values alone are kept: 200,000 items are many times as large
		await readList(this.hub, { ...productList, keeps: (item) => this.take(item) });
		this.failures.noteAnswer();
		this.wasListed = true;
		return [...listed].slice(size);
	}

	private take(item: IDataObject): IDataObject {
		if (isBlank(item.skuProduto)) return taken;
		const sku = String(item.skuProduto);
		this.snapshot.listed.add(sku);
		if (this.taker?.wantsItem(sku) === true) this.taker.item(sku, item);
		return taken;
	}

	/**
	 * Reads the records of products whose items lack values.
	 * @returns the SKUs that are missing after that
	 */
	private async readListed(skus: readonly string[], how: SingleReads): Promise<string[]> {
		const missing = await this.stillMissing(skus, how);
		await this.readProductRecords(missing.filter((sku) => this.snapshot.listed.has(sku)));
		return await this.stillMissing(missing, how);
	}

	/**
	 * Reads the records of all products, unless more than `most` were not read yet.
	 * @returns whether all were read
	 */
	private async readAllProducts(most: number): Promise<boolean> {
		await this.ensureListed();
		const { listed, failures } = this.snapshot;
		const isUnread = (sku: string) => !this.records.wasRead(sku, 'product');
		const unread = await filterWithPauses(listed, isUnread);
		if (unread.length > most) return false;
		await this.readProductRecords(unread);
		return failures.product.size === 0;
	}

	/**
	 * Reads by themselves variations that the records of products may hide: of many the first, and the others if
	 * one of these is hidden.
	 */
	private async readHidden(variations: readonly string[]): Promise<void> {
		const { snapshot, ask } = this;
		const only = 'variation';
		if (!ask.areMany(variations.length)) return await this.readEach(variations, { only });
		if (variations.length > mostHidden * snapshot.listed.size) return;
		const first = variations.slice(0, mostSingleReads);
		await this.readEach(first, { only });
		if (first.some((sku) => snapshot.isHidden(sku))) await this.readEach(variations, { only });
	}

	private async stillMissing(skus: readonly string[], { only }: SingleReads): Promise<string[]> {
		const { snapshot, taker, records } = this;
		const isMissing = (sku: string) => taker?.lacksValues(sku) === true || snapshot.isUnknown(sku);
		return await filterWithPauses(skus, (sku) => isMissing(sku) && !records.wasRead(sku, only));
	}
}
