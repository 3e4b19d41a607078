import { accidentsIn, sizes, type Size, type Way } from './accidentMatrix.mts';
import { type KindName, movedColumns } from './listAccidents.mts';

type Half = string | readonly [five: string, twelve: string, thousand: string];
type Cell = string | Half | readonly [list: Half, onlyChanges: Half];

/** Held in lists of twelve and more, and not in one of five. */
const fromTwelve = (guards: string): Half => ['passes', guards, guards];
const scaled = ['times 10', 'times 100', 'times 1000'];
const each = (accidents: readonly string[], cell: Cell): Record<string, Cell> =>
	Object.fromEntries(accidents.map((accident) => [accident, cell]));

const moved: Cell = [fromTwelve('Entries That Change, alone'), 'passes'];
const tenfold: Cell = [fromTwelve('Tenfold Change'), fromTwelve('Tenfold Change, alone')];
const priceAlone = 'Price Change, alone';
const priceAndShare = 'Entries That Change + Price Change';
const otherPrices: Cell = [[priceAlone, priceAndShare, priceAndShare], priceAlone];
const heldPrices = 'Held or Refused + Price Change';
const movedPrices: Cell = [fromTwelve(heldPrices), fromTwelve(`${heldPrices}, alone`)];
const fewMovedPrices: Half = ['passes', 'passes', `${heldPrices}, alone`];
const cutOff: Cell = ['Smallest Whole List, alone', 'Smallest Whole List', 'Smallest Whole List'];
const stockAsPrices: Cell = [
	[priceAlone, priceAndShare, heldPrices],
	[priceAlone, priceAlone, `${heldPrices}, alone`],
];
const stockAsPrice = (long: string): Cell => [
	[priceAlone, priceAndShare, long],
	[priceAlone, 'Price Change', `${long}, alone`],
];

/** Accidents that make values of which no row is one. */
const noValues = [
	'text instead of numbers',
	'a formula without a result',
	'negative',
	'a foreign currency sign',
	'each SKU twice, with other values',
];
const movedToEdge = [
	'moved down by a row, the first one blank',
	'moved down by a row, the first one the title',
	'moved up by a row, the last one blank',
];
const movedToEdgePrices: Cell = [
	fromTwelve(`${heldPrices} + checks`),
	fromTwelve(`${heldPrices} + checks, alone`),
];
const onePrice: Cell = [['Price Change', priceAndShare, priceAndShare], 'Price Change'];

/** A list of stock, or of security stock. */
const ofStock = (anotherAccount: Cell): Record<string, Cell> => ({
	'SKUs and values swapped': 'checks',
	'values moved by a row': moved,
	'values of the last 40 % moved by a row': 'passes',
	...each(scaled, tenfold),
	'a hundredth': 'checks',
	"another account's SKUs": anotherAccount,
	"another account's values": moved,
	'an emptied column': 'checks',
	'all zero': [fromTwelve('Stock to Zero'), ['passes', 'passes', 'Stock to Zero, alone']],
	'a list cut off': cutOff,
	'a list cut to 60 %': fromTwelve('Stock to Zero, alone'),
});

/** A list of prices of any kind. */
const ofPrices: Record<string, Cell> = {
	'SKUs and values swapped': 'checks',
	'values moved by a row': movedPrices,
	'values of the last 40 % moved by a row': fewMovedPrices,
	...each([...scaled, 'a hundredth'], otherPrices),
	"another account's values": movedPrices,
	'an emptied column': 'checks',
	'all zero': 'checks',
	'stock in the price columns': stockAsPrices,
};

/** A list of prices alone. */
const ofPricesAlone: Record<string, Cell> = {
	...ofPrices,
	...each([...noValues, 'all zero, as text', 'only the price before discount is empty'], 'checks'),
	...each(
		['a tenth', 'the price of a package of six', 'every price raised by 90 % instead of 9 %'],
		otherPrices,
	),
	'only the selling price a hundredth': onePrice,
	...each(movedToEdge, movedToEdgePrices),
	'SKUs sorted without their columns': movedPrices,
};

/**
 * What holds each accident: in lists of 5, 12 and 1,000 rows, and behind them in lists of only changes; one
 * word for those that are alike. `passes` stands where at least one row of a wrong list would be written,
 * `nothing` where the hub needs none of them, and `, alone` where the list passes without that guard. Of a list
 * declared whole there is no list of changes. Lists of 1,000 products, and of 1,000 rows with an accident of short
 * lists, are not run, and stand as lists of 12.
 */
export const accidentTable: Record<KindName, Record<string, Cell>> = {
	stock: {
		...ofStock('nothing'),
		...each([...noValues, 'a tenth', 'selling prices in the stock column'], 'checks'),
		'all zero, as text': [fromTwelve('Stock to Zero'), 'passes'],
		...each(movedToEdge, [fromTwelve('Entries That Change + checks, alone'), 'passes']),
		'SKUs sorted without their columns': moved,
		'round prices in the stock column': tenfold,
		'a list cut in half': [
			'Smallest Whole List, alone',
			'Stock to Zero, alone',
			'Stock to Zero, alone',
		],
		'nothing but the titles': [
			'Smallest Whole List + checks, alone',
			'Smallest Whole List + checks',
			'Smallest Whole List + checks',
		],
	},
	prices: {
		...ofPricesAlone,
		...each(
			['only the selling price in cents', 'only the price before discount a hundredth'],
			'checks',
		),
		'a list cut in half': ['Smallest Whole List', 'nothing', 'nothing'],
		'nothing but the titles': 'Smallest Whole List + checks',
		"another account's SKUs": 'nothing',
		'a list cut off': 'Smallest Whole List',
		'a list cut to 60 %': 'nothing',
		'de and por swapped': 'checks',
		'stock in the selling price': stockAsPrice(`${heldPrices} + checks`),
	},
	channelPrices: {
		...ofPricesAlone,
		...each(
			['only the selling price in cents', 'only the price before discount a hundredth'],
			onePrice,
		),
		'the prices of another channel': moved,
		'a channel that has no prices yet, meant to be another one': moved,
		'a list cut in half': ['Smallest Whole List, alone', 'Deletions, alone', 'Deletions, alone'],
		'nothing but the titles': 'checks',
		"another account's SKUs": moved,
		'a list cut off': cutOff,
		'a list cut to 60 %': fromTwelve('Deletions, alone'),
		'de and por swapped': [
			[
				'Highest Sale Price, alone',
				'Entries That Change + Highest Sale Price',
				'Entries That Change + Highest Sale Price',
			],
			'Highest Sale Price, alone',
		],
		'stock in the selling price': stockAsPrice(
			'Held or Refused + Highest Sale Price + Price Change',
		),
	},
	products: {
		...ofPrices,
		'values of the last 40 % moved by a row': [fewMovedPrices, 'passes'],
		"another account's SKUs": moved,
		'an emptied column': 'nothing',
		'all zero': 'nothing',
		'a list cut off': 'Smallest Whole List',
		'a list cut to 60 %': 'nothing',
		'de and por swapped': 'checks',
		'stock in the price columns': [[priceAlone, priceAndShare, heldPrices], priceAlone],
		'stock in the selling price': [
			[priceAlone, priceAndShare, 'Held or Refused + Highest Sale Price + Price Change'],
			[priceAlone, 'Price Change', 'Price Change'],
		],
		'a fourth switched off': fromTwelve('Switched Off, alone'),
		'tags of a fourth emptied': fromTwelve('Emptied Fields, alone'),
		'new, the selling price a hundredth': [
			[
				'Lowest Sale Price, alone',
				'Entries That Change + Lowest Sale Price',
				'Entries That Change + Lowest Sale Price',
			],
			'Lowest Sale Price, alone',
		],
		...each(Object.keys(movedColumns), moved),
		'kg as g': moved,
		'texts, codes and measures of the last 40 % moved by a row': 'passes',
	},
	securityStock: ofStock(moved),
};

/** The cells of a kind, by accident. */
export function expectedCells(kind: KindName, size: Size, way: Way): Record<string, string> {
	const cells = accidentsIn(kind, size, way).map(({ name }): [string, string] => {
		const all = accidentTable[kind][name] ?? 'not in the table';
		const isPair = typeof all !== 'string' && all.length === 2;
		const half: Half = isPair ? all[way === 'list' ? 0 : 1] : (all as Half);
		return [name, typeof half === 'string' ? half : half[sizes.indexOf(size)]!];
	});
	return Object.fromEntries(cells);
}
