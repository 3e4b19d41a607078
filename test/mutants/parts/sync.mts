import { heldBy } from '../heldBy.mts';

/** Stock, prices and customized prices in agreement with a list. */
export const sync = [
	...heldBy(['sync/reading'], {
		'a product that stands on two pages of the list is read again': [
			'forgetMoved',
			'moved.has(key) || !listed.has(key)',
			'!listed.has(key)',
		],
		'SKUs that the list does not name are looked for when products moved meanwhile': [
			'readRest',
			'!moved && lookup.open.length > pages',
			'lookup.open.length > pages',
		],
		'few SKUs of a large catalogue are looked up one by one': [
			'listIsCheaper',
			'pagesLeft <= lookups',
			'true',
		],
		'values that the list does not show are read': [
			'readProductList',
			'if (isAnswered)',
			'if (true)',
		],
	}),
	...heldBy(['sync/results'], {
		'what is equal is not sent': [
			'decide',
			'before !== undefined && holds(before, after)',
			'false',
		],
		'what the hub does not have is not sent': [
			'decide',
			'if (before === undefined && !createsMissing)',
			'if (false)',
		],
		'prices are compared in cents': [
			'toStored',
			'Math.round(Number((value * perUnit[unit]).toPrecision(12)))',
			'value * perUnit[unit]',
		],
		'what the hub does not report is unknown': [
			'statusOf',
			"failure.outcome === 'unknown' ? 'unknown' : 'refused'",
			"'refused'",
		],
	}),
	...heldBy(['sync/accidents'], {
		'a held run sends nothing': [
			'planSync',
			'return { decisions, changes: [], held }',
			'return { decisions, changes, held }',
		],
		'the same SKU with different values is refused': [
			'wantedOf',
			'if (!isEqual(stored, first))',
			'if (false)',
		],
		'a list that is far too short is held': [
			'reasonToHoldRun',
			'if (share < wholeShare)',
			'if (false)',
		],
		'a price that changes by more than half is held': [
			'reasonToHold',
			'priceChange !== undefined && moved > priceChange',
			'false',
		],
		'a run that empties the stock is held': [
			'reasonToHoldRun',
			'shareOf(toZero) > zeroShare',
			'false',
		],
	}),
	...heldBy(['sync/guards'], {
		'a price below the lowest is held': [
			'reasonToHold',
			'lowestPrice !== undefined && value < lowestPrice',
			'false',
		],
		'a price far below precoDe is held': [
			'reasonToHold',
			'lowestShare !== undefined && share < lowestShare',
			'false',
		],
		'a run that changes the stock of many tenfold is held': [
			'reasonToHoldRun',
			'share > tenfoldShare',
			'false',
		],
		'the stock of an entry that becomes a tenth counts like tenfold': [
			'isTenfold',
			'(is >= 10 * was || was >= 10 * is)',
			'is >= 10 * was',
		],
		'entries without stock do not hide that of the others': [
			'reasonToHoldRun',
			'stocked.tenfold / stocked.all',
			'stocked.tenfold / compared',
		],
		'stock above the highest is held': [
			'reasonToHold',
			'highestStock !== undefined && estoque > highestStock',
			'false',
		],
		'a run that changes too large a share is held': [
			'reasonToHoldRun',
			'shareOf(changing) > changeShare',
			'false',
		],
		'fewer than ten entries have no share': [
			'reasonToHoldRun',
			'if (compared < fewest)',
			'if (false)',
		],
		'media prices are guarded too': [
			'isPrice',
			"name.startsWith('preco')",
			"name === 'precoPor' || name === 'precoDe'",
		],
	}),
	...heldBy(['sync/previewAndMissing'], {
		'a dry run sends nothing': [
			'runSync',
			'settings.dryRun ? new Map() : await send(',
			'await send(',
		],
		'nothing is set to zero while an item does not say its SKU': [
			'runSync',
			"settings.missing === 'zero' && rest.isKnown",
			"settings.missing === 'zero'",
		],
		'nothing is set to zero that a refused item names': [
			'restOf',
			'filter(([key]) => !keys.has(key))',
			'filter(() => true)',
		],
	}),
];
