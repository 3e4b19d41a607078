import groupBy from 'lodash/groupBy';
import isEmpty from 'lodash/isEmpty';
import isObject from 'lodash/isObject';
import { channelOf, skuOf } from '../../../api/rows/row';
import { hasValues } from '../../../api/comparison/comparable';
import { type Compared, isToSend, isWrite, type NotCompared, piecesIn } from '../change';
import { fieldsInWords } from './changedFields';
import type { GuardBase } from './guard';
import type { NamedShare } from './namedShare';
import { above, fewest, largeShare, percent, shareOf, type Test } from './shares';

/** A run as guards see it before anything is sent. */
export interface RunPreview {
	/** Changes of entries that the hub holds, too, or that are new to it. */
	compared: readonly Compared[];
	/** Rows that are not compared, since they break a rule or the hub cannot be read. */
	notCompared: readonly NotCompared[];
	namedShare?: NamedShare;
}

/** A guard that holds the whole run. */
export interface RunGuard extends GuardBase {
	/** Tells, as the reason of a hold, that the run is beyond the limit. */
	inRun: (run: RunPreview, limit: number) => Promise<string | undefined> | string | undefined;
	/** More advice, where the list is not wrong as a whole. */
	inPart?: string;
	/** From how many entries on it asks. */
	from: number;
	/** What is other in a list of only changes; `off` where it says nothing of such a list. */
	ofChanges?: 'off' | Pick<RunGuard, 'holds' | 'leastLimit' | 'inRun'>;
	/** A lower limit counts as this one. */
	leastLimit?: number;
	/**
	 * The changes that the guard holds: all (when left out), or only those that raise stock, since sold-out goods
	 * must not stay on sale.
	 */
	holds?: 'all' | 'whatRaisesStock';
}

const hasStock = ({ before }: Compared) => piecesIn(before) > 0;
const isInHub = ({ before }: Compared) => before !== undefined;
const isDeleted = ({ does }: Compared) => does === 'remove';
const becomesZero = ({ after }: Compared) => piecesIn(after) === 0;

/** Whether a row has stock below zero, as many of its list do: that may hold movements. */
export const isMovement = ({ failure }: NotCompared) => failure.broken === 'belowZero';

/**
 * Whether a guard or a check stops the row for a fault that other rows may have, too. A missing field and a
 * value beyond its bound are no such faults, unless the SKU is a number of pieces, as where the two columns are
 * swapped.
 */
function looksMisplaced({ failure, identity }: Compared | NotCompared): boolean {
	if (failure === undefined || failure.broken === 'missing') return false;
	return failure.broken !== 'bound' || /^\d{1,6}$/.test(skuOf(identity));
}

/**
 * Guards on the whole run of a list that is no list of only changes, in the order in which they are asked: the
 * first guard that holds gives the reason, the others are named behind the advice.
 */
export const runGuards: readonly RunGuard[] = [
	{
		name: 'wholeShare',
		displayName: 'Smallest Whole List (%)',
		description: 'Sends nothing if the whole list names less of what the hub holds',
		default: 50,
		turn: 'lower',
		from: 0,
		inRun({ namedShare }, limit) {
			if (namedShare === undefined) return undefined;
			const { named, inHub, channel } = namedShare;
			const share = (named / inHub) * 100;
			const where = channel === undefined ? 'in the hub' : `of channel ${channel} in the hub`;
			return share < limit
				? `this looks like an incomplete list: it names ${named} of the ${inHub} entries ${where} (${percent(share, limit)})`
				: undefined;
		},
	},
	{
		name: 'zeroShare',
		displayName: 'Stock to Zero (%)',
		description: 'Sends nothing if more of the entries with stock would go to zero',
		default: 20,
		from: fewest,
		only: ['stock'],
		inRun: shareOf({
			of: hasStock,
			counts: becomesZero,
			what: 'entries with stock (%) would go to zero',
			sparesOne: true,
		}),
		ofChanges: {
			leastLimit: 50,
			holds: 'all',
			// an entry that is at zero and stays there says nothing
			inRun: shareOf({
				of: (change) => hasStock(change) || isWrite(change),
				counts: becomesZero,
				what: 'entries (%) would go to zero',
				least: 100,
			}),
		},
	},
	{
		name: 'deleteShare',
		displayName: 'Deletions (%)',
		description: 'Sends nothing if more of the prices in the hub would be deleted',
		default: 20,
		from: fewest,
		only: ['channelPrices'],
		async inRun({ compared }, limit) {
			if (!compared.some(isDeleted)) return undefined;
			const deleted = { of: isInHub, counts: isDeleted };
			const channels = Object.entries(groupBy(compared, ({ identity }) => channelOf(identity)));
			let said = await largeShare(compared, limit, {
				...deleted,
				what: 'prices (%) would be deleted',
			});
			for (const [channel, prices] of channels) {
				const what = `prices of channel ${channel} (%) would be deleted`;
				said ??= await largeShare(prices, limit, { ...deleted, what, least: fewest });
			}
			return said;
		},
	},
	{
		name: 'offShare',
		displayName: 'Switched Off (%)',
		description: 'Sends nothing if more of the active products would be switched off (ativo)',
		default: 20,
		from: fewest,
		only: ['products'],
		inRun: shareOf({
			of: ({ before }) => before?.ativo === true,
			counts: ({ after }) => after.ativo === false,
			what: 'active products (%) would be switched off',
		}),
	},
	{
		name: 'emptiedShare',
		displayName: 'Emptied Fields (%)',
		description: 'Sends nothing if more of the products would lose what a field holds',
		default: 20,
		from: fewest,
		only: ['products'],
		inRun: shareOf({
			of: isInHub,
			counts: ({ after }) =>
				Object.values(after).some((value) => isObject(value) && isEmpty(value)),
			what: 'products (%) would have a field emptied',
		}),
	},
	{
		name: 'tenfoldShare',
		displayName: 'Tenfold Change (%)',
		description:
			'Sends nothing if the stock of more entries would become ten times as much or a tenth, as with a list in another unit',
		default: 20,
		from: fewest,
		only: ['stock'],
		inRun: shareOf({
			of: (change) => hasStock(change) && piecesIn(change.after) > 0,
			counts({ before, after }) {
				const factor = piecesIn(after) / piecesIn(before);
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
		from: 0,
		inRun({ compared, notCompared }, limit) {
			const entries = [...compared, ...notCompared];
			const bad = entries.filter(looksMisplaced);
			const asks = entries.length >= fewest || notCompared.some(isMovement);
			const what = 'entries (%) are held or refused by themselves';
			return asks && compared.some(isToSend)
				? above(limit, bad.length, entries.length, what)
				: undefined;
		},
	},
	{
		name: 'changeShare',
		displayName: 'Entries That Change (%)',
		description: 'Sends nothing if more of the entries would change or be new',
		default: 50,
		isOfFirstRun: true,
		ofChanges: 'off',
		inPart:
			'That is usual the first time: look at `before` and `after` of some rows. Where the hub only writes a field in another way, give it as the hub does, or leave its column out.',
		from: fewest,
		async inRun({ compared }, limit) {
			// a value that the hub does not show may be right already
			const isKnown: Test = ({ before }) => before === undefined || hasValues(before);
			const entries = { of: isKnown, what: 'entries (%) would change' };
			const stocks = { of: hasStock, what: 'entries with stock (%) would change', least: fewest };
			for (const share of [entries, stocks]) {
				const said = await largeShare(compared, limit, { ...share, counts: () => true });
				if (said === undefined) continue;
				return `${said}: ${await fieldsInWords(compared.filter((change) => share.of(change) && isWrite(change)))}`;
			}
			return undefined;
		},
	},
];

/**
 * The same for a list of only changes: those that do not say otherwise hold only changes that raise stock, as how much
 * of such a list changes says little.
 */
export const changesGuards: readonly RunGuard[] = runGuards.flatMap((guard) =>
	guard.ofChanges === 'off' ? [] : [{ ...guard, holds: 'whatRaisesStock', ...guard.ofChanges }],
);
