import { max, median, min, quantileSorted } from 'simple-statistics';
import type { Sample } from './processes/gauge.mts';

/** What is compared with each other, by name: each call is one run. */
export type Sides = Record<string, () => Promise<Sample>>;

/** The runs of each side. */
export type Samples = Record<string, Sample[]>;

/**
 * Runs the sides in turn, `rounds` times, each round beginning with another one, after one run of
 * each that does not count.
 */
export async function alternate(sides: Sides, rounds: number): Promise<Samples> {
	const names = Object.keys(sides);
	const samples: Samples = Object.fromEntries(names.map((name) => [name, []]));
	for (const name of names) await sides[name]!();
	for (let round = 0; round < rounds; round++) {
		for (let turn = 0; turn < names.length; turn++) {
			const name = names[(round + turn) % names.length]!;
			samples[name]!.push(await sides[name]!());
		}
	}
	return samples;
}

/** What was measured of a figure. */
export const valuesOf = (samples: readonly Sample[], figure: keyof Sample): number[] =>
	samples.flatMap((sample) => sample[figure] ?? []);

export const middle = (values: number[]): number => (values.length === 0 ? NaN : median(values));

/** Ratio of the medians of two sides, e.g. how many times longer the one takes. */
export const ratio = (one: readonly Sample[], other: readonly Sample[], figure: keyof Sample) =>
	middle(valuesOf(one, figure)) / middle(valuesOf(other, figure));

const digits = (value: number) => {
	if (value >= 100) return Math.round(value).toLocaleString('en');
	return value.toFixed(value >= 10 ? 1 : 2);
};

/** Median with the least and the most in brackets. */
export function spread(values: number[]): string {
	if (values.length === 0 || values.some(Number.isNaN)) return '–';
	if (values.length === 1) return digits(values[0]!);
	return `${digits(median(values))} (${digits(min(values))}–${digits(max(values))})`;
}

/** The value below which `share` of all lie. */
export const quantile = (values: number[], share: number) =>
	quantileSorted(
		[...values].sort((one, other) => one - other),
		share,
	);

/** A ratio as the tables show it, e.g. `4.2`. */
export const times = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : '–');
