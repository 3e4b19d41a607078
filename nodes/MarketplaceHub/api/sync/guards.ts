import type { Stored } from './stored';

/** Limits of a run; undefined switches one off. Shares and changes in percent. */
export interface Guards {
	/** Largest change of a price, up or down. */
	priceChange?: number;
	/** Lowest selling price, in percent of the price before discount of the same entry. */
	lowestShare?: number;
	/** Lowest price, in cents. */
	lowestPrice?: number;
	/** Highest stock. */
	highestStock?: number;
	/** Largest share of the compared entries that goes to zero stock, from ten entries on. */
	zeroShare?: number;
	/** Largest share of the entries with stock whose stock becomes tenfold or a tenth, from ten on. */
	tenfoldShare?: number;
	/** Largest share of the compared entries that changes, from ten entries on. */
	changeShare?: number;
	/** Smallest share of what the hub holds that a whole list names. */
	wholeShare?: number;
}

/** A value that differs from what the hub holds; `before` is undefined where it holds none. */
export interface Change {
	key: string;
	before?: Stored;
	after: Stored;
}

const sellingPrices: ReadonlyArray<readonly [selling: string, from: string]> = [
	['precoPor', 'precoDe'],
	['precoPorMidia', 'precoDeMidia'],
];

const isPrice = (name: string) => name.startsWith('preco');
const brl = (cents: number) => (cents / 100).toFixed(2);
const percent = (value: number) => `${Math.round(value * 10) / 10} %`;

const changeOf = (before: number | undefined, after: number) =>
	before === undefined || before === 0 ? 0 : (Math.abs(after - before) / before) * 100;

/** Why a guard holds one entry, naming field, values and limit; undefined when none does. */
export function reasonToHold(change: Change, guards: Guards): string | undefined {
	const { before = {}, after } = change;
	const { priceChange, lowestShare, lowestPrice, highestStock } = guards;
	for (const [name, value] of Object.entries(after).filter(([field]) => isPrice(field))) {
		const moved = changeOf(before[name], value);
		if (priceChange !== undefined && moved > priceChange)
			return `\`${name}\` would change by ${percent(moved)}, from ${brl(before[name] ?? 0)} to ${brl(value)}; the largest change is ${percent(priceChange)}`;
		if (lowestPrice !== undefined && value < lowestPrice)
			return `\`${name}\` ${brl(value)} is below the lowest price ${brl(lowestPrice)}`;
	}
	for (const [selling, from] of sellingPrices) {
		const share = ((after[selling] ?? NaN) / (after[from] ?? NaN)) * 100;
		if (lowestShare !== undefined && share < lowestShare)
			return `\`${selling}\` ${brl(after[selling] ?? 0)} is ${percent(share)} of \`${from}\` ${brl(after[from] ?? 0)}; the lowest is ${percent(lowestShare)}`;
	}
	const { estoque = 0 } = after;
	if (highestStock !== undefined && estoque > highestStock)
		return `\`estoque\` ${estoque} is above the highest stock ${highestStock}`;
	return undefined;
}

/** What a run would do, in numbers of entries. */
export interface RunNumbers {
	/** Entries that the hub holds too, with those that only the hub holds where they go to zero. */
	compared: number;
	changing: number;
	toZero: number;
	/** Entries that have stock and go on having some, and those whose stock becomes tenfold or a tenth. */
	stocked?: { all: number; tenfold: number };
	/** Where the input is declared to be the whole list: how many it names of how many in the hub. */
	whole?: { named: number; inHub: number };
}

/** Whether an entry goes from some stock to none. */
export const goesToZero = ({ before, after }: Change): boolean =>
	after.estoque === 0 && before?.estoque !== 0;

/** Whether an entry has stock and goes on having some. */
export const staysStocked = (before: Stored, after: Stored): boolean =>
	(before.estoque ?? 0) > 0 && (after.estoque ?? 0) > 0;

/** Whether an entry's stock becomes ten times what it was or more, or a tenth of it or less, but not none. */
export const isTenfold = ({ before = {}, after }: Change): boolean => {
	const [was = 0, is = 0] = [before.estoque, after.estoque];
	return staysStocked(before, after) && (is >= 10 * was || was >= 10 * is);
};

/** From how many compared entries on a share means something. */
const fewest = 10;

/** Why a guard holds the whole run; undefined when none does. */
export function reasonToHoldRun(numbers: RunNumbers, guards: Guards): string | undefined {
	const { compared, changing, toZero, stocked, whole } = numbers;
	const { zeroShare, tenfoldShare, changeShare, wholeShare } = guards;
	if (whole !== undefined && wholeShare !== undefined) {
		const { named, inHub } = whole;
		const share = inHub === 0 ? 100 : (named / inHub) * 100;
		if (share < wholeShare)
			return `this looks like an incomplete list: it names ${named} of the ${inHub} entries in the hub (${percent(share)}); the least is ${percent(wholeShare)}`;
	}
	if (compared < fewest) return undefined;
	const shareOf = (count: number) => (count / compared) * 100;
	if (zeroShare !== undefined && shareOf(toZero) > zeroShare)
		return `${toZero} of ${compared} entries (${percent(shareOf(toZero))}) would go to zero stock; the largest share is ${percent(zeroShare)}`;
	if (tenfoldShare !== undefined && stocked !== undefined && stocked.all >= fewest) {
		const share = (stocked.tenfold / stocked.all) * 100;
		if (share > tenfoldShare)
			return `${stocked.tenfold} of ${stocked.all} entries with stock (${percent(share)}) would have ten times as much or a tenth; the largest share is ${percent(tenfoldShare)}`;
	}
	if (changeShare !== undefined && shareOf(changing) > changeShare)
		return `${changing} of ${compared} entries (${percent(shareOf(changing))}) would change; the largest share is ${percent(changeShare)}`;
	return undefined;
}
