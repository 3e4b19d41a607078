import { brl, somePrice, someShare } from './guardedPrices';
import { percent } from './shares';
import { piecesIn, type Write } from '../change';
import type { GuardBase } from './guard';

const priced = ['prices', 'channelPrices', 'products'] as const;

/** A guard that holds single entries. */
export interface EntryGuard extends GuardBase {
	/** Tells, as the reason of a hold, that an entry is beyond the limit. */
	inEntry: (write: Write, limit: number) => string | undefined;
}

/** Guards on single entries: one beyond a limit is held. */
export const entryGuards: readonly EntryGuard[] = [
	{
		name: 'priceChange',
		displayName: 'Price Change (%)',
		description:
			"Holds an entry whose price would change by more, up or down; a new price of a channel, for media or of a variation is compared with the product's own",
		default: 50,
		only: priced,
		inEntry: (write, limit) =>
			somePrice(write, ({ field, nameOf, is, was, isOfProduct }) => {
				const moved = was === 0 ? 0 : (Math.abs(is - was) / was) * 100;
				const from = `${isOfProduct ? "the product's own " : ''}${brl(was)}`;
				const what = `${nameOf(field)} would change by ${percent(moved, limit)}, from ${from} to ${brl(is)}`;
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
		turn: 'lower',
		inEntry: (write, limit) =>
			somePrice(
				write,
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
		inEntry: (write, limit) => someShare(write, limit, (share) => share > limit),
	},
	{
		name: 'lowestShare',
		displayName: 'Lowest Sale Price (%)',
		description:
			'Holds an entry whose selling price is less than this share of its price before discount',
		default: 10,
		only: priced,
		turn: 'lower',
		inEntry: (write, limit) => someShare(write, limit, (share) => share < limit),
	},
	{
		name: 'highestStock',
		displayName: 'Highest Stock (Pieces)',
		description: 'Holds an entry with more stock',
		default: 0,
		counts: 'pieces',
		only: ['stock'],
		inEntry: ({ after }, limit) =>
			piecesIn(after) > limit
				? `\`${Object.keys(after).join()}\` would be ${piecesIn(after)}`
				: undefined,
	},
];
