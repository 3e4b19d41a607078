import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { go } from '../../support/items.mts';
import { accidentsOf, happen, type KindName } from '../../support/listAccidents.mts';
import { setup } from '../../support/setup.mts';
import { custom, writes } from '../../support/sync.mts';

/** Each row is held by a guard on entries; the run says that it would be held, too. */
const heldOneByOne = (guard: string) => [guard, `Entries That Change + ${guard}`, guard];

/**
 * Which guards, or checks, hold an accident: in a list of 4 rows, of 40, and of 40 with _Entries That
 * Change_ off, which changes nothing for 4 rows; fewer cells where they are alike. Shares count from ten
 * entries on: `passes` stands where at least one row of a wrong list would be written.
 */
const matrix: Record<KindName, Record<string, string | string[]>> = {
	stock: {
		'SKUs and values swapped': 'checks',
		'values moved by a row': ['passes', 'Entries That Change', 'passes'],
		'times 10': ['passes', 'Tenfold Change'],
		'times 100': ['passes', 'Tenfold Change'],
		'times 1000': ['passes', 'Tenfold Change'],
		'a hundredth': 'checks',
		"another account's SKUs": 'nothing to send',
		"another account's values": ['passes', 'Entries That Change', 'passes'],
		'an emptied column': 'checks',
		'all zero': ['passes', 'Stock to Zero'],
		'a list cut off': 'Smallest Whole List',
		'a list cut to 60 %': ['passes', 'Stock to Zero'],
	},
	prices: {
		'SKUs and values swapped': 'checks',
		'values moved by a row': ['passes', 'Held or Refused + Price Change'],
		'times 10': heldOneByOne('Price Change'),
		'times 100': heldOneByOne('Price Change'),
		'times 1000': heldOneByOne('Price Change'),
		'a hundredth': heldOneByOne('Price Change'),
		"another account's SKUs": 'nothing to send',
		"another account's values": ['passes', 'Held or Refused + Price Change'],
		'an emptied column': 'checks',
		'all zero': 'checks',
		'a list cut off': 'Smallest Whole List',
		'a list cut to 60 %': 'nothing to send',
		'de and por swapped': 'checks',
		'stock in the price columns': ['Price Change', 'Held or Refused + Price Change'],
		'stock in the selling price': ['Price Change', 'Held or Refused + Price Change + checks'],
	},
	channelPrices: {
		'SKUs and values swapped': 'checks',
		'values moved by a row': ['passes', 'Held or Refused + Price Change'],
		'times 10': heldOneByOne('Price Change'),
		'times 100': heldOneByOne('Price Change'),
		'times 1000': heldOneByOne('Price Change'),
		'a hundredth': heldOneByOne('Price Change'),
		"another account's SKUs": ['passes', 'Entries That Change', 'passes'],
		"another account's values": ['passes', 'Held or Refused + Price Change'],
		'an emptied column': 'checks',
		'all zero': 'checks',
		'a list cut off': 'Smallest Whole List',
		'a list cut to 60 %': ['passes', 'Deletions'],
		'de and por swapped': heldOneByOne('Highest Sale Price'),
		'stock in the price columns': ['Price Change', 'Held or Refused + Price Change'],
		'stock in the selling price': ['Price Change', 'Held or Refused + Price Change'],
	},
	products: {
		'SKUs and values swapped': 'checks',
		'values moved by a row': ['passes', 'Held or Refused + Price Change'],
		'times 10': heldOneByOne('Price Change'),
		'times 100': heldOneByOne('Price Change'),
		'times 1000': heldOneByOne('Price Change'),
		'a hundredth': heldOneByOne('Price Change'),
		"another account's SKUs": ['passes', 'Entries That Change', 'passes'],
		"another account's values": ['passes', 'Held or Refused + Price Change'],
		'an emptied column': 'nothing to send',
		'all zero': 'nothing to send',
		'a list cut off': 'Smallest Whole List',
		'a list cut to 60 %': 'nothing to send',
		'de and por swapped': 'checks',
		'stock in the price columns': ['Price Change', 'Held or Refused + Price Change'],
		'stock in the selling price': ['Price Change', 'Held or Refused + Price Change + checks'],
		'a fourth switched off': ['passes', 'Switched Off'],
		'tags of a fourth emptied': ['passes', 'Emptied Fields'],
		'new, the selling price a hundredth': 'Lowest Sale Price',
	},
	securityStock: {
		'SKUs and values swapped': 'checks',
		'values moved by a row': ['passes', 'Entries That Change', 'passes'],
		'times 10': ['passes', 'Tenfold Change'],
		'times 100': ['passes', 'Tenfold Change'],
		'times 1000': ['passes', 'Tenfold Change'],
		'a hundredth': 'checks',
		"another account's SKUs": ['passes', 'Entries That Change', 'passes'],
		"another account's values": ['passes', 'Entries That Change', 'passes'],
		'an emptied column': 'checks',
		'all zero': ['passes', 'Stock to Zero'],
		'a list cut off': 'Smallest Whole List',
		'a list cut to 60 %': ['passes', 'Stock to Zero'],
	},
};

const limited: Array<{ size: number; limits: Record<string, number> }> = [
	{ size: 4, limits: {} },
	{ size: 40, limits: {} },
	{ size: 40, limits: { changeShare: 0 } },
	{ size: 4, limits: { changeShare: 0 } },
];
const lists = limited.map((list) => ({
	...list,
	title: `${list.size} rows, limits ${JSON.stringify(list.limits)}`,
}));

const cellOf = (expected: string | string[] = [], place: number) => {
	const [short, long = short, alone = long] = [expected].flat();
	return [short, long, alone, short][place];
};

/** By which guards a dry run would hold all of a list; `passes` where it would write some of it. */
function heldBy(results: IDataObject[]): string {
	const statuses = results.map(({ status }) => String(status));
	if (statuses.some((status) => /^would(Update|Create|Delete)$/.test(status))) return 'passes';
	const reasons = results.flatMap(({ status, error }) => {
		if (status !== 'wouldNotSend' && status !== 'wouldBeHeld') return [];
		const guard = /; ([^;(]+)( \([^)]*\))? is [\d.]+$/.exec(String(error))?.[1];
		return [guard ?? 'checks'];
	});
	return [...new Set(reasons)].sort().join(' + ') || 'nothing to send';
}

describe.each(Object.keys(matrix) as KindName[])('%s', (kind) => {
	const cases = accidentsOf(kind).flatMap((accident) =>
		lists.map((list, place) => ({
			...list,
			accident,
			name: accident.name,
			holds: cellOf(matrix[kind][accident.name], place),
		})),
	);

	test.each(cases)('$name, $title: $holds', async ({ accident, size, limits, holds }) => {
		const { hub, n8n } = await setup({ seed: { products: 0, channels: 3 } });
		const { items, parameters } = happen(hub, kind, accident, size);
		const run = async (more: object) =>
			(await n8n.run({ ...parameters, ...custom(limits), ...more }, items, go)).json();
		expect(heldBy(await run({ dryRun: true }))).toBe(holds);
		if (holds !== 'passes') await run({});
		expect(writes(hub)).toEqual([]);
	});
});
