import chunk from 'lodash/chunk';
import compact from 'lodash/compact';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, filterWithPauses, mapConcurrently } from '../async';
import { orNotFound } from '../errors';
import { readsAtOnce } from '../http/runLimit';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { mostSingleReads, productList, readProduct, readVariation } from '../reads';
import { isBlank } from '../values/blanks';
import { entriesOf, isRecord } from '../values/objects';
import type { Ask } from './ask';
import { ReadFailures } from './readFailures';
import { type SkuKind, type Snapshot } from './snapshot';

/** The endpoints of the reads of products and variations. */
export const productEndpoints = ['productList', 'productGet', 'variationGet'] as const;
export type ProductEndpoint = (typeof productEndpoints)[number];

/** Takes values out of what is read, into the snapshot; what it does not take is dropped at once. */
export interface Taker {
	/** Whether it needs more of an item of the product list than its SKU. */
	wantsItem(sku: string): boolean;
	item(sku: string, item: IDataObject): void;
	product(sku: string, record: IDataObject, variations: readonly IDataObject[]): void;
	variation(sku: string, record: IDataObject): void;
	/** Whether it has the values of a SKU; of one that no row is about: whether the hub is known to have it. */
	hasFound(sku: string): boolean;
}

/** How SKUs are read by themselves. */
interface SingleReads {
	/** The only kind that they may be; left out: each may be a product or a variation. */
	only?: SkuKind;
	/** The kind that the first one of each part is asked for as. */
	likely?: SkuKind;
	/** Asked for each variation: whether its product is read, too, since that shows the others. */
	readsProduct?: () => boolean;
}

const ownRecordOnly = { readsProduct: () => false };

/**
 * Reads products and variations (reference: Products). A page shows 100 products and none of their variations;
 * the record of a product shows its variations, the record of a variation names its product. No record is
 * read twice.
 */
export class SkuReader {
	private wasListed = false;
	private readonly reads: Readonly<Record<SkuKind, Map<string, Promise<boolean>>>> = {
		product: new Map(),
		variation: new Map(),
	};
	private readonly failures: ReadFailures;

	constructor(
		private readonly hub: Hub<ProductEndpoint>,
		private readonly snapshot: Snapshot,
		private readonly ask: Pick<Ask, 'way'>,
		private readonly taker?: Taker,
	) {
		this.failures = new ReadFailures(snapshot);
	}

	/** Whether so many SKUs are not read one by one: more than 20, but never where no page is to be read. */
	isMany(count: number): boolean {
		return this.ask.way === 'whole' && count > mostSingleReads;
	}

	/** @throws HubError if all that the hub has answered are failures */
	assertHubAnswers(): void {
		this.failures.assertHubAnswers();
	}

	/** @returns the SKUs that the list has shown for the first time */
	async readPages(): Promise<string[]> {
		const { listed } = this.snapshot;
		const { taker } = this;
		const items = await readList(this.hub, {
			...productList,
			keeps: (item) =>
				taker?.wantsItem(String(item.skuProduto)) === true ? item : pick(item, 'skuProduto'),
		});
		this.failures.noteAnswer();
		this.wasListed = true;
		const added: string[] = [];
		await eachWithPauses(items, (item) => {
			if (isBlank(item.skuProduto)) return;
			const sku = String(item.skuProduto);
			if (!listed.has(sku)) added.push(sku);
			listed.add(sku);
			if (taker?.wantsItem(sku) === true) taker.item(sku, item);
		});
		return added;
	}

	/** Reads the pages, unless that was done. */
	async ensureListed(): Promise<void> {
		if (!this.wasListed) await this.readPages();
	}

	/**
	 * Looks for SKUs: on the pages where they are many; those of which a page does not show all columns in
	 * their records; many that no page shows as variations, and then on the pages once more, since products
	 * move from page to page; the last few one by one. What is still missing the hub does not have.
	 */
	async find(skus: readonly string[], how?: SingleReads): Promise<void> {
		if (this.isMany(skus.length)) await this.ensureListed();
		await this.findRest(skus, how);
	}

	/** The same without the pages at the beginning. */
	async findRest(
		skus: readonly string[],
		{ only, likely, readsProduct }: SingleReads = {},
	): Promise<void> {
		const missing = async () =>
			await filterWithPauses(skus, (sku) => !this.hasFound(sku) && !this.wasRead(sku, only));
		const { listed } = this.snapshot;
		await this.readProducts((await missing()).filter((sku) => listed.has(sku)));
		let left = await missing();
		const mayBeVariations = only !== 'product';
		if (mayBeVariations && this.isMany(left.length)) {
			await this.findVariations(left, { readsProduct });
			left = await missing();
		}
		if (this.isMany(left.length)) {
			const added = await this.readPages();
			if (mayBeVariations) await this.readProducts(added);
			await this.readProducts((await missing()).filter((sku) => listed.has(sku)));
			left = await missing();
		}
		if (!this.isMany(left.length)) await this.readEach(left, { only, likely, readsProduct });
	}

	/**
	 * Looks for SKUs as variations: many in the records of all products that were not read, unless the SKUs
	 * are fewer than these; else, and where such a product cannot be read, by themselves.
	 */
	async findVariations(
		skus: readonly string[],
		{ readsProduct }: Pick<SingleReads, 'readsProduct'> = {},
	): Promise<void> {
		if (this.isMany(skus.length)) {
			await this.ensureListed();
			const { listed, failures } = this.snapshot;
			const unread = await filterWithPauses(listed, (sku) => !this.reads.product.has(sku));
			if (unread.length <= skus.length) {
				await this.readProducts(unread);
				if (failures.product.size === 0) return;
			}
		}
		await this.readEach(skus, { only: 'variation', readsProduct });
	}

	/**
	 * Reads to which products variations belong, as far as these SKUs belong to one of the others: a few SKUs
	 * by themselves. Of many, SKUs that may be variations are looked for by themselves or in the products among
	 * the others, whichever are fewer. Products are read only while the product of a variation is open, and
	 * not where fewer variations tell their own.
	 * @param others may contain the SKUs
	 */
	async readOwners(skus: readonly string[], others: readonly string[]): Promise<void> {
		if (!this.isMany(skus.length)) return await this.readEach(skus);
		await this.ensureListed();
		const { snapshot } = this;
		const { listed } = snapshot;
		const isOpen = (sku: string) => snapshot.isUnknown(sku) || snapshot.hasUnknownOwner(sku);
		const products = skus.filter((sku) => listed.has(sku));
		const variations = skus.filter((sku) => snapshot.isUnknown(sku));
		const among = await filterWithPauses(others, (sku) => listed.has(sku));
		if (variations.length > 0 && among.length > 0) {
			if (among.length <= variations.length) await this.readProducts(among);
			else await this.readEach(variations, { only: 'variation' });
		}
		const open = await filterWithPauses(others, isOpen);
		if (products.length === 0 || open.length === 0) return;
		if (open.length < products.length) {
			await this.readEach(open, { only: 'variation' });
			const isUntold = (sku: string) =>
				snapshot.failureOf(sku) !== undefined || snapshot.hasUnknownOwner(sku);
			if (!open.some(isUntold)) return;
		}
		await this.readProducts(products);
	}

	/**
	 * Learns which of some SKUs, all of one product, is that product itself: the one that the product list shows;
	 * unless that was read, the one that the record of the first names.
	 */
	async readProductsOf(siblings: ReadonlyArray<readonly string[]>): Promise<void> {
		const { snapshot } = this;
		if (this.isMany(siblings.flat().length)) await this.ensureListed();
		const first = compact(siblings.map(([sku]) => sku));
		if (!this.wasListed) await this.readEach(first, { ...ownRecordOnly, likely: 'variation' });
		const untold: string[] = [];
		await eachWithPauses(siblings, (skus) => {
			const isProduct = (sku: string) => snapshot.listed.has(sku) || snapshot.isProduct(sku);
			const products = skus.filter(isProduct);
			const [product] = [...products, ...compact(skus.map((sku) => snapshot.productOf(sku)))];
			if (product === undefined) for (const sku of skus) untold.push(sku);
			else if (products.length < 2)
				for (const sku of skus) if (sku !== product) snapshot.addVariation(sku, product);
		});
		if (!this.wasListed) await this.readEach(untold);
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
		if (this.isMany(named.length)) await this.ensureListed();
		const unknown = await filterWithPauses(named, (sku) => snapshot.isUnknown(sku));
		if (!this.isMany(unknown.length))
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
		await mapConcurrently(skus, readsAtOnce, async (sku) => await this.readOnce('product', sku));
	}

	/**
	 * Reads the records of products until many of them are absent: then the pages tell more with fewer reads.
	 * @returns how many are absent
	 */
	async readUntilManyAreAbsent(skus: Iterable<string>): Promise<number> {
		let absent = 0;
		const isEnough = () => this.isMany(absent);
		function* untilMany() {
			for (const sku of skus) {
				if (isEnough()) return;
				yield sku;
			}
		}
		await mapConcurrently(untilMany(), readsAtOnce, async (sku) => {
			const isFound = await this.readOnce('product', sku);
			if (!isFound && this.snapshot.failureOf(sku, 'product') === undefined) absent++;
		});
		return absent;
	}

	/** Reads the new variations of known products by themselves: the records of these may hide them. */
	async readHidden(variations: readonly string[]): Promise<void> {
		await this.readEach(variations, { ...ownRecordOnly, only: 'variation' });
	}

	/** Whether the SKU was read by itself, as each kind that it may be. */
	private wasRead(sku: string, only?: SkuKind): boolean {
		const { product, variation } = this.reads;
		return (only === 'variation' || product.has(sku)) && (only === 'product' || variation.has(sku));
	}

	private hasFound(sku: string): boolean {
		return this.taker?.hasFound(sku) ?? !this.snapshot.isUnknown(sku);
	}

	/**
	 * Reads one by one the SKUs that no record has shown, in parts side by side, each as the kind that the one
	 * before it in its part was, then as the other: SKUs of one kind get answers of 404 only at the start of
	 * a part. Of a variation the product is read, too, as it may show the next ones.
	 */
	private async readEach(
		skus: readonly string[],
		{
			only,
			likely = this.wasListed ? 'variation' : 'product',
			readsProduct = () => true,
		}: SingleReads = {},
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
				if (product !== undefined && readsProduct()) await this.readOnce('product', product);
			});
		});
	}

	/** @returns the kind as which the hub has it */
	private async readAs(
		sku: string,
		first: SkuKind,
		only: SkuKind | undefined,
	): Promise<SkuKind | undefined> {
		if (await this.readOnce(first, sku)) return first;
		if (only !== undefined) return undefined;
		const other = first === 'product' ? 'variation' : 'product';
		return (await this.readOnce(other, sku)) ? other : undefined;
	}

	/** @returns whether the hub has the SKU as this kind; a second call sends no request */
	private async readOnce(kind: SkuKind, sku: string): Promise<boolean> {
		this.failures.assertGoesOn();
		const reads = this.reads[kind];
		const reading = reads.get(sku) ?? this.read(kind, sku);
		reads.set(sku, reading);
		return await reading;
	}

	private async read(kind: SkuKind, sku: string): Promise<boolean> {
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
