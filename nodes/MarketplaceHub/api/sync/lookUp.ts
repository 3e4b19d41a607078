import chunk from 'lodash/chunk';
import { mapConcurrently } from '../async';
import { readsAtOnce } from '../http/runLimit';

/** A request for one SKU as a product or as a variation: whether it is one. */
type LookUp = (sku: string) => Promise<boolean>;

/** The hub answers 404 where a SKU is asked for as the other kind. */
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
 * Looks SKUs up one by one, each first as the kind that the last one was. A list of one kind then costs
 * answers 404 only where it begins.
 * @param guess the kind that the first ones are
 * @returns those that the hub has as neither
 */
export async function lookUp(
	skus: readonly string[],
	ways: Ways,
	guess: SkuKind = 'product',
): Promise<string[]> {
	const absent: string[] = [];
	// shared by those that look side by side
	let lastKind = guess;
	await eachBesideOthers(skus, async (sku) => {
		if (ways.isKnown(sku)) return;
		for (const kind of kindsInOrder[lastKind])
			if (await ways[kind](sku)) {
				lastKind = kind;
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
