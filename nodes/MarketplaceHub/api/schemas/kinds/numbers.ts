import { z } from 'zod';
import {
	centsOf,
	meansTwo,
	type NumberKind,
	toNumber,
	twoReadings,
	withoutNoise,
} from '../../values/numbers';
import { plainIdText } from '../../values/ids';
import { preprocess, refine, superRefine } from '../effects';
import { type BoundedKind, type FieldKind, inBounds } from '../fields';

/* Numbers, and text that holds one. */

const isZero = (value: unknown) => toNumber(value) === 0;

/** A number; text that holds one counts. Money is rounded to the cent. */
export const decimal = (
	min: number,
	max = Infinity,
	counts: NumberKind = 'measure',
): BoundedKind => ({
	type: 'number',
	takes: inBounds(min, max),
	counts,
	check: superRefine(z.unknown(), (value, refuse) => {
		const readings = counts === 'money' ? twoReadings(value) : undefined;
		if (readings !== undefined) refuse({ code: 'custom', message: meansTwo(readings) });
	}).pipe(
		preprocess((value) => {
			const number = toNumber(value, counts);
			if (counts !== 'money' || typeof number !== 'number') return number;
			const amount = withoutNoise(number);
			// an amount that is out of bounds is refused as it was given
			return min <= amount && amount <= max ? centsOf(amount) / 100 : amount;
		}, z.number().finite('must be a finite number').min(min).max(max)),
	),
	unset: min > 0 ? { is: isZero } : undefined,
});

/** Digits that a number cannot hold are as good as a `bigint`. */
function toWhole(value: unknown, counts?: NumberKind): unknown {
	const number = toNumber(value, counts);
	return typeof number === 'string' && /^\s*\d+\s*$/.test(number) ? BigInt(number) : number;
}

/** A whole number; without a `max`, one of any length, exact when it is given as text. */
export const wholeNumber = (min: number, max = Infinity, counts?: NumberKind): BoundedKind => {
	const number = z.number().int().min(min).max(max);
	const isExact = (value: unknown) => typeof value === 'bigint' && max === Infinity && value >= min;
	return {
		type: 'number',
		takes: inBounds(min, max),
		counts,
		check: preprocess<number | bigint>(
			(value) => {
				const read = toWhole(value, counts);
				return typeof read === 'bigint' && !isExact(read) ? Number(read) : read;
			},
			(value) => (typeof value === 'bigint' ? z.bigint() : number),
		),
		unset: min > 0 ? { is: isZero } : undefined,
	};
};

/**
 * An ID of digits; a spreadsheet writes 11 as `11.0`, 1234567 as `1.234.567`. `1e1` is no ID, nor is `1.000`, which
 * may be 1 or 1000.
 * @param rule words for the rule that an ID must follow
 */
export function numericId(rule: string): FieldKind {
	const kind = wholeNumber(1);
	const isId = (value: unknown) =>
		(typeof value !== 'string' || /^\d+$/.test(plainIdText(value))) &&
		kind.check.safeParse(value).success;
	return {
		...kind,
		check: refine(
			z.unknown(),
			(value) => value === undefined || isId(value),
			`must be ${rule}`,
		).pipe(kind.check),
	};
}
