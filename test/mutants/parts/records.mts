import { heldBy } from '../heldBy.mts';

/** What is read and what may be written: lists, items, values, files. */
export const records = [
	...heldBy(['lists/pagination'], {
		'the step between pages comes from info.next': [
			'readPages',
			'first.nextOffset === undefined ? first.rows.length : first.nextOffset - start',
			'first.rows.length',
		],
		'no more than the limit comes': ['readList', 'best.slice(0, wanted)', 'best'],
	}),
	...heldBy(['lists/changingLists'], {
		'a record on two pages comes once': ['withoutRepeats', '|| !seen.has(ids[index])', '|| true'],
		'records that look alike are not merged': [
			['withoutShifted', 'if (before === undefined || grown === 0)', 'if (before === undefined)'],
			['withoutShifted', 'const place = grown === 0 ? -1 : known', 'const place = known'],
		],
		'a list that shrank is read again': ['readPages', 'settled: !shrunk }', 'settled: true }'],
	}),
	...heldBy(['lists/fiftyThousand'], {
		'whole records are let go with their page': [
			[
				'readItems',
				'{ ...operation.list(context, itemIndex), keeps }',
				'operation.list(context, itemIndex)',
			],
			[
				'readItems',
				'records.map((json) => ({ json, pairedItem',
				'records.map((json) => ({ json: keeps(json), pairedItem',
			],
		],
	}),
	...heldBy(['lists/oddAnswers'], {
		'a total of 0 on a full page is not the end': [
			'readOn',
			'if (!isToldOf && !isLikely)',
			'if (!isToldOf)',
		],
		'the same full page again and again comes to an end': [
			'readOn',
			'if (!isToldOf && isEqual([next.ids, next.rows], [last.ids, last.rows]))',
			'if (false)',
		],
		'a key called __proto__ keeps its rows': [
			'normalizeFields',
			'return Object.fromEntries([...Object.entries(record), ...changed])',
			'return [...Object.entries(record), ...changed].reduce((all, [name, entry]) => { all[name] = entry; return all; }, {})',
		],
	}),
	...heldBy(['requests/itemsAndSimplify'], {
		'an output item is paired with its own input item': [
			'runItem',
			'return { ...output, pairedItem: { item: itemIndex } }',
			'return { ...output, pairedItem: { item: 0 } }',
		],
		'a record of a list is paired with its input item': [
			'readItems',
			'records.map((json) => ({ json, pairedItem: { item: itemIndex } }))',
			'records.map((json) => ({ json, pairedItem: { item: 0 } }))',
		],
		'Simplify leaves the most used fields': ['chosenFields', 'pick(record, paths)', 'record'],
		'a message names its item': [
			'withItem',
			'itemIndex === undefined ? message : `${message} [item ${itemIndex}]`',
			'message',
		],
	}),
	...heldBy(['requests/numbers'], {
		'long whole numbers are read with all their digits': [
			'isLongInteger',
			'token.length > safeWithoutALook &&',
			'false &&',
		],
		'long whole numbers are sent with all their digits': [
			'stringifyJson',
			'`${exactMarker}${raw}`',
			'Number(raw)',
		],
		'numbers as text become numbers': [
			'normalize',
			"if (schema === 'number') return toNumber(value)",
			"if (schema === 'number') return value",
		],
	}),
	...heldBy(['products/measures'], {
		'another measure makes no thousands of decimals': [
			'NumberColumns.decide',
			'const mayDecide = !isMeasure || others === text.separator',
			'const mayDecide = true',
		],
	}),
	...heldBy(['products/emptyLists'], {
		'empty lists that were read empty nothing': [
			'settleObject',
			'? wasRead : change || isOptional',
			'? false : change || isOptional',
		],
		'empty lists that the user wrote empty the field': [
			'settleObject',
			'? wasRead : change || isOptional',
			'? true : change || isOptional',
		],
	}),
	...heldBy(['products/difficultSkus'], {
		'products are registered without blanks around their SKUs': [
			'productEntry',
			'.transform(withTrimmedSkus)',
			'',
		],
	}),
	...heldBy(['documents/fiscalDates'], {
		'a month, a year or a time alone is no point in time': ['readMoment', '|| day === null', ''],
	}),
	...heldBy(['products/money'], {
		'1.500 as text is one thousand five hundred': [
			'NumberColumns.decide',
			'mark === undefined ? !isMeasure : mark !== text.separator',
			'mark === undefined ? false : mark !== text.separator',
		],
		'a column shows its decimal mark': [
			'NumberColumns.decide',
			'mark === undefined ? !isMeasure : mark !== text.separator',
			'!isMeasure',
		],
		'a hint shows how an ambiguous number was read': [
			'toBody',
			'notes.addNumber(column, text, value)',
			'',
		],
	}),
	...heldBy(['products/roundTripEntries'], {
		'a price that the hub writes in two ways stays text': [
			'normalize',
			'return isAmbiguous(value) ? value :',
			'return',
		],
	}),
	...heldBy(['products/roundTripProducts'], {
		'read-only fields and unknown ones are left out': [
			[
				'api/schemas/intake.ts#?',
				'const values = {}; for (const [name, field] of Object.entries(fields)) { const value = isBlank(given[name])',
				'const values = { ...given }; for (const [name, field] of Object.entries(fields)) { const value = isBlank(given[name])',
			],
			[
				'api/schemas/intake.ts#?',
				'const result = {}; for (const [name, field] of Object.entries(fields)) { const value = values[name]',
				'const result = { ...values }; for (const [name, field] of Object.entries(fields)) { const value = values[name]',
			],
			[
				'toBody',
				'return checked(schema, settled.values, textOf)',
				'return { ...settled.values, ...checked(schema, settled.values, textOf) }',
			],
		],
		'read-only fields are not called unknown': [
			'known',
			'if (Object.hasOwn(record, name) || readNames.has(name))',
			'if (false)',
		],
		'unknown fields are named in a hint': [
			'known',
			"intake.unknown.push([...column, name].join('.'))",
			'',
		],
		'values that the hub gives for nothing are left out': [
			'settleObject',
			'if (mayGo && isNothing(field, value)) {',
			'if (false) {',
		],
		'a list that the hub would not take stays as it is': [
			'settleObject',
			'const incomplete = change ? incompleteEntry(field, value) : undefined',
			'const incomplete = undefined',
		],
		'what a user wrote is checked as ever': ['settle', 'wasRead: intake.wasRead', 'wasRead: true'],
	}),
	...heldBy(['orders/roundTripOrders'], {
		'what an order read lacks is filled in': [
			'settleObject',
			'if (wasRead && field.fill !== undefined &&',
			'if (false &&',
		],
	}),
	...heldBy(['documents/accessKeys'], {
		'an access key has a check digit': ['readAccessKey', '=== Number(key[43])', '!== undefined'],
		'NFe in front of a key demands all its digits': [
			'readAccessKey',
			'prefix !== undefined && key.length !== keyLength',
			'false',
		],
	}),
	...heldBy(['documents/files'], {
		'a label that was cut off is no label': ['formatOf', 'return isWhole(content)', 'return true'],
		'a label of base64 that was cut off is none': [
			'fileIn',
			'if (!format.told && !isPadded)',
			'if (false)',
		],
		'an HTML page is no label': [
			'formatOf',
			'if (/^(<!doctype html|<html|<head|<body)/i.test(start))',
			'if (false)',
		],
		'an XML holds the key asked for': ['whyNot', 'return xml.includes(key) ?', 'return true ?'],
		'an XML that was cut off is none': [
			'whyNot',
			'if (!content.trimEnd().endsWith(`</${root}>`))',
			'if (false)',
		],
	}),
	...heldBy(['documents/shipmentLabels'], {
		'the content of a label tells its kind': [
			'formatOf',
			'const format = formats.find(({ matches }) => matches(content))',
			'const format = formats.find(({ extension }) => extension === tipo.trim().toLowerCase())',
		],
	}),
	...heldBy(['lists/pickers'], {
		'pickers ask for the channels once a minute': [
			'recentChannels',
			"channels.set('all', reading, freshness)",
			'',
		],
		'a read of channels that failed is not kept': [
			'recentChannels',
			"channels.delete('all', reading)",
			'',
		],
	}),
];
