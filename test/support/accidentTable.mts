import { accidentsIn, sizes, type Size, type Way } from './accidentMatrix.mts';
import type { KindName } from './listAccidents.mts';

type Half = string | readonly [five: string, twelve: string, thousand: string];

/**
 * What holds each accident: in lists of 5, 12 and 1,000 rows, and behind them in lists of only changes; one
 * word for those that are alike. `passes` stands where at least one row of a wrong list would be written,
 * `nothing` where the hub needs none of them, and `, alone` where the list passes without that guard. Of a list
 * declared whole there is no list of changes; one of 1,000 products is not run, and stands as that of 12.
 */
export const accidentTable: Record<KindName, Record<string, string | Half | [Half, Half]>> = {
	stock: {
		'SKUs and values swapped': 'checks',
		'values moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'values of the last 40 % moved by a row': 'passes',
		'times 10': [
			['passes', 'Tenfold Change', 'Tenfold Change'],
			['passes', 'Tenfold Change, alone', 'Tenfold Change, alone'],
		],
		'times 100': [
			['passes', 'Tenfold Change', 'Tenfold Change'],
			['passes', 'Tenfold Change, alone', 'Tenfold Change, alone'],
		],
		'times 1000': [
			['passes', 'Tenfold Change', 'Tenfold Change'],
			['passes', 'Tenfold Change, alone', 'Tenfold Change, alone'],
		],
		'a hundredth': 'checks',
		"another account's SKUs": 'nothing',
		"another account's values": [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'an emptied column': 'checks',
		'all zero': [
			['passes', 'Stock to Zero', 'Stock to Zero'],
			['passes', 'passes', 'Stock to Zero, alone'],
		],
		'a list cut off': ['Smallest Whole List, alone', 'Smallest Whole List', 'Smallest Whole List'],
		'a list cut to 60 %': ['passes', 'Stock to Zero, alone', 'Stock to Zero, alone'],
	},
	prices: {
		'SKUs and values swapped': 'checks',
		'values moved by a row': [
			['passes', 'Held or Refused + Price Change', 'Held or Refused + Price Change'],
			['passes', 'Held or Refused + Price Change, alone', 'Held or Refused + Price Change, alone'],
		],
		'values of the last 40 % moved by a row': [
			'passes',
			'passes',
			'Held or Refused + Price Change, alone',
		],
		'times 10': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		'times 100': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		'times 1000': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		'a hundredth': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		"another account's SKUs": 'nothing',
		"another account's values": [
			['passes', 'Held or Refused + Price Change', 'Held or Refused + Price Change'],
			['passes', 'Held or Refused + Price Change, alone', 'Held or Refused + Price Change, alone'],
		],
		'an emptied column': 'checks',
		'all zero': 'checks',
		'a list cut off': 'Smallest Whole List',
		'a list cut to 60 %': 'nothing',
		'de and por swapped': 'checks',
		'stock in the price columns': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Held or Refused + Price Change',
			],
			['Price Change, alone', 'Price Change, alone', 'Held or Refused + Price Change, alone'],
		],
		'stock in the selling price': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Held or Refused + Price Change + checks',
			],
			['Price Change, alone', 'Price Change', 'Held or Refused + Price Change + checks, alone'],
		],
	},
	channelPrices: {
		'SKUs and values swapped': 'checks',
		'values moved by a row': [
			['passes', 'Held or Refused + Price Change', 'Held or Refused + Price Change'],
			['passes', 'Held or Refused + Price Change, alone', 'Held or Refused + Price Change, alone'],
		],
		'values of the last 40 % moved by a row': [
			'passes',
			'passes',
			'Held or Refused + Price Change, alone',
		],
		'times 10': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		'times 100': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		'times 1000': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		'a hundredth': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		"another account's SKUs": [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		"another account's values": [
			['passes', 'Held or Refused + Price Change', 'Held or Refused + Price Change'],
			['passes', 'Held or Refused + Price Change, alone', 'Held or Refused + Price Change, alone'],
		],
		'an emptied column': 'checks',
		'all zero': 'checks',
		'a list cut off': ['Smallest Whole List, alone', 'Smallest Whole List', 'Smallest Whole List'],
		'a list cut to 60 %': ['passes', 'Deletions, alone', 'Deletions, alone'],
		'de and por swapped': [
			[
				'Highest Sale Price, alone',
				'Entries That Change + Highest Sale Price',
				'Entries That Change + Highest Sale Price',
			],
			'Highest Sale Price, alone',
		],
		'stock in the price columns': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Held or Refused + Price Change',
			],
			['Price Change, alone', 'Price Change, alone', 'Held or Refused + Price Change, alone'],
		],
		'stock in the selling price': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Held or Refused + Highest Sale Price + Price Change',
			],
			[
				'Price Change, alone',
				'Price Change',
				'Held or Refused + Highest Sale Price + Price Change, alone',
			],
		],
	},
	products: {
		'SKUs and values swapped': 'checks',
		'values moved by a row': [
			['passes', 'Held or Refused + Price Change', 'Held or Refused + Price Change'],
			['passes', 'Held or Refused + Price Change, alone', 'Held or Refused + Price Change, alone'],
		],
		'values of the last 40 % moved by a row': [
			['passes', 'passes', 'Held or Refused + Price Change, alone'],
			'passes',
		],
		'times 10': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		'times 100': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		'times 1000': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		'a hundredth': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Entries That Change + Price Change',
			],
			'Price Change, alone',
		],
		"another account's SKUs": [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		"another account's values": [
			['passes', 'Held or Refused + Price Change', 'Held or Refused + Price Change'],
			['passes', 'Held or Refused + Price Change, alone', 'Held or Refused + Price Change, alone'],
		],
		'an emptied column': 'nothing',
		'all zero': 'nothing',
		'a list cut off': 'Smallest Whole List',
		'a list cut to 60 %': 'nothing',
		'de and por swapped': 'checks',
		'stock in the price columns': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Held or Refused + Price Change',
			],
			'Price Change, alone',
		],
		'stock in the selling price': [
			[
				'Price Change, alone',
				'Entries That Change + Price Change',
				'Held or Refused + Highest Sale Price + Price Change',
			],
			['Price Change, alone', 'Price Change', 'Price Change'],
		],
		'a fourth switched off': ['passes', 'Switched Off, alone', 'Switched Off, alone'],
		'tags of a fourth emptied': ['passes', 'Emptied Fields, alone', 'Emptied Fields, alone'],
		'new, the selling price a hundredth': [
			[
				'Lowest Sale Price, alone',
				'Entries That Change + Lowest Sale Price',
				'Entries That Change + Lowest Sale Price',
			],
			'Lowest Sale Price, alone',
		],
		'nome moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'descricao moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'descricaoCurta moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'marca moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'cor moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'ean moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'ncm moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'mpn moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'altura moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'largura moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'comprimento moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'peso moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'kg as g': [['passes', 'Entries That Change, alone', 'Entries That Change, alone'], 'passes'],
		'texts, codes and measures of the last 40 % moved by a row': 'passes',
	},
	securityStock: {
		'SKUs and values swapped': 'checks',
		'values moved by a row': [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'values of the last 40 % moved by a row': 'passes',
		'times 10': [
			['passes', 'Tenfold Change', 'Tenfold Change'],
			['passes', 'Tenfold Change, alone', 'Tenfold Change, alone'],
		],
		'times 100': [
			['passes', 'Tenfold Change', 'Tenfold Change'],
			['passes', 'Tenfold Change, alone', 'Tenfold Change, alone'],
		],
		'times 1000': [
			['passes', 'Tenfold Change', 'Tenfold Change'],
			['passes', 'Tenfold Change, alone', 'Tenfold Change, alone'],
		],
		'a hundredth': 'checks',
		"another account's SKUs": [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		"another account's values": [
			['passes', 'Entries That Change, alone', 'Entries That Change, alone'],
			'passes',
		],
		'an emptied column': 'checks',
		'all zero': [
			['passes', 'Stock to Zero', 'Stock to Zero'],
			['passes', 'passes', 'Stock to Zero, alone'],
		],
		'a list cut off': ['Smallest Whole List, alone', 'Smallest Whole List', 'Smallest Whole List'],
		'a list cut to 60 %': ['passes', 'Stock to Zero, alone', 'Stock to Zero, alone'],
	},
};

/** The cells of a kind, by accident. */
export function expectedCells(kind: KindName, size: Size, way: Way): Record<string, string> {
	const cells = accidentsIn(kind, way).map(({ name }): [string, string] => {
		const all = accidentTable[kind][name] ?? 'not in the table';
		const isPair = typeof all !== 'string' && all.length === 2;
		const half: Half = isPair ? all[way === 'list' ? 0 : 1] : (all as Half);
		return [name, typeof half === 'string' ? half : half[sizes.indexOf(size)]!];
	});
	return Object.fromEntries(cells);
}
