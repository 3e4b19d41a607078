import chunk from 'lodash/chunk';
import { mapConcurrently } from '../async';
import { readsAtOnce } from '../http/runLimit';

/** A request for one SKU as a product or as a variation: whether it is one. */
type LookUp = (sku: string) => Promise<boolean>;

/** Of one kind of SKU the hub answers nothing but 404 where it is asked for as the other. */
export type SkuKind = 'product' | 'variation';

type Ways = Readonly<Record<SkuKind, LookUp>> & {
	/** Whether the record of another SKU has answered for this one. */
	isKnown: (sku: string) => boolean;
};

const kindsInOrder: Readonly<Record<SkuKind, readonly SkuKind[]>> = {
	product: ['product', 'variation'],
	variation: ['variation', 'product'],
};

/**
 * Looks SKUs up one by one, each first as the kind as which the last one was found: a list of one kind
 * costs answers 404 only where it begins.
 * @param guess the kind as which the first ones are looked for first
 * @returns those that the hub has as neither
 */
export async function lookUp(
	skus: readonly string[],
	ways: Ways,
	guess: SkuKind = 'product',
): Promise<string[]> {
	const absent: string[] = [];
	await eachBesideOthers(skus, async (sku) => {
		if (ways.isKnown(sku)) return;
		for (const kind of kindsInOrder[guess])
			if (await ways[kind](sku)) {
				guess = kind;
				return;
			}
		absent.push(sku);
	});
	return absent;
}

/**
 * Works on SKUs side by side, and on neighbours in turn: variations of one product mostly stand beside
 * each other, so that the first one finds the others.
 */
export async function eachBesideOthers(
	skus: readonly string[],
	work: (sku: string) => Promise<unknown>,
): Promise<void> {
	const parts = chunk(skus, Math.ceil(skus.length / readsAtOnce));
	await mapConcurrently(parts, readsAtOnce, async (part) => {
		for (const sku of part) await work(sku);
	});
}
