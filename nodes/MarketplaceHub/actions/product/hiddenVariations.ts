import type { IDataObject } from 'n8n-workflow';
import { type Comparable, recordsIn } from '../../api/comparison/comparable';
import { HubError } from '../../api/errors';
import { isBlank } from '../../api/values/blanks';
import { isRecord, entriesOf } from '../../api/values/objects';

/*
 * A change of one variation is sent with all variations of its product, because the hub deletes variations that
 * are left out. So nothing is sent for a product whose record does not show all of its variations.
 */

/** The SKUs of a product's variations. */
const variationSkus = ({ variacoes }: Comparable): string[] => [...recordsIn(variacoes).keys()];

/** Why the variations of a product cannot be sent: its record has a variation without a SKU. */
export function variationWithoutSku(sku: string, { variacoes }: IDataObject): HubError | undefined {
	const isNamed = (entry: unknown) => isRecord(entry) && !isBlank(entry.skuVariacao);
	return entriesOf(variacoes, 'skuVariacao').every(isNamed) ? undefined : namelessVariation(sku);
}

export const namelessVariation = (sku: string): HubError =>
	notShown(`The hub shows a variation of the product ${sku} without its SKU (skuVariacao)`);

/**
 * Why the variations of a product cannot be sent: the hub has a variation that the product's record does not
 * show.
 */
export const hiddenVariation = (variation: string, product?: string): HubError =>
	notShown(
		product === undefined
			? `The hub has the variation ${variation}, but does not tell its product`
			: `The hub has the variation ${variation}, but does not show it in the product ${product}`,
	);

/**
 * Why the variations of a product cannot be sent: a second read of its record shows fewer of them.
 * @param before the product as the run read it first
 * @param now the product as it was read again
 */
export function vanishedVariations(
	sku: string,
	before: Comparable,
	now: Comparable,
): HubError | undefined {
	const shown = new Set(variationSkus(now));
	const vanished = variationSkus(before).filter((variation) => !shown.has(variation));
	return vanished.length === 0
		? undefined
		: notShown(`The hub no longer shows ${vanished.join(', ')} in the product ${sku}`);
}

const notShown = (message: string) =>
	new HubError('invalid', message, {
		description:
			'Nothing was sent for this product: a change of one variation is sent with all of them, and the hub would delete those that are left out. Look at the product in the hub, and run again once it shows all of its variations.',
	});
