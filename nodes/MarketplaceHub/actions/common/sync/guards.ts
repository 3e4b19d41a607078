import groupBy from 'lodash/groupBy';
import isEmpty from 'lodash/isEmpty';
import isObject from 'lodash/isObject';
import { channelIn } from '../../../api/sync/channels';
import type { Comparable } from '../../../api/sync/reading';
import type { Change, Decision, Guard } from './guard';

const brl = (cents: number) => (cents / 100).toFixed(2);
const percent = (value: number) => `${Math.round(value * 10) / 10} %`;

/** Also that of a variation. */
const isPrice = /(^|\.)preco(De|Por)(Midia)?$/;

/** What a price of an entry says of itself, if one does. */
const somePrice = (
	{ before = {}, after }: Change,
	test: (name: string, is: number, was: number) => string | false,
): string | undefined =>
	Object.entries(after)
		.map(([name, is]) => isPrice.test(name) && test(name, Number(is), Number(before[name] ?? 0)))
		.find((said) => said !== false);

const pairs = [
	['precoPor', 'precoDe'],
	['precoPorMidia', 'precoDeMidia'],
] as const;

/** A selling price of which `test` holds, in percent of its price before discount, where both are known. */
function someShare({ before, after }: Change, test: (share: number) => boolean) {
	const prices: Comparable = { ...before, ...after };
	const names = Object.keys(after).filter((name) => isPrice.test(name));
	const paths = new Set(names.map((name) => name.slice(0, name.lastIndexOf('preco'))));
	for (const [selling, from] of [...paths].flatMap((path) =>
		pairs.map((pair) => pair.map((name) => path + name) as [string, string]),
	)) {
		const [sells, was] = [Number(prices[selling] ?? 0), Number(prices[from] ?? 0)];
		const isWritten = selling in after || from in after;
		const share = (sells / was) * 100;
		// the hub writes 0 where there is no price
		if (isWritten && sells > 0 && was > 0 && test(share))
			return `\`${selling}\` ${brl(sells)} is ${percent(share)} of \`${from}\` ${brl(was)}`;
	}
	return undefined;
}

const stockOf = (stored: Comparable | undefined) =>
	Number(stored?.estoque ?? stored?.estoqueSeguranca ?? 0);
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
	if (all.length > 1 && some.length === 1 && some[0]?.missing === undefined) return undefined;
	return above(limit, some.length, all.length, `entries with stock (%) would ${what}`);
}

type Test = (change: Change) => boolean;
const shareOf =
	(all: Test, some: Test, what: string): Guard['inRun'] =>
	({ compared }, limit) => {
		const held = compared.filter(all);
		return above(limit, held.filter(some).length, held.length, what);
	};

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
			stockOf(after) > limit
				? `\`${Object.keys(after).join()}\` would be ${stockOf(after)}`
				: undefined,
	},
	{
		name: 'wholeShare',
		displayName: 'Smallest Whole List (%)',
		description: 'Sends nothing if the whole list names less of what the hub holds',
		default: 50,
		isLowest: true,
		inRun({ whole: { named, inHub, channel } = { named: 0, inHub: 0 } }, limit) {
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
		only: 'stock',
		inRun({ compared }, limit) {
			const stocked = compared.filter(hasStock);
			const toZero = stocked.filter(({ after }) => stockOf(after) === 0);
			return aboveOfStocked(limit, toZero, stocked, 'go to zero');
		},
	},
	{
		name: 'deleteShare',
		displayName: 'Deletions (%)',
		description: 'Sends nothing if more of the prices in the hub would be deleted',
		default: 20,
		only: 'prices',
		onDeletion: true,
		inRun({ compared }, limit) {
			const held = compared.filter(({ before }) => before !== undefined);
			const share = (prices: readonly Decision[], where = '') => {
				const deleted = prices.filter(({ missing }) => missing === 'delete').length;
				return above(limit, deleted, prices.length, `prices${where} (%) would be deleted`);
			};
			const channels = Object.entries(groupBy(held, ({ key }) => channelIn(key)));
			const large = channels.filter(([, prices]) => prices.length >= fewest);
			const ofChannels = large.map(([channel, prices]) => share(prices, ` of channel ${channel}`));
			return share(held) ?? ofChannels.find((said) => said !== undefined);
		},
	},
	{
		name: 'offShare',
		displayName: 'Switched Off (%)',
		description: 'Sends nothing if more of the active products would be switched off (ativo)',
		default: 20,
		only: 'products',
		inRun: shareOf(
			({ before }) => before?.ativo === true,
			({ after }) => after.ativo === false,
			'active products (%) would be switched off',
		),
	},
	{
		name: 'emptiedShare',
		displayName: 'Emptied Fields (%)',
		description: 'Sends nothing if more of the products would lose what a field holds',
		default: 20,
		only: 'products',
		inRun: shareOf(
			({ before }) => before !== undefined,
			({ after }) => Object.values(after).some((value) => isObject(value) && isEmpty(value)),
			'products (%) would have a field emptied',
		),
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
			const held = compared.filter(({ status }) => /held|refused/.test(status)).length;
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
			const share = (all: readonly Decision[], what: string) => {
				// what the hub does not show may be as it is to be
				const some = all.filter(({ before }) => before === undefined || !isEmpty(before));
				const changing = some.filter(({ status }) => status !== 'unchanged');
				return above(limit, changing.length, some.length, `${what} (%) would change`);
			};
			const stocked = compared.filter(hasStock);
			const few = stocked.length < fewest;
			return share(compared, 'entries') ?? (few ? undefined : share(stocked, 'entries with stock'));
		},
	},
];
