import { equivalent, heldBy } from '../heldBy.mts';

/** Stock, prices and customized prices in agreement with a list. */
export const sync = [
	...heldBy(['sync/reading'], {
		'a product that stands on two pages of the list is read again': [
			'moved.has(key) || !listed.has(key)',
			'!listed.has(key)',
		],
		'SKUs that the list does not name are looked for when products moved meanwhile': [
			'!moved && lookup.open.length > pages',
			'lookup.open.length > pages',
		],
		'few SKUs of a large catalogue are looked up one by one': ['pagesLeft <= lookups', 'true'],
		'values that the list does not show are read': ['if (isAnswered)', 'if (true)'],
	}),
	...heldBy(['sync/results'], {
		'what is equal is not sent': [
			'before !== undefined && (0, stored_1.holds)(before, after)',
			'false',
		],
		'what the hub does not have is not sent': [
			'if (before === undefined && !createsMissing)',
			'if (false)',
		],
		'prices are compared in cents': [
			'Math.round(Number((value * perUnit[unit]).toPrecision(12)))',
			'value * perUnit[unit]',
		],
		'what the hub does not report is unknown': [
			"failure.outcome === 'unknown' ? 'unknown' : 'refused'",
			"'refused'",
		],
	}),
	...heldBy(['sync/accidents'], {
		'a held run sends nothing': [
			'return { decisions, changes: [], held }',
			'return { decisions, changes, held }',
		],
		'the same SKU with different values is refused': [
			'if (!(0, isEqual_1.default)(stored, first))',
			'if (false)',
		],
		'a list that is far too short is held': ['if (share < wholeShare)', 'if (false)'],
		'a price that changes by more than half is held': [
			'priceChange !== undefined && moved > priceChange',
			'false',
		],
		'a run that empties the stock is held': ['shareOf(toZero) > zeroShare', 'false'],
	}),
	...heldBy(['sync/guards'], {
		'a price below the lowest is held': [
			'lowestPrice !== undefined && value < lowestPrice',
			'false',
		],
		'a price far below precoDe is held': [
			'lowestShare !== undefined && share < lowestShare',
			'false',
		],
		'a run that changes the stock of many tenfold is held': ['share > tenfoldShare', 'false'],
		'the stock of an entry that becomes a tenth counts like tenfold': [
			'(is >= 10 * was || was >= 10 * is)',
			'is >= 10 * was',
		],
		'entries without stock do not hide that of the others': [
			'stocked.tenfold / stocked.all',
			'stocked.tenfold / compared',
		],
		'stock above the highest is held': [
			'highestStock !== undefined && estoque > highestStock',
			'false',
		],
		'a run that changes too large a share is held': ['shareOf(changing) > changeShare', 'false'],
		'fewer than ten entries have no share': ['if (compared < fewest)', 'if (false)'],
		'media prices are guarded too': [
			"name.startsWith('preco')",
			"name === 'precoPor' || name === 'precoDe'",
		],
	}),
	...heldBy(['sync/previewAndMissing'], {
		'a dry run sends nothing': ['settings.dryRun ? new Map() : await send(', 'await send('],
		'nothing is set to zero while an item does not say its SKU': [
			"settings.missing === 'zero' && rest.isKnown",
			"settings.missing === 'zero'",
		],
		'nothing is set to zero that a refused item names': [
			'filter(([key]) => !keys.has(key))',
			'filter(() => true)',
		],
	}),
	...equivalent(
		'only entries that differ are counted, and one whose stock is zero already does not',
		heldBy(['sync/guards'], {
			'what is zero already does not go to zero': [
				'after.estoque === 0 && before?.estoque !== 0',
				'after.estoque === 0',
			],
		}),
	),
];
