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
import type { SkuKind, SnapshotDraft } from './snapshot';
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

/** Both kinds, the likely one first. */
const inOrder = {
	product: ['product', 'variation'],
	variation: ['variation', 'product'],
} as const satisfies Record<SkuKind, readonly SkuKind[]>;

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
		private readonly snapshot: SnapshotDraft,
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

	async readProductRecords(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, readsAtOnce, async (sku) => await this.read('product', sku));
	}

	/** Reads one by one the SKUs that no record has shown, in parts side by side. */
	async readEach(skus: readonly string[], how: SingleReads = {}): Promise<void> {
		const parts = chunk(skus, Math.ceil(skus.length / readsAtOnce));
		await mapConcurrently(parts, readsAtOnce, async (part) => await this.readPart(part, how));
	}

	/**
	 * Reads each SKU as the kind that the one before it was, then as the other: of SKUs of one kind only the first
	 * gets an answer of 404. Of a variation the product is read, too, as it may show the next ones.
	 */
	private async readPart(
		skus: readonly string[],
		{ only, likely = 'product', readsProduct = () => true }: SingleReads,
	): Promise<void> {
		const { snapshot } = this;
		let last = likely;
		await eachWithPauses(skus, async (sku) => {
			if (!snapshot.isShown(sku, only)) {
				const isListed = snapshot.listed.has(sku);
				const kinds = only === undefined ? inOrder[isListed ? 'product' : last] : [only];
				const found = await this.readAs(kinds, sku);
				if (!isListed) last = found ?? last;
			}
			const product = snapshot.productOf(sku);
			if (product !== undefined && readsProduct()) await this.read('product', product);
		});
	}

	/** @returns the first of these kinds as which the hub has it */
	private async readAs(kinds: readonly SkuKind[], sku: string): Promise<SkuKind | undefined> {
		for (const kind of kinds) if (await this.read(kind, sku)) return kind;
		return undefined;
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
