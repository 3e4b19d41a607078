import groupBy from 'lodash/groupBy';
import isEmpty from 'lodash/isEmpty';
import isObject from 'lodash/isObject';
import { channelOf } from '../../../api/reading/channelEntries';
import type { Comparable } from '../../../api/reading/comparable';
import type { NumberKind } from '../../../api/values/numbers';
import { brl, percent, somePrice, someShare } from './guardedPrices';
import { above, fewest, largeShare, type RunPreview, shareOf, type Test } from './shares';
import type { SyncRow } from './syncRow';

export type GuardedList = 'stock' | 'prices' | 'channelPrices' | 'products';

/** A limit beyond which an entry, or the whole run, is not sent. */
export interface Guard {
	name: string;
	displayName: string;
	description: string;
	/** The limit unless one is set; 0: off. */
	default: number;
	/** Unit of a limit that is no share. */
	counts?: NumberKind;
	/** The lists that it is for; all when left out. */
	only?: readonly GuardedList[];
	/** Whether it holds values below the limit. */
	isLowest?: true;
	/** Tells, as the reason of a hold, that an entry or the whole run is beyond the limit. */
	inEntry?: (row: SyncRow, limit: number) => string | undefined;
	inRun?: (run: RunPreview, limit: number) => string | undefined;
	/** Whether a run of fewer than ten rows is asked about, too. */
	inShortRuns?: true;
	/** How it asks a list that names only what changed, where that differs; false: not at all. */
	ofChanges?: GuardOfChanges | false;
	/** Whether it holds also what a list of changes may do: lower stock. */
	holdsAll?: true;
}

interface GuardOfChanges extends Required<Pick<Guard, 'inRun'>>, Pick<Guard, 'holdsAll'> {
	/** A lower limit counts as this one. */
	leastLimit: number;
}

/** The guards that a kind of list has and that are on, each with its limit, in the order in which they are asked. */
export type Limits = ReadonlyMap<Guard, number>;

const stockOf = (stored: Comparable | undefined) =>
	Number(stored?.estoque ?? stored?.estoqueSeguranca ?? 0);
const hasStock = ({ before }: SyncRow) => stockOf(before) > 0;
const isInHub = ({ before }: SyncRow) => before !== undefined;
const isDeleted = ({ way }: SyncRow) => way === 'remove';
const isStopped = ({ status }: SyncRow) => status === 'held' || status === 'unsendable';
const isChanged = ({ status }: SyncRow) => status !== 'unchanged';
const becomesZero = ({ changes }: SyncRow) => stockOf(changes) === 0;

/** Whether less could be sold afterwards; never true of security stock, where less sells more. */
export const lowersStock = ({ before, changes }: SyncRow) =>
	Number(changes.estoque) < Number(before?.estoque);

const priced = ['prices', 'channelPrices', 'products'] as const;
const stocked = ['stock'] as const;

/** All guards, in the order in which they are asked: the first one that holds is told. */
export const guards: readonly Guard[] = [
	{
		name: 'priceChange',
		displayName: 'Price Change (%)',
		description:
			"Holds an entry whose price would change by more, up or down; a new price of a channel, for media or of a variation is compared with the product's own",
		default: 50,
		only: priced,
		inEntry: ({ before, ownPrices, changes }, limit) =>
			somePrice({ before: isEmpty(before) ? ownPrices : before, changes }, (price) => {
				const { field, nameOf, is, was } = price;
				const moved = was === 0 ? 0 : (Math.abs(is - was) / was) * 100;
				const from = `${isEmpty(before) || price.isNew ? "the product's own " : ''}${brl(was)}`;
				const what = `${nameOf(field)} would change by ${percent(moved)}, from ${from} to ${brl(is)}`;
				return moved > limit && what;
			}),
	},
	{
		name: 'lowestPrice',
		displayName: 'Lowest Price (BRL)',
		description: 'Holds an entry with a price below this',
		default: 0,
		counts: 'money',
		only: priced,
		isLowest: true,
		inEntry: (row, limit) =>
			somePrice(
				row,
				({ field, nameOf, is }) =>
					is < Math.round(limit * 100) && `${nameOf(field)} would be ${brl(is)}`,
			),
	},
	{
		name: 'highestShare',
		displayName: 'Highest Sale Price (%)',
		description:
			'Holds an entry whose selling price is more than this share of its price before discount',
		default: 100,
		only: priced,
		inEntry: (row, limit) => someShare(row, (share) => share > limit),
	},
	{
		name: 'lowestShare',
		displayName: 'Lowest Sale Price (%)',
		description:
			'Holds an entry whose selling price is less than this share of its price before discount',
		default: 10,
		only: priced,
		isLowest: true,
		inEntry: (row, limit) => someShare(row, (share) => share < limit),
	},
	{
		name: 'highestStock',
		displayName: 'Highest Stock (Pieces)',
		description: 'Holds an entry with more stock',
		default: 0,
		counts: 'pieces',
		only: stocked,
		inEntry: ({ changes }, limit) =>
			stockOf(changes) > limit
				? `\`${Object.keys(changes).join()}\` would be ${stockOf(changes)}`
				: undefined,
	},
	{
		name: 'wholeShare',
		displayName: 'Smallest Whole List (%)',
		description: 'Sends nothing if the whole list names less of what the hub holds',
		default: 50,
		isLowest: true,
		inShortRuns: true,
		inRun({ whole }, limit) {
			if (whole === undefined) return undefined;
			const { named, inHub, channel } = whole;
			const share = (named / inHub) * 100;
			const where = channel === undefined ? 'in the hub' : `of channel ${channel} in the hub`;
			return share < limit
				? `this looks like an incomplete list: it names ${named} of the ${inHub} entries ${where} (${percent(share)})`
				: undefined;
		},
	},
	{
		name: 'zeroShare',
		displayName: 'Stock to Zero (%)',
		description: 'Sends nothing if more of the entries with stock would go to zero',
		default: 20,
		only: stocked,
		inRun: shareOf({
			of: hasStock,
			counts: becomesZero,
			what: 'entries with stock (%) would go to zero',
			sparesOne: true,
		}),
		ofChanges: {
			leastLimit: 50,
			// what is at zero and stays there says nothing
			inRun: shareOf({
				of: (row) => hasStock(row) || isChanged(row),
				counts: becomesZero,
				what: 'entries (%) would go to zero',
				least: 100,
			}),
			holdsAll: true,
		},
	},
	{
		name: 'deleteShare',
		displayName: 'Deletions (%)',
		description: 'Sends nothing if more of the prices in the hub would be deleted',
		default: 20,
		only: ['channelPrices'],
		inRun({ compared }, limit) {
			if (!compared.some(isDeleted)) return undefined;
			const deleted = { of: isInHub, counts: isDeleted };
			const channels = Object.entries(groupBy(compared, ({ identity }) => channelOf(identity)));
			const ofChannels = channels.map(([channel, prices]) => {
				const what = `prices of channel ${channel} (%) would be deleted`;
				return largeShare(prices, limit, { ...deleted, what, least: fewest });
			});
			return (
				largeShare(compared, limit, { ...deleted, what: 'prices (%) would be deleted' }) ??
				ofChannels.find((said) => said !== undefined)
			);
		},
	},
	{
		name: 'offShare',
		displayName: 'Switched Off (%)',
		description: 'Sends nothing if more of the active products would be switched off (ativo)',
		default: 20,
		only: ['products'],
		inRun: shareOf({
			of: ({ before }) => before?.ativo === true,
			counts: ({ changes }) => changes.ativo === false,
			what: 'active products (%) would be switched off',
		}),
	},
	{
		name: 'emptiedShare',
		displayName: 'Emptied Fields (%)',
		description: 'Sends nothing if more of the products would lose what a field holds',
		default: 20,
		only: ['products'],
		inRun: shareOf({
			of: isInHub,
			counts: ({ changes }) =>
				Object.values(changes).some((value) => isObject(value) && isEmpty(value)),
			what: 'products (%) would have a field emptied',
		}),
	},
	{
		name: 'tenfoldShare',
		displayName: 'Tenfold Change (%)',
		description:
			'Sends nothing if the stock of more entries would become ten times as much or a tenth, as with a list in another unit',
		default: 20,
		only: stocked,
		inRun: shareOf({
			of: (change) => hasStock(change) && stockOf(change.changes) > 0,
			counts({ before, changes }) {
				const factor = stockOf(changes) / stockOf(before);
				return factor >= 10 || factor <= 0.1;
			},
			what: 'entries with stock (%) would have ten times as much or a tenth',
			sparesOne: true,
		}),
	},
	{
		name: 'heldShare',
		displayName: 'Held or Refused (%)',
		description: 'Sends nothing if guards hold or checks refuse more of the entries',
		default: 20,
		inRun({ compared, notCompared }, limit) {
			const held = compared.filter(isStopped).length;
			const sends = compared.some(({ status }) => status === 'change');
			const what = 'entries (%) are held or refused by themselves';
			return sends
				? above(limit, held + notCompared, compared.length + notCompared, what)
				: undefined;
		},
	},
	{
		name: 'changeShare',
		displayName: 'Entries That Change (%)',
		description: 'Sends nothing if more of the entries would change or be new',
		default: 50,
		inRun({ compared }, limit) {
			// a value that the hub does not show may be right already
			const isShown: Test = ({ before }) => before === undefined || !isEmpty(before);
			const entries = { of: isShown, what: 'entries (%) would change' };
			const stocks = { of: hasStock, what: 'entries with stock (%) would change', least: fewest };
			return (
				largeShare(compared, limit, { ...entries, counts: isChanged }) ??
				largeShare(compared, limit, { ...stocks, counts: isChanged })
			);
		},
		ofChanges: false,
	},
];
