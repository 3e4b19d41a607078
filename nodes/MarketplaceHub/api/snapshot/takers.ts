import type { IDataObject } from 'n8n-workflow';
import { skuOf } from '../rows/row';
import { type Ask, readsLeftOut } from './ask';
import { type Comparable, toComparable } from '../comparison/comparable';
import { showsAll } from '../comparison/differences';
import type { ListRow, SnapshotDraft } from './snapshot';

/** Takes values out of records into the snapshot; all other values are dropped at once. */
export interface Taker {
	/** Whether the taker needs more of an item of the product list than its SKU. */
	wantsItem(sku: string): boolean;
	item(sku: string, item: IDataObject): void;
	product(sku: string, record: IDataObject, variations: readonly IDataObject[]): void;
	variation(sku: string, record: IDataObject): void;
	/** Whether a row is about the SKU and its values have not been taken yet. */
	lacksValues(sku: string): boolean;
}

/** Takes the values of SKUs. A product with variations is no entry itself unless a row is about it. */
export class SkuTaker implements Taker {
	/**
	 * @param rows the rows that are about a SKU, by SKU: of lists of channels the last one of each
	 * @param values where the values of these SKUs go, by SKU
	 */
	constructor(
		private readonly snapshot: SnapshotDraft,
		private readonly ask: Ask,
		private readonly rows: ReadonlyMap<string, ListRow>,
		private readonly values: Map<string, Comparable>,
	) {}

	lacksValues(sku: string): boolean {
		return this.rows.has(sku) && !this.values.has(sku);
	}

	/** What a record has told counts more: the item of a product tells nothing of a variation with its SKU. */
	wantsItem(sku: string): boolean {
		return this.lacksValues(sku);
	}

	item(sku: string, item: IDataObject): void {
		const row = this.rows.get(sku);
		if (row === undefined) return;
		const values = toComparable(item, this.ask.keptFields, row.given);
		if (showsAll(values, row.given)) this.values.set(skuOf(row.identity), values);
	}

	product(sku: string, record: IDataObject, variations: readonly IDataObject[]): void {
		const hasNone = variations.length === 0 && !this.snapshot.lackingSkus.has(sku);
		if (hasNone || this.rows.has(sku)) this.take(sku, record);
		for (const variation of variations) this.take(String(variation.skuVariacao), variation);
	}

	variation(sku: string, record: IDataObject): void {
		this.take(sku, record);
	}

	private take(sku: string, record: IDataObject): void {
		const row = this.rows.get(sku);
		const { comparedFields, keptFields } = this.ask;
		if (row !== undefined)
			this.values.set(skuOf(row.identity), toComparable(record, keptFields, row.given));
		else if (readsLeftOut(this.ask)) {
			const values = toComparable(record, comparedFields);
			this.snapshot.others.set(sku, { key: sku, identity: { sku }, values });
		}
	}
}

/**
 * Takes the values of products that a row is about from items or records, the values of other products from
 * items.
 */
export class ProductTaker implements Taker {
	constructor(
		private readonly snapshot: SnapshotDraft,
		private readonly ask: Ask,
		private readonly itemsShowAll: boolean,
	) {}

	lacksValues(sku: string): boolean {
		return this.ask.rows.has(sku) && !this.snapshot.values.has(sku);
	}

	wantsItem(sku: string): boolean {
		return this.ask.rows.has(sku) ? this.itemsShowAll : readsLeftOut(this.ask);
	}

	item(sku: string, item: IDataObject): void {
		const { rows, keptFields, comparedFields } = this.ask;
		const given = rows.get(sku)?.given;
		const values = toComparable(item, given === undefined ? comparedFields : keptFields, given);
		if (given === undefined) this.snapshot.others.set(sku, { key: sku, identity: { sku }, values });
		else if (showsAll(values, given)) this.snapshot.values.set(sku, values);
	}

	product(sku: string, record: IDataObject): void {
		const { rows, keptFields } = this.ask;
		const row = rows.get(sku);
		if (row !== undefined)
			this.snapshot.values.set(row.key, toComparable(record, keptFields, row.given));
	}

	variation(): void {}
}
