import { describe, expect, test } from 'vitest';
import { entryGuards } from '../../../nodes/MarketplaceHub/actions/sync/guards/entryGuards.ts';
import {
	changesGuards,
	type GuardedList,
	type RunPreview,
	runGuards,
} from '../../../nodes/MarketplaceHub/actions/sync/guards/runGuards.ts';
import {
	type Compared,
	lowersStock,
	type Write,
} from '../../../nodes/MarketplaceHub/actions/sync/change.ts';
import { fewest } from '../../../nodes/MarketplaceHub/actions/sync/guards/shares.ts';
import { HubError } from '../../../nodes/MarketplaceHub/api/errors.ts';
import { change, held, row, times, unsendable } from './rows.mts';

/* What each guard says of a row or a run at its limit. Prices are in cents. */

const lists: GuardedList[] = ['stock', 'prices', 'channelPrices', 'products'];
const guards = [...entryGuards, ...runGuards];
const guard = (name: string) => guards.find((one) => one.name === name)!;
const entryGuard = (name: string) => entryGuards.find((one) => one.name === name)!;
const runGuard = (name: string) => runGuards.find((one) => one.name === name)!;
const ofRow = (name: string, one: Write, limit: number) => entryGuard(name).inEntry(one, limit);
const ofRun = async (name: string, run: Partial<RunPreview>, limit: number) =>
	await runGuard(name).inRun({ compared: [], notCompared: [], ...run }, limit);

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

describe('Price Change', () => {
	test.each<[string, Write, string | undefined]>([
		['a half less', change({ precoPor: 1000 }, { precoPor: 500 }), undefined],
		[
			'a cent more than a half less',
			change({ precoPor: 1000 }, { precoPor: 499 }),
			'`precoPor` would change by 50,1 %, from 10,00 to 4,99',
		],
		[
			'twice as much',
			change({ precoPor: 1000 }, { precoPor: 2000 }),
			'`precoPor` would change by 100 %, from 10,00 to 20,00',
		],
		['of no price', change({ precoPor: 0 }, { precoPor: 2000 }), undefined],
		['new without a price of its own', change(undefined, { precoPor: 2000 }), undefined],
		[
			"new in a channel, beside the product's own",
			row({ before: {}, ownPrices: { precoPor: 7990 }, after: { precoPor: 79 } }),
			"`precoPor` would change by 99 %, from the product's own 79,90 to 0,79",
		],
		[
			'new for media, beside the usual one',
			change({ precoPor: 7990 }, { precoPorMidia: 79 }),
			"`precoPorMidia` would change by 99 %, from the product's own 79,90 to 0,79",
		],
		['of another field', change({ altura: 1 }, { altura: 9 }), undefined],
	])('%s', (_what, one, said) => {
		expect(ofRow('priceChange', one, 50)).toBe(said);
	});
});

test.each<[number, string | undefined]>([
	[1000, undefined],
	[999, '`precoDe` would be 9,99'],
])('Lowest Price of 10.00: %d cents', (precoDe, said) => {
	expect(ofRow('lowestPrice', change({ precoDe: 1000 }, { precoDe }), 10)).toBe(said);
});

test.each<[string, number, number, string | undefined]>([
	['highestShare', 1000, 100, undefined],
	['highestShare', 1001, 100, '`precoPor` 10,01 is 100,1 % of `precoDe` 10,00'],
	['lowestShare', 100, 10, undefined],
	['lowestShare', 99, 10, '`precoPor` 0,99 is 9,9 % of `precoDe` 10,00'],
])('%s: a selling price of %d beside 1000, limit %d', (name, precoPor, limit, said) => {
	expect(ofRow(name, change({ precoDe: 1000 }, { precoPor }), limit)).toBe(said);
});

test.each<[Record<string, number>, string | undefined]>([
	[{ estoque: 10 }, undefined],
	[{ estoque: 11 }, '`estoque` would be 11'],
	[{ estoqueSeguranca: 11 }, '`estoqueSeguranca` would be 11'],
])('Highest Stock of 10: %j', (changes, said) => {
	expect(ofRow('highestStock', change({}, changes), 10)).toBe(said);
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

test.each<[RunPreview['namedShare'], string | undefined]>([
	[undefined, undefined],
	[{ named: 5, inHub: 10 }, undefined],
	[
		{ named: 4, inHub: 10 },
		'this looks like an incomplete list: it names 4 of the 10 entries in the hub (40 %)',
	],
	[
		{ named: 4, inHub: 10, channel: '11' },
		'this looks like an incomplete list: it names 4 of the 10 entries of channel 11 in the hub (40 %)',
	],
])('Smallest Whole List of 50 %%: %j', async (namedShare, said) => {
	expect(await ofRun('wholeShare', { namedShare }, 50)).toBe(said);
});

describe('shares of a run', () => {
	const zeros = '3 of 10 entries with stock (30 %) would go to zero';
	test.each<[string, Compared[], string | undefined]>([
		['two of ten', [...stockOf(5, 0, 2), ...stockOf(5, 4, 8)], undefined],
		['three of ten', [...stockOf(5, 0, 3), ...stockOf(5, 4, 7)], zeros],
		[
			'beside those without stock',
			[...stockOf(5, 0, 3), ...stockOf(5, 4, 7), ...stockOf(0, 0, 9)],
			zeros,
		],
		[
			'beside new ones',
			[...stockOf(5, 0, 3), ...stockOf(5, 4, 7), change(undefined, { estoque: 0 })],
			zeros,
		],
		['one of two', [...stockOf(5, 0), ...stockOf(5, 4)], undefined],
		[
			'one of two that the list does not name',
			[row({ itemIndexes: [], before: { estoque: 5 }, after: { estoque: 0 } }), ...stockOf(5, 4)],
			'1 of 2 entries with stock (50 %) would go to zero',
		],
		['none at all', [], undefined],
	])('Stock to Zero: %s', async (_what, compared, said) => {
		expect(await ofRun('zeroShare', { compared }, 20)).toBe(said);
	});

	const zeroOfChanges = changesGuards.find(({ name }) => name === 'zeroShare')!;
	const inChanges = async (compared: Compared[]) =>
		await zeroOfChanges.inRun({ compared, notCompared: [] }, 50);
	test.each<[string, Compared[], string | undefined]>([
		['half of a hundred', [...stockOf(5, 0, 50), ...stockOf(5, 4, 50)], undefined],
		[
			'more than half of a hundred',
			[...stockOf(5, 0, 51), ...stockOf(5, 4, 49)],
			'51 of 100 entries (51 %) would go to zero',
		],
		['all of 99', stockOf(5, 0, 99), undefined],
		[
			'what was at zero in the hub and is changed counts',
			[...stockOf(5, 0, 60), ...stockOf(0, 7, 40)],
			'60 of 100 entries (60 %) would go to zero',
		],
		[
			'what is at zero and stays there does not',
			[
				...stockOf(5, 0, 60),
				...times(60, { before: { estoque: 0 }, after: { estoque: 0 }, does: 'unchanged' }),
			],
			undefined,
		],
	])('Stock to Zero in a list of only after: %s', async (_what, compared, said) => {
		expect(await inChanges(compared)).toBe(said);
	});

	const price = (channel: number, part: Partial<Write> = {}) =>
		row({ before: { precoPor: 1 }, identity: { sku: 'A', idCanalIntegracao: channel }, ...part });
	const prices = (count: number, channel: number, part: Partial<Write> = {}) =>
		Array.from({ length: count }, () => price(channel, part));
	const deleted = { does: 'remove' } as const;
	test.each<[string, Compared[], string | undefined]>([
		['a fifth', [...prices(2, 11, deleted), ...prices(8, 11)], undefined],
		[
			'more than a fifth',
			[...prices(3, 11, deleted), ...prices(7, 11)],
			'3 of 10 prices (30 %) would be deleted',
		],
		[
			'more than a fifth of one channel of ten prices',
			[...prices(40, 12), ...prices(3, 11, deleted), ...prices(7, 11)],
			'3 of 10 prices of channel 11 (30 %) would be deleted',
		],
		[
			'more than a fifth of one channel of nine',
			[...prices(40, 12), ...prices(3, 11, deleted), ...prices(6, 11)],
			undefined,
		],
		[
			'new ones do not count',
			[...prices(3, 11, deleted), ...prices(7, 11), ...prices(9, 11, { before: undefined })],
			'3 of 10 prices (30 %) would be deleted',
		],
	])('Deletions: %s', async (_what, compared, said) => {
		expect(await ofRun('deleteShare', { compared }, 20)).toBe(said);
	});

	const active = (ativo: boolean | undefined, after: boolean | undefined, count: number) =>
		times(count, { before: { ativo }, after: after === undefined ? {} : { ativo: after } });
	test.each<[string, Compared[], string | undefined]>([
		['a fifth', [...active(true, false, 2), ...active(true, undefined, 8)], undefined],
		[
			'more than a fifth',
			[...active(true, false, 3), ...active(true, true, 7)],
			'3 of 10 active products (30 %) would be switched off',
		],
		[
			'inactive ones do not count',
			[...active(true, false, 3), ...active(true, undefined, 7), ...active(false, false, 9)],
			'3 of 10 active products (30 %) would be switched off',
		],
		['new ones that are off', times(9, { before: undefined, after: { ativo: false } }), undefined],
	])('Switched Off: %s', async (_what, compared, said) => {
		expect(await ofRun('offShare', { compared }, 20)).toBe(said);
	});

	const product = (after: Write['after'], count: number) =>
		times(count, { before: { tags: ['a'] }, after });
	const emptied = '3 of 10 products (30 %) would have a field emptied';
	test.each<[string, Compared[], string | undefined]>([
		['a list', [...product({ tags: [], nome: 'x' }, 3), ...product({ nome: 'x' }, 7)], emptied],
		['a list of variations', [...product({ variacoes: new Map() }, 3), ...product({}, 7)], emptied],
		['a list that has something', product({ tags: ['b'] }, 10), undefined],
		['an empty text', product({ nome: '' }, 10), undefined],
		['of new products', times(10, { before: undefined, after: { tags: [] } }), undefined],
	])('Emptied Fields: %s', async (_what, compared, said) => {
		expect(await ofRun('emptiedShare', { compared }, 20)).toBe(said);
	});

	const tenfold = '3 of 10 entries with stock (30 %) would have ten times as much or a tenth';
	test.each<[string, Compared[], string | undefined]>([
		['ten times', [...stockOf(5, 50, 3), ...stockOf(5, 49, 7)], tenfold],
		['a tenth', [...stockOf(50, 5, 3), ...stockOf(50, 6, 7)], tenfold],
		[
			'to zero does not count',
			[...stockOf(5, 50, 3), ...stockOf(5, 6, 7), ...stockOf(50, 0, 9)],
			tenfold,
		],
		[
			'from zero does not count',
			[...stockOf(5, 50, 3), ...stockOf(5, 6, 7), ...stockOf(0, 90, 9)],
			tenfold,
		],
		['one of two', [...stockOf(5, 50), ...stockOf(5, 6)], undefined],
	])('Tenfold Change: %s', async (_what, compared, said) => {
		expect(await ofRun('tenfoldShare', { compared }, 20)).toBe(said);
	});

	const broken = (rule: HubError['broken'], count: number, sku = 'A') =>
		times(count, {
			...{ does: 'notCompared', identity: { sku } },
			failure: new HubError('invalid', 'No', { broken: rule }),
		});
	test.each<[string, Partial<RunPreview>, string | undefined]>([
		['two of ten held', { compared: [...times(2, { failure: held }), ...times(8, {})] }, undefined],
		[
			'held, unsendable and not compared ones count',
			{
				compared: [row({ failure: held }), row({ failure: unsendable }), ...times(7, {})],
				notCompared: [row({ does: 'notCompared' })],
			},
			'3 of 10 entries (30 %) are held or refused by themselves',
		],
		[
			'what lacks a field or is beyond a bound does not',
			{
				compared: times(8, {}),
				notCompared: (['missing', 'bound'] as const).flatMap((rule) => broken(rule, 2)),
			},
			undefined,
		],
		[
			'where the SKU is a number of pieces, it does',
			{ compared: times(8, {}), notCompared: broken('bound', 4, '12') },
			'4 of 12 entries (33,3 %) are held or refused by themselves',
		],
		[
			'movements count in a short list, too',
			{ compared: times(3, {}), notCompared: broken('belowZero', 2) },
			'2 of 5 entries (40 %) are held or refused by themselves',
		],
		[
			'others do not',
			{
				compared: times(3, {}),
				notCompared: times(2, { does: 'notCompared' }),
			},
			undefined,
		],
		[
			'where nothing would be sent, there is nothing to hold',
			{ compared: [...times(3, { failure: held }), ...unchanged(7)] },
			undefined,
		],
	])('Held or Refused: %s', async (_what, run, said) => {
		expect(await ofRun('heldShare', run, 20)).toBe(said);
	});

	test.each<[string, Compared[], string | undefined]>([
		['half', [...stockOf(5, 6, 5), ...unchanged(5)], undefined],
		[
			'more than half',
			[...stockOf(5, 6, 6), ...unchanged(4)],
			"6 of 10 entries (60 %) would change: `estoque` in 6 (SKU A: '5' in the hub, '6' in the list)",
		],
		[
			'new ones count',
			[...times(6, { before: undefined }), ...unchanged(4)],
			'6 of 10 entries (60 %) would change: 6 are new',
		],
		[
			'what the hub does not show does not',
			[...times(20, { before: {} }), ...unchanged(4)],
			undefined,
		],
		[
			'more than half of those with stock',
			[
				...stockOf(5, 6, 6),
				...unchanged(4),
				...times(10, { before: { estoque: 0 }, does: 'unchanged' }),
			],
			"6 of 10 entries with stock (60 %) would change: `estoque` in 6 (SKU A: '5' in the hub, '6' in the list)",
		],
		[
			'more than half of nine with stock',
			[
				...stockOf(5, 6, 6),
				...unchanged(3),
				...times(10, { before: { estoque: 0 }, does: 'unchanged' }),
			],
			undefined,
		],
		[
			'what is only sent again says nothing',
			[...times(8, { before: { estoqueSeguranca: 2 }, resends: true }), ...unchanged(2)],
			undefined,
		],
	])('Entries That Change: %s', async (_what, compared, said) => {
		expect(await ofRun('changeShare', { compared }, 50)).toBe(said);
	});
});
