import { type Comparable, recordsIn } from '../../../api/snapshot/comparable';
import { typed } from '../../../api/values/text';
import { usualOf } from '../../../api/schemas/writes/prices';
import { percent } from './shares';
import type { Write } from '../change';

/* The prices of a change that guards look at, prices of its variations included. */

/** Cents as BRL, for messages. */
export const brl = (cents: number) => typed(cents / 100, 2);

/** Fields whose values are cents. */
export const isPrice = /^preco(De|Por)(Midia)?$/;

type PricedValues = Pick<Write, 'before' | 'after'>;

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

function* pricesIn(
	{ before = {}, after }: PricedValues,
	product: Comparable = before,
	place = '',
): Generator<Price> {
	const nameOf = (field: string) => `\`${place}${field}\``;
	for (const [field, is] of Object.entries(after)) {
		const inHub = before[field];
		if (isPrice.test(field)) {
			const usual = usualOf(field);
			const isKnown = (price: unknown) => Number(price) > 0;
			const own = [inHub, before[usual]].find(isKnown);
			const was = Number(own ?? [product[field], product[usual]].find(isKnown) ?? 0);
			const isOfProduct = !isKnown(inHub) && (own === undefined || place === '');
			yield { field, is: Number(is), was, isOfProduct, before, after, nameOf };
		}
		for (const [key, record] of recordsIn(is)) {
			const variation = { before: recordsIn(inHub).get(key), after: record };
			yield* pricesIn(variation, product, `${field}[${key}].`);
		}
	}
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
export const someShare = (values: PricedValues, test: (share: number) => boolean) =>
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
			`${nameOf(selling)} ${brl(sells)} is ${percent(share)} of ${nameOf(from)} ${brl(was)}`
		);
	});
