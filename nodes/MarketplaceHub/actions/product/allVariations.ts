import type { IDataObject } from 'n8n-workflow';
import omitBy from 'lodash/omitBy';
import { usualOf } from '../../api/schemas/writes/prices';

/* A change of some variations as the hub takes it: with all others, which it would delete. */

export const listOf = (value: unknown) => (value ?? []) as IDataObject[];

/** All variations of a product with their changes: without its entry the hub would delete a variation. */
export function allVariations(product: IDataObject, changed: IDataObject[]): IDataObject[] {
	const variations = new Map<unknown, IDataObject>();
	const inHub = listOf(product.variacoes).map((variation) => withoutUsual(variation, product));
	for (const variation of [...inHub, ...changed]) {
		const { skuVariacao } = variation;
		variations.set(skuVariacao, { ...variations.get(skuVariacao), ...variation });
	}
	return [...variations.values()];
}

/** Measures that a product and its variations have. */
export const measures = ['altura', 'largura', 'comprimento', 'peso'];

/**
 * A variation without prices for media that equal its usual prices, and without measures that equal the
 * product's: both are to follow these.
 */
const withoutUsual = (variation: IDataObject, product: IDataObject): IDataObject =>
	omitBy(variation, (value, name) =>
		usualOf(name) !== name
			? value === variation[usualOf(name)]
			: measures.includes(name) && value === product[name],
	);
