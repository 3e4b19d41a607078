import type { IDataObject } from 'n8n-workflow';
import { filterWithPauses } from '../async';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { productList } from '../reads';
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
 * Reads products and variations (reference: Products): a page shows 100 products and none of their variations, records
 * show the rest. `find.ts` says which of them are read.
 */
export class SkuReader {
	private wasListed = false;
	readonly failures: ReadFailures;
	readonly records: RecordReader;

	constructor(
		private readonly hub: Hub<ProductEndpoint>,
		readonly snapshot: SnapshotDraft,
		readonly ask: Pick<Ask, 'areMany'>,
		private readonly taker?: Taker,
	) {
		this.failures = new ReadFailures(snapshot);
		this.records = new RecordReader(hub, snapshot, this.failures, taker);
	}

	/** Reads the pages, unless that was done. */
	async ensureListed(): Promise<void> {
		if (!this.wasListed) await this.readPages();
	}

	/**
	 * Reads the pages, once more where that was done.
	 * @returns the SKUs that they have shown for the first time
	 */
	async readPages(): Promise<string[]> {
		const { listed } = this.snapshot;
		const { size } = listed;
		// of each page the values alone are kept: 200,000 items are many times as large
		await readList(this.hub, { ...productList, keeps: (item) => this.take(item) });
		this.failures.noteAnswer();
		this.wasListed = true;
		return [...listed].slice(size);
	}

	/** The SKUs that nothing has shown, or whose values are not taken yet, and that were not read by themselves. */
	async stillMissing(skus: readonly string[], { only }: SingleReads): Promise<string[]> {
		const { snapshot, taker, records } = this;
		const isMissing = (sku: string) => taker?.lacksValues(sku) === true || snapshot.isUnknown(sku);
		return await filterWithPauses(skus, (sku) => isMissing(sku) && !records.wasRead(sku, only));
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

	private take(item: IDataObject): IDataObject {
		if (isBlank(item.skuProduto)) return taken;
		const sku = String(item.skuProduto);
		this.snapshot.listed.add(sku);
		if (this.taker?.wantsItem(sku) === true) this.taker.item(sku, item);
		return taken;
	}
}
