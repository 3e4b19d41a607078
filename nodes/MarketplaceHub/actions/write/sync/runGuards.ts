import groupBy from 'lodash/groupBy';
import isEmpty from 'lodash/isEmpty';
import isObject from 'lodash/isObject';
import { hasValues } from '../../../api/comparable';
import { channelOf } from '../../../api/rows/row';
import type { RunGuard } from './guards';
import { above, fewest, largeShare, percent, shareOf, type Test } from './shares';
import { stockOf, type SyncRow } from './syncRow';

const hasStock = ({ before }: SyncRow) => stockOf(before) > 0;
const isInHub = ({ before }: SyncRow) => before !== undefined;
const isDeleted = ({ way }: SyncRow) => way === 'remove';
const isStopped = ({ status }: SyncRow) => status === 'held' || status === 'unsendable';
const isChanged = ({ status }: SyncRow) => status !== 'unchanged';
const becomesZero = ({ written }: SyncRow) => stockOf(written) === 0;

/** Guards on the whole run, in the order in which they are asked: the first one that holds is told. */
export const runGuards: readonly RunGuard[] = [
	{
		name: 'wholeShare',
		displayName: 'Smallest Whole List (%)',
		description: 'Sends nothing if the whole list names less of what the hub holds',
		default: 50,
		isLowest: true,
		inShortRuns: true,
		inRun({ namedShare }, limit) {
			if (namedShare === undefined) return undefined;
			const { named, inHub, channel } = namedShare;
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
		only: ['stock'],
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
			counts: ({ written }) => written.ativo === false,
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
			counts: ({ written }) =>
				Object.values(written).some((value) => isObject(value) && isEmpty(value)),
			what: 'products (%) would have a field emptied',
		}),
	},
	{
		name: 'tenfoldShare',
		displayName: 'Tenfold Change (%)',
		description:
			'Sends nothing if the stock of more entries would become ten times as much or a tenth, as with a list in another unit',
		default: 20,
		only: ['stock'],
		inRun: shareOf({
			of: (change) => hasStock(change) && stockOf(change.written) > 0,
			counts({ before, written }) {
				const factor = stockOf(written) / stockOf(before);
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
			const isShown: Test = ({ before }) => before === undefined || hasValues(before);
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
