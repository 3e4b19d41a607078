import type { Comparable } from '../../../api/sync/reading';
import type { NumberKind } from '../../../api/values/checks';

/** What a run would make of an entry; `before` is undefined where the hub holds nothing of it. */
export interface Change {
	key: string;
	before?: Comparable;
	after: Comparable;
	/** Whether it goes to zero because the list does not name it. */
	isMissing?: true;
}

/** What is to become of an entry; `hold` where it is held by itself, not with the whole run. */
export interface Decision extends Change {
	status: 'unchanged' | 'notInHub' | 'change' | 'held';
	hold?: Hold;
}

/** What a run would do. */
export interface RunPreview {
	/** Entries that the hub holds too or that are new to it. */
	compared: readonly Decision[];
	/** How many entries are refused before they can be compared. */
	refused: number;
	/** Where the input is declared to be the whole list: how many it names of how many in the hub. */
	whole?: { named: number; inHub: number };
}

/** What a list is about. */
export type ListKind = 'stock' | 'prices';

/** A limit beyond which an entry, or the whole run, is not sent. */
export interface Guard {
	name: string;
	displayName: string;
	description: string;
	/** The limit unless one is set; 0: off. */
	default: number;
	/** What the limit counts, where that is no share. */
	counts?: NumberKind;
	/** The lists that it is for; all when left out. */
	only?: ListKind;
	/** Whether it holds what is below the limit. */
	isLowest?: true;
	/** What is beyond the limit in an entry. */
	inEntry?: (change: Change, limit: number) => string | undefined;
	/** What is beyond the limit in the whole run. */
	inRun?: (run: RunPreview, limit: number) => string | undefined;
}

/** Limits by the guard's name; a guard without one is off. */
export type Limits = ReadonlyMap<string, number>;

/** Why an entry or a run is held, and what to do if it is right all the same. */
export interface Hold {
	reason: string;
	advice: string;
}

const brl = (cents: number) => (cents / 100).toFixed(2);
const percent = (value: number) => `${Math.round(value * 10) / 10} %`;

/** What a price of an entry says of itself, if one does. */
const somePrice = (
	{ before = {}, after }: Change,
	test: (name: string, is: number, was: number) => string | false,
): string | undefined =>
	Object.entries(after)
		.map(([name, is]) => name.startsWith('preco') && test(name, is, before[name] ?? 0))
		.find((said) => said !== false);

const pairs = [
	['precoPor', 'precoDe'],
	['precoPorMidia', 'precoDeMidia'],
] as const;

/** A selling price of which `test` holds, in percent of its price before discount, where both are known. */
function someShare({ before, after }: Change, test: (share: number) => boolean) {
	const prices: Comparable = { ...before, ...after };
	for (const [selling, from] of pairs) {
		const [sells = 0, was = 0] = [prices[selling], prices[from]];
		const isWritten = selling in after || from in after;
		const share = (sells / was) * 100;
		// the hub writes 0 where there is no price
		if (isWritten && sells > 0 && was > 0 && test(share))
			return `\`${selling}\` ${brl(sells)} is ${percent(share)} of \`${from}\` ${brl(was)}`;
	}
	return undefined;
}

const stockOf = (stored: Comparable | undefined) => stored?.estoque ?? 0;
const hasStock = ({ before }: Change) => stockOf(before) > 0;

/** From how many entries on a share means something. */
export const fewest = 10;

/** What `count` of `all` would do, where they are a larger share than `limit`; the share stands for `%`. */
function above(limit: number, count: number, all: number, what: string): string | undefined {
	const share = (count / all) * 100;
	return share > limit ? `${count} of ${all} ${what.replace('%', percent(share))}` : undefined;
}

/** The same of entries with stock; a single one that the list names says nothing beside others. */
function aboveOfStocked(limit: number, some: Change[], all: Change[], what: string) {
	if (all.length > 1 && some.length === 1 && !some[0]?.isMissing) return undefined;
	return above(limit, some.length, all.length, `entries with stock (%) would ${what}`);
}

/** All guards, in the order in which they are asked: the first one that holds is told. */
export const guards: readonly Guard[] = [
	{
		name: 'priceChange',
		displayName: 'Price Change (%)',
		description: 'Holds an entry whose price would change by more, up or down',
		default: 50,
		only: 'prices',
		inEntry: (change, limit) =>
			somePrice(change, (name, is, was) => {
				const moved = was === 0 ? 0 : (Math.abs(is - was) / was) * 100;
				const what = `\`${name}\` would change by ${percent(moved)}, from ${brl(was)} to ${brl(is)}`;
				return moved > limit && what;
			}),
	},
	{
		name: 'lowestPrice',
		displayName: 'Lowest Price (BRL)',
		description: 'Holds an entry with a price below this',
		default: 0,
		counts: 'money',
		only: 'prices',
		isLowest: true,
		inEntry: (change, limit) =>
			somePrice(
				change,
				(name, is) => is < Math.round(limit * 100) && `\`${name}\` would be ${brl(is)}`,
			),
	},
	{
		name: 'highestShare',
		displayName: 'Highest Sale Price (%)',
		description:
			'Holds an entry whose selling price is more than this share of its price before discount',
		default: 100,
		only: 'prices',
		inEntry: (change, limit) => someShare(change, (share) => share > limit),
	},
	{
		name: 'lowestShare',
		displayName: 'Lowest Sale Price (%)',
		description:
			'Holds an entry whose selling price is less than this share of its price before discount',
		default: 10,
		only: 'prices',
		isLowest: true,
		inEntry: (change, limit) => someShare(change, (share) => share < limit),
	},
	{
		name: 'highestStock',
		displayName: 'Highest Stock (Pieces)',
		description: 'Holds an entry with more stock',
		default: 0,
		counts: 'pieces',
		only: 'stock',
		inEntry: ({ after }, limit) =>
			stockOf(after) > limit ? `\`estoque\` would be ${stockOf(after)}` : undefined,
	},
	{
		name: 'wholeShare',
		displayName: 'Smallest Whole List (%)',
		description: 'Sends nothing if the whole list names less of what the hub holds',
		default: 50,
		isLowest: true,
		inRun({ whole: { named, inHub } = { named: 0, inHub: 0 } }, limit) {
			const share = (named / inHub) * 100;
			return share < limit
				? `this looks like an incomplete list: it names ${named} of the ${inHub} entries in the hub (${percent(share)})`
				: undefined;
		},
	},
	{
		name: 'zeroShare',
		displayName: 'Stock to Zero (%)',
		description: 'Sends nothing if more of the entries with stock would go to zero',
		default: 20,
		only: 'stock',
		inRun({ compared }, limit) {
			const stocked = compared.filter(hasStock);
			const toZero = stocked.filter(({ after }) => after.estoque === 0);
			return aboveOfStocked(limit, toZero, stocked, 'go to zero');
		},
	},
	{
		name: 'tenfoldShare',
		displayName: 'Tenfold Change (%)',
		description:
			'Sends nothing if the stock of more entries would become ten times as much or a tenth, as with a list in another unit',
		default: 20,
		only: 'stock',
		inRun({ compared }, limit) {
			const staying = compared.filter((change) => hasStock(change) && stockOf(change.after) > 0);
			const tenfold = staying.filter(({ before, after }) => {
				const factor = stockOf(after) / stockOf(before);
				return factor >= 10 || factor <= 0.1;
			});
			return aboveOfStocked(limit, tenfold, staying, 'have ten times as much or a tenth');
		},
	},
	{
		name: 'heldShare',
		displayName: 'Held or Refused (%)',
		description: 'Sends nothing if guards hold or checks refuse more of the entries',
		default: 20,
		inRun({ compared, refused }, limit) {
			const held = compared.filter(({ status }) => status === 'held').length;
			const sends = compared.some(({ status }) => status === 'change');
			const what = 'entries (%) are held or refused by themselves';
			return sends ? above(limit, held + refused, compared.length + refused, what) : undefined;
		},
	},
	{
		name: 'changeShare',
		displayName: 'Entries That Change (%)',
		description: 'Sends nothing if more of the entries would change or be new',
		default: 50,
		inRun({ compared }, limit) {
			const share = (some: readonly Decision[], what: string) => {
				const changing = some.filter(({ status }) => status !== 'unchanged');
				return above(limit, changing.length, some.length, `${what} (%) would change`);
			};
			const stocked = compared.filter(hasStock);
			const few = stocked.length < fewest;
			return share(compared, 'entries') ?? (few ? undefined : share(stocked, 'entries with stock'));
		},
	},
];
