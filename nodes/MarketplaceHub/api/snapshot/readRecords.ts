import chunk from 'lodash/chunk';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, mapConcurrently } from '../async';
import { orNotFound } from '../errors';
import { readsAtOnce } from '../http/runLimit';
import type { Hub } from '../hub';
import { readProduct, readVariation } from '../reads';
import { isBlank } from '../values/blanks';
import { entriesOf, isRecord } from '../values/objects';
import type { ReadFailures } from './readFailures';
import type { SkuKind, Snapshot } from './snapshot';
import type { Taker } from './takers';

/** How SKUs are read by themselves. */
export interface SingleReads {
	/** The only kind that they may be; left out: each may be a product or a variation. */
	only?: SkuKind;
	/** The kind that the first one of each part is asked for as. */
	likely?: SkuKind;
	/** Asked for each variation: whether its product is read, too, since that shows the others. */
	readsProduct?: () => boolean;
}

/**
 * Reads records of products and variations (reference: Products): that of a product shows its variations, that of a
 * variation names its product. No record is read twice.
 */
export class RecordReader {
	private readonly reads: Readonly<Record<SkuKind, Map<string, Promise<boolean>>>> = {
		product: new Map(),
		variation: new Map(),
	};

	constructor(
		private readonly hub: Hub<'productGet' | 'variationGet'>,
		private readonly snapshot: Snapshot,
		private readonly failures: ReadFailures,
		private readonly taker?: Pick<Taker, 'product' | 'variation'>,
	) {}

	/** Whether the SKU was read as each kind that it may be. */
	wasRead(sku: string, only?: SkuKind): boolean {
		const { product, variation } = this.reads;
		return (only === 'variation' || product.has(sku)) && (only === 'product' || variation.has(sku));
	}

	/**
	 * Reads one record; a second call sends no request.
	 * @returns whether the hub has the SKU as this kind
	 * @throws HubError as `ReadFailures` says
	 */
	async read(kind: SkuKind, sku: string): Promise<boolean> {
		this.failures.assertGoesOn();
		const reads = this.reads[kind];
		const reading = reads.get(sku) ?? this.readNow(kind, sku);
		reads.set(sku, reading);
		return await reading;
	}

	async readProducts(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, readsAtOnce, async (sku) => await this.read('product', sku));
	}

	/**
	 * Reads one by one the SKUs that no record has shown, in parts side by side, each as the kind that the one
	 * before it in its part was, then as the other: SKUs of one kind get answers of 404 only at the start of
	 * a part. Of a variation the product is read, too, as it may show the next ones.
	 */
	async readEach(
		skus: readonly string[],
		{ only, likely = 'product', readsProduct = () => true }: SingleReads = {},
	): Promise<void> {
		const { snapshot } = this;
		const parts = chunk(skus, Math.ceil(skus.length / readsAtOnce));
		await mapConcurrently(parts, readsAtOnce, async (part) => {
			let last = likely;
			await eachWithPauses(part, async (sku) => {
				const isListed = snapshot.listed.has(sku);
				const first = only ?? (isListed ? 'product' : last);
				const found = snapshot.isShown(sku, only) ? undefined : await this.readAs(sku, first, only);
				if (!isListed) last = found ?? last;
				const product = snapshot.productOf(sku);
				if (product !== undefined && readsProduct()) await this.read('product', product);
			});
		});
	}

	/** @returns the kind as which the hub has it */
	private async readAs(
		sku: string,
		first: SkuKind,
		only: SkuKind | undefined,
	): Promise<SkuKind | undefined> {
		if (await this.read(first, sku)) return first;
		if (only !== undefined) return undefined;
		const other = first === 'product' ? 'variation' : 'product';
		return (await this.read(other, sku)) ? other : undefined;
	}

	private async readNow(kind: SkuKind, sku: string): Promise<boolean> {
		const reading = kind === 'product' ? readProduct(this.hub, sku) : readVariation(this.hub, sku);
		let record: IDataObject | undefined;
		try {
			record = await orNotFound(reading);
		} catch (error) {
			this.failures.note(sku, kind, error);
			return false;
		}
		if (record === undefined) {
			this.failures.noteAbsent();
			return false;
		}
		this.failures.noteAnswer();
		if (kind === 'product') this.noteProduct(sku, record);
		else this.noteVariation(sku, record);
		return true;
	}

	private noteProduct(sku: string, record: IDataObject): void {
		const shown = entriesOf(record.variacoes, 'skuVariacao');
		const variations = shown.filter(isRecord).filter(({ skuVariacao }) => !isBlank(skuVariacao));
		if (variations.length < shown.length) this.snapshot.lackingSkus.add(sku);
		this.snapshot.addProduct(
			sku,
			variations.map(({ skuVariacao }) => String(skuVariacao)),
		);
		this.taker?.product(sku, record, variations);
	}

	private noteVariation(sku: string, record: IDataObject): void {
		const product = isBlank(record.skuProduto) ? undefined : String(record.skuProduto);
		this.snapshot.addVariation(sku, product);
		this.taker?.variation(sku, record);
	}
}
