import { type Comparable, recordsIn } from '../../../api/comparison/comparable';
import { typed } from '../../../api/values/amounts';
import { usualOf } from '../../../api/schemas/writes/prices';
import { percent } from './shares';
import type { Write } from '../change';

/* The prices of a change that guards look at, prices of its variations included. */

/** Cents as BRL, for messages. */
export const brl = (cents: number) => typed(cents / 100, 2);

/** Fields whose values are cents. */
export const isPrice = /^preco(De|Por)(Midia)?$/;

type PricedValues = Pick<Write, 'before' | 'after' | 'ownPrices'>;

/** A price of a product or of one of its variations that would change. */
interface Price extends PricedValues {
	field: string;
	is: number;
	/** Price in the hub: this one, else the usual one of a price for media, else the product's. */
	was: number;
	/** Whether `was` is the product's own, because the hub has no such price yet. */
	isOfProduct: boolean;
	/** How messages name a field beside it, e.g. `variacoes[CAMISETA-M].precoPor`. */
	nameOf: (field: string) => string;
}

/** The prices of a change: of the product in the order of its fields, those of variations in the place of these. */
function* pricesIn({ before = {}, after, ownPrices }: PricedValues): Generator<Price> {
	for (const [field, is] of Object.entries(after)) {
		if (isPrice.test(field)) yield readPrice(field, { before, after }, ownPrices ?? before);
		for (const [sku, variation] of recordsIn(is)) {
			const values = { before: recordsIn(before[field]).get(sku), after: variation };
			for (const name of Object.keys(variation))
				if (isPrice.test(name)) yield readPrice(name, values, before, `${field}[${sku}].`);
		}
	}
}

/** A price of the product with these values in the hub, or of its variation at such a place. */
function readPrice(
	field: string,
	{ before = {}, after }: PricedValues,
	product: Comparable,
	place = '',
): Price {
	const usual = usualOf(field);
	const known = [before[field], before[usual], product[field], product[usual]];
	const found = known.findIndex((price) => Number(price) > 0);
	const isOfVariation = place !== '' && (found === 0 || found === 1);
	return {
		...{ field, before, after, is: Number(after[field]), was: Number(known[found] ?? 0) },
		isOfProduct: found !== 0 && !isOfVariation,
		nameOf: (name) => `\`${place}${name}\``,
	};
}

/** The first reason that `test` gives for a price of a change. */
export function somePrice(
	values: PricedValues,
	test: (price: Price) => string | false,
): string | undefined {
	for (const price of pricesIn(values)) {
		const said = test(price);
		if (said !== false) return said;
	}
	return undefined;
}

/** A selling price of which `test` holds, in percent of its price before discount, where both are known. */
export const someShare = (values: PricedValues, limit: number, test: (share: number) => boolean) =>
	somePrice(values, ({ field, nameOf, before = {}, after }) => {
		const selling = field.replace(isPrice, 'precoPor$2');
		const from = field.replace(isPrice, 'precoDe$2');
		const priceOf = (price: string) => Number(after[price] ?? before[price] ?? 0);
		const [sells, was] = [priceOf(selling), priceOf(from)];
		const share = (sells / was) * 100;
		// the hub writes 0 where there is no price
		const isBeyond = sells > 0 && was > 0 && test(share);
		return (
			isBeyond &&
			`${nameOf(selling)} ${brl(sells)} is ${percent(share, limit)} of ${nameOf(from)} ${brl(was)}`
		);
	});
