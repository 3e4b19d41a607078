import { describe, expect, test } from 'vitest';
import { entryGuards } from '../../../nodes/MarketplaceHub/actions/sync/guards/entryGuards.ts';
import type { GuardedList } from '../../../nodes/MarketplaceHub/actions/sync/guards/guard.ts';
import {
	changesGuards,
	type RunPreview,
	runGuards,
} from '../../../nodes/MarketplaceHub/actions/sync/guards/runGuards.ts';
import {
	type Compared,
	lowersStock,
	type Write,
} from '../../../nodes/MarketplaceHub/actions/sync/change.ts';
import { fewest } from '../../../nodes/MarketplaceHub/actions/sync/guards/shares.ts';
import type { Comparable } from '../../../nodes/MarketplaceHub/api/comparison/comparable.ts';
import { HubError } from '../../../nodes/MarketplaceHub/api/errors.ts';
import { change, held, row, times, unsendable } from './rows.mts';

/* The table of guards: what each says of an entry or a run at its limit. Prices are in cents. */

const lists: GuardedList[] = ['stock', 'prices', 'channelPrices', 'products'];
const guards = [...entryGuards, ...runGuards];
const guard = (name: string) => guards.find((one) => one.name === name)!;

const stockOf = (before: number, after: number, count = 1) =>
	times(count, { before: { estoque: before }, after: { estoque: after } });
const unchanged = (count: number) =>
	times(count, { before: { estoque: 5 }, after: { estoque: 5 }, does: 'unchanged' });

describe('the form', () => {
	test.each<[string, string, number, string, string]>([
		['priceChange', 'Price Change (%)', 50, 'raise', 'prices, channelPrices, products'],
		['lowestPrice', 'Lowest Price (BRL)', 0, 'lower', 'prices, channelPrices, products'],
		['highestShare', 'Highest Sale Price (%)', 100, 'raise', 'prices, channelPrices, products'],
		['lowestShare', 'Lowest Sale Price (%)', 10, 'lower', 'prices, channelPrices, products'],
		['highestStock', 'Highest Stock (Pieces)', 0, 'raise', 'stock'],
		['wholeShare', 'Smallest Whole List (%)', 50, 'lower', lists.join(', ')],
		['zeroShare', 'Stock to Zero (%)', 20, 'raise', 'stock'],
		['deleteShare', 'Deletions (%)', 20, 'raise', 'channelPrices'],
		['offShare', 'Switched Off (%)', 20, 'raise', 'products'],
		['emptiedShare', 'Emptied Fields (%)', 20, 'raise', 'products'],
		['tenfoldShare', 'Tenfold Change (%)', 20, 'raise', 'stock'],
		['heldShare', 'Held or Refused (%)', 20, 'raise', lists.join(', ')],
		['changeShare', 'Entries That Change (%)', 50, 'raise', lists.join(', ')],
	])(
		'%s is called %s, is %d unless set, and whoever is right %ss it; lists: %s',
		(name, ...shown) => {
			const {
				displayName,
				default: limit,
				turn = 'raise',
				only = lists,
				description,
			} = guard(name);
			expect([displayName, limit, turn, only.join(', ')]).toEqual(shown);
			expect(description).toMatch(/^(Holds an entry|Sends nothing if) /);
		},
	);

	test('only pieces and money are no shares; whole lists, and movements, are looked at however short', () => {
		const counted = guards.filter(({ counts }) => counts !== undefined);
		expect(counted.map(({ name, counts }) => [name, counts])).toEqual([
			['lowestPrice', 'money'],
			['highestStock', 'pieces'],
		]);
		const short = runGuards.filter(({ from }) => from < fewest);
		expect(short.map(({ name }) => name)).toEqual(['wholeShare', 'heldShare']);
	});

	test('a list of only changes is not asked how much changes, and less strictly what goes to zero', () => {
		const names = runGuards.map(({ name }) => name);
		expect(changesGuards.map(({ name }) => name)).toEqual(
			names.filter((name) => name !== 'changeShare'),
		);
		for (const { name, leastLimit, holds } of changesGuards)
			expect([name, leastLimit, holds]).toEqual(
				name === 'zeroShare' ? [name, 50, 'all'] : [name, undefined, 'whatRaisesStock'],
			);
	});
});

/** What a guard is asked, and what it says; a run of compared entries alone stands as their list. */
type Case = [
	what: string,
	limit: number,
	asked: Write | Compared[] | Partial<RunPreview>,
	said?: string,
];

const noOwn = "from the product's own";
const variations = (records: Record<string, Comparable>) => ({
	variacoes: new Map(Object.entries(records)),
});
const ofVariations = (records: Record<string, Comparable>) =>
	change(
		{ precoPor: 200, ...variations({ M: { precoPor: 190 }, G: { precoPor: 0 } }) },
		variations(records),
	);
const named = (inList: number, channel?: string) => ({
	namedShare: { named: inList, inHub: 10, channel },
});
const price = (channel: number, part: Partial<Write> = {}) =>
	row({ before: { precoPor: 1 }, identity: { sku: 'A', idCanalIntegracao: channel }, ...part });
const prices = (count: number, channel: number, part: Partial<Write> = {}) =>
	Array.from({ length: count }, () => price(channel, part));
const deleted = { does: 'remove' } as const;
const active = (ativo: boolean, after: boolean | undefined, count: number) =>
	times(count, { before: { ativo }, after: after === undefined ? {} : { ativo: after } });
const product = (after: Write['after'], count: number) =>
	times(count, { before: { tags: ['a'] }, after });
const broken = (rule: HubError['broken'], count: number, sku = 'A') =>
	times(count, {
		...{ does: 'notCompared', identity: { sku } },
		failure: new HubError('invalid', 'No', { broken: rule }),
	});

const half = '`precoPor` 1,00 is 50 % of `precoDe` 2,00';
const halfOfMedia = '`precoPorMidia` 1,00 is 50 % of `precoDeMidia` 2,00';
const incomplete = 'this looks like an incomplete list: it names 4 of the 10 entries';
const zeros = '3 of 10 entries with stock (30 %) would go to zero';
const off = '3 of 10 active products (30 %) would be switched off';
const emptied = '3 of 10 products (30 %) would have a field emptied';
const tenfold = '3 of 10 entries with stock (30 %) would have ten times as much or a tenth';
const ofHeld = (share: string) => `${share} are held or refused by themselves`;
const example = "`estoque` in 6 (SKU A: '5' in the hub, '6' in the list)";

const cases: Record<string, Case[]> = {
	'Price Change (%)': [
		['a half less', 50, change({ precoPor: 1000 }, { precoPor: 500 })],
		[
			'a cent more than a half less',
			50,
			change({ precoPor: 1000 }, { precoPor: 499 }),
			'`precoPor` would change by 50,1 %, from 10,00 to 4,99',
		],
		[
			'twice as much',
			50,
			change({ precoPor: 1000 }, { precoPor: 2000 }),
			'`precoPor` would change by 100 %, from 10,00 to 20,00',
		],
		[
			'the first price that is beyond is told',
			20,
			change({ precoDe: 300, precoPor: 200 }, { precoDe: 400, precoPor: 100 }),
			'`precoDe` would change by 33,3 %, from 3,00 to 4,00',
		],
		[
			'the second one is looked at, too',
			40,
			change({ precoDe: 300, precoPor: 200 }, { precoDe: 400, precoPor: 100 }),
			'`precoPor` would change by 50 %, from 2,00 to 1,00',
		],
		['of no price', 50, change({ precoPor: 0 }, { precoPor: 2000 })],
		['new without a price of its own', 50, change(undefined, { precoPor: 2000 })],
		[
			"new in a channel, beside the product's own",
			50,
			row({ before: {}, ownPrices: { precoPor: 7990 }, after: { precoPor: 79 } }),
			`\`precoPor\` would change by 99 %, ${noOwn} 79,90 to 0,79`,
		],
		[
			'new for media, beside the usual one',
			50,
			change({ precoPor: 7990 }, { precoPorMidia: 79 }),
			`\`precoPorMidia\` would change by 99 %, ${noOwn} 79,90 to 0,79`,
		],
		[
			'for media, beside its own',
			50,
			change({ precoPor: 60, precoPorMidia: 150 }, { precoPorMidia: 60 }),
			'`precoPorMidia` would change by 60 %, from 1,50 to 0,60',
		],
		[
			'of a variation, beside its own',
			50,
			ofVariations({ M: { precoPor: 90 } }),
			'`variacoes[M].precoPor` would change by 52,6 %, from 1,90 to 0,90',
		],
		[
			'of a variation that has 0',
			50,
			ofVariations({ G: { precoPor: 90 } }),
			`\`variacoes[G].precoPor\` would change by 55 %, ${noOwn} 2,00 to 0,90`,
		],
		[
			'of a new variation',
			50,
			ofVariations({ N: { precoPor: 90 } }),
			`\`variacoes[N].precoPor\` would change by 55 %, ${noOwn} 2,00 to 0,90`,
		],
		[
			'of a new variation for media',
			50,
			ofVariations({ N: { precoPor: 200, precoPorMidia: 90 } }),
			`\`variacoes[N].precoPorMidia\` would change by 55 %, ${noOwn} 2,00 to 0,90`,
		],
		[
			'of other fields',
			50,
			change({ altura: 1, meuprecoDe: 1 }, { altura: 9, meuprecoDe: 9, precoDeX: 9 }),
		],
	],
	'Lowest Price (BRL)': [
		['just as much', 10, change({ precoDe: 1000 }, { precoDe: 1000 })],
		['a cent less', 10, change({ precoDe: 1000 }, { precoDe: 999 }), '`precoDe` would be 9,99'],
		['a limit with decimals', 79.91, change({}, { precoPor: 7991 })],
		[
			'a cent less than that limit',
			79.91,
			change({}, { precoPor: 7990 }),
			'`precoPor` would be 79,90',
		],
		['a few cents', 10, change({ precoDe: 1000 }, { precoDe: 5 }), '`precoDe` would be 0,05'],
	],
	'Highest Sale Price (%)': [
		['just as much', 100, change({ precoDe: 1000 }, { precoPor: 1000 })],
		[
			'a cent more',
			100,
			change({ precoDe: 1000 }, { precoPor: 1001 }),
			'`precoPor` 10,01 is 100,1 % of `precoDe` 10,00',
		],
		['both new', 40, change({}, { precoDe: 200, precoPor: 100 }), half],
		['the other one of the hub', 40, change({ precoDe: 200 }, { precoPor: 100 }), half],
		['the price before discount changes', 40, change({ precoPor: 100 }, { precoDe: 200 }), half],
		['for media', 40, change({}, { precoDeMidia: 200, precoPorMidia: 100 }), halfOfMedia],
		['no price before discount', 40, change({}, { precoPor: 100 })],
		['a price before discount of 0', 40, change({ precoDe: 0 }, { precoPor: 100 })],
		['no selling price', 40, change({}, { precoDe: 100 })],
		['a selling price of 0', 40, change({ precoPor: 0 }, { precoDe: 100 })],
	],
	'Lowest Sale Price (%)': [
		['just as much', 10, change({ precoDe: 1000 }, { precoPor: 100 })],
		[
			'a cent less',
			10,
			change({ precoDe: 1000 }, { precoPor: 99 }),
			'`precoPor` 0,99 is 9,9 % of `precoDe` 10,00',
		],
		['for media', 60, change({}, { precoDeMidia: 200, precoPorMidia: 100 }), halfOfMedia],
		['a selling price of 0', 60, change({ precoPor: 0 }, { precoDe: 100 })],
	],
	'Highest Stock (Pieces)': [
		['just as much', 10, change({}, { estoque: 10 })],
		['a piece more', 10, change({}, { estoque: 11 }), '`estoque` would be 11'],
		['security stock', 10, change({}, { estoqueSeguranca: 11 }), '`estoqueSeguranca` would be 11'],
	],
	'Smallest Whole List (%)': [
		['of what is not known', 50, {}],
		['half', 50, named(5)],
		['less than half', 50, named(4), `${incomplete} in the hub (40 %)`],
		[
			'less than half of a channel',
			50,
			named(4, '11'),
			`${incomplete} of channel 11 in the hub (40 %)`,
		],
	],
	'Stock to Zero (%)': [
		['two of ten', 20, [...stockOf(5, 0, 2), ...stockOf(5, 4, 8)]],
		['three of ten', 20, [...stockOf(5, 0, 3), ...stockOf(5, 4, 7)], zeros],
		[
			'beside entries without stock',
			20,
			[...stockOf(5, 0, 3), ...stockOf(5, 4, 7), ...stockOf(0, 0, 9)],
			zeros,
		],
		[
			'beside new entries',
			20,
			[...stockOf(5, 0, 3), ...stockOf(5, 4, 7), change(undefined, { estoque: 0 })],
			zeros,
		],
		['one of two', 20, [...stockOf(5, 0), ...stockOf(5, 4)]],
		[
			'one of two that the list does not name',
			20,
			[row({ itemIndexes: [], before: { estoque: 5 }, after: { estoque: 0 } }), ...stockOf(5, 4)],
			'1 of 2 entries with stock (50 %) would go to zero',
		],
		['none at all', 20, []],
	],
	'Stock to Zero (%), only changes': [
		['half of a hundred', 50, [...stockOf(5, 0, 50), ...stockOf(5, 4, 50)]],
		[
			'more than half of a hundred',
			50,
			[...stockOf(5, 0, 51), ...stockOf(5, 4, 49)],
			'51 of 100 entries (51 %) would go to zero',
		],
		['all of 99', 50, stockOf(5, 0, 99)],
		[
			'an entry counts that was at zero and changes',
			50,
			[...stockOf(5, 0, 60), ...stockOf(0, 7, 40)],
			'60 of 100 entries (60 %) would go to zero',
		],
		[
			'an entry that stays at zero does not',
			50,
			[
				...stockOf(5, 0, 60),
				...times(60, { before: { estoque: 0 }, after: { estoque: 0 }, does: 'unchanged' }),
			],
		],
	],
	'Deletions (%)': [
		['a fifth', 20, [...prices(2, 11, deleted), ...prices(8, 11)]],
		[
			'more than a fifth',
			20,
			[...prices(3, 11, deleted), ...prices(7, 11)],
			'3 of 10 prices (30 %) would be deleted',
		],
		[
			'more than a fifth of one channel of ten prices',
			20,
			[...prices(40, 12), ...prices(3, 11, deleted), ...prices(7, 11)],
			'3 of 10 prices of channel 11 (30 %) would be deleted',
		],
		[
			'more than a fifth of one channel of nine',
			20,
			[...prices(40, 12), ...prices(3, 11, deleted), ...prices(6, 11)],
		],
		[
			'new prices do not count',
			20,
			[...prices(3, 11, deleted), ...prices(7, 11), ...prices(9, 11, { before: undefined })],
			'3 of 10 prices (30 %) would be deleted',
		],
	],
	'Switched Off (%)': [
		['a fifth', 20, [...active(true, false, 2), ...active(true, undefined, 8)]],
		['more than a fifth', 20, [...active(true, false, 3), ...active(true, true, 7)], off],
		[
			'inactive products do not count',
			20,
			[...active(true, false, 3), ...active(true, undefined, 7), ...active(false, false, 9)],
			off,
		],
		['new products that are off', 20, times(9, { before: undefined, after: { ativo: false } })],
	],
	'Emptied Fields (%)': [
		['a list', 20, [...product({ tags: [], nome: 'x' }, 3), ...product({ nome: 'x' }, 7)], emptied],
		[
			'a list of variations',
			20,
			[...product({ variacoes: new Map() }, 3), ...product({}, 7)],
			emptied,
		],
		['a list that has something', 20, product({ tags: ['b'] }, 10)],
		['an empty text', 20, product({ nome: '' }, 10)],
		['of new products', 20, times(10, { before: undefined, after: { tags: [] } })],
	],
	'Tenfold Change (%)': [
		['ten times', 20, [...stockOf(5, 50, 3), ...stockOf(5, 49, 7)], tenfold],
		['a tenth', 20, [...stockOf(50, 5, 3), ...stockOf(50, 6, 7)], tenfold],
		[
			'to zero does not count',
			20,
			[...stockOf(5, 50, 3), ...stockOf(5, 6, 7), ...stockOf(50, 0, 9)],
			tenfold,
		],
		[
			'from zero does not count',
			20,
			[...stockOf(5, 50, 3), ...stockOf(5, 6, 7), ...stockOf(0, 90, 9)],
			tenfold,
		],
		['one of two', 20, [...stockOf(5, 50), ...stockOf(5, 6)]],
	],
	'Held or Refused (%)': [
		['two of ten held', 20, [...times(2, { failure: held }), ...times(8, {})]],
		[
			'held, unsendable and not compared entries count',
			20,
			{
				compared: [row({ failure: held }), row({ failure: unsendable }), ...times(7, {})],
				notCompared: [row({ does: 'notCompared' })],
			},
			ofHeld('3 of 10 entries (30 %)'),
		],
		[
			'an entry does not that lacks a field or is beyond a bound',
			20,
			{
				compared: times(8, {}),
				notCompared: (['missing', 'bound'] as const).flatMap((rule) => broken(rule, 2)),
			},
		],
		[
			'where the SKU is a number of pieces, it does',
			20,
			{ compared: times(8, {}), notCompared: broken('bound', 4, '12') },
			ofHeld('4 of 12 entries (33,3 %)'),
		],
		[
			'movements count in a short list, too',
			20,
			{ compared: times(3, {}), notCompared: broken('belowZero', 2) },
			ofHeld('2 of 5 entries (40 %)'),
		],
		[
			'other entries of a short list do not',
			20,
			{ compared: times(3, {}), notCompared: times(2, { does: 'notCompared' }) },
		],
		[
			'where nothing would be sent, there is nothing to hold',
			20,
			[...times(3, { failure: held }), ...unchanged(7)],
		],
	],
	'Entries That Change (%)': [
		['half', 50, [...stockOf(5, 6, 5), ...unchanged(5)]],
		[
			'more than half',
			50,
			[...stockOf(5, 6, 6), ...unchanged(4)],
			`6 of 10 entries (60 %) would change: ${example}`,
		],
		[
			'new entries count',
			50,
			[...times(6, { before: undefined }), ...unchanged(4)],
			'6 of 10 entries (60 %) would change: 6 are new',
		],
		[
			'a field does not that the hub does not show',
			50,
			[...times(20, { before: {} }), ...unchanged(4)],
		],
		[
			'more than half of those with stock',
			50,
			[
				...stockOf(5, 6, 6),
				...unchanged(4),
				...times(10, { before: { estoque: 0 }, does: 'unchanged' }),
			],
			`6 of 10 entries with stock (60 %) would change: ${example}`,
		],
		[
			'more than half of nine with stock',
			50,
			[
				...stockOf(5, 6, 6),
				...unchanged(3),
				...times(10, { before: { estoque: 0 }, does: 'unchanged' }),
			],
		],
	],
};

const ask = async (name: string, limit: number, asked: Case[2]) => {
	const ofEntry = entryGuards.find(({ displayName }) => displayName === name);
	if (ofEntry) return ofEntry.inEntry(asked as Write, limit);
	const [displayName, onlyChanges] = name.split(', ');
	const run = Array.isArray(asked) ? { compared: asked } : (asked as Partial<RunPreview>);
	return await (onlyChanges ? changesGuards : runGuards)
		.find((one) => one.displayName === displayName)!
		.inRun({ compared: [], notCompared: [], ...run }, limit);
};

const all = Object.entries(cases).flatMap(([name, ofGuard]) =>
	ofGuard.map(([what, limit, asked, said]) => ({ name, what, limit, asked, said })),
);
test.each(all)('$name: $what', async ({ name, limit, asked, said }) => {
	expect(await ask(name, limit, asked)).toBe(said);
});

test('every guard holds something in this table, and lets something go', () => {
	for (const { displayName } of guards) {
		const said = cases[displayName]!.map(([, , , text]) => text !== undefined);
		expect([displayName, ...new Set(said)].sort()).toEqual([displayName, false, true].sort());
	}
});

test.each([
	[5, 4, true],
	[5, 5, false],
	[5, 6, false],
])('from %d to %d lowers stock: %s', (estoque, after, lowers) => {
	expect(lowersStock(change({ estoque }, { estoque: after }))).toBe(lowers);
	const ofSecurity = change({ estoqueSeguranca: estoque }, { estoqueSeguranca: after });
	expect(lowersStock(ofSecurity)).toBe(false);
	expect(lowersStock(change(undefined, { estoque: after }))).toBe(false);
});
