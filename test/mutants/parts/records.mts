import { heldBy } from '../heldBy.mts';

/** What is read and what may be written: lists, items, values, files. */
export const records = [
	...heldBy(['lists/pagination'], {
		'the step between pages comes from info.next': [
			'first.nextOffset === undefined ? first.rows.length : first.nextOffset - start',
			'first.rows.length',
		],
		'no more than the limit comes': ['best.slice(0, wanted)', 'best'],
	}),
	...heldBy(['lists/changingLists'], {
		'a record on two pages comes once': ['|| !seen.has(ids[index])', '|| true'],
		'records that look alike are not merged': [
			['if (before === undefined || grown === 0)', 'if (before === undefined)'],
			['const place = grown === 0 ? -1 : known', 'const place = known'],
		],
		'a list that shrank is read again': ['settled: !shrunk }', 'settled: true }'],
	}),
	...heldBy(['lists/fiftyThousand'], {
		'whole records are let go with their page': [
			['{ ...operation.list(context, itemIndex), keeps }', 'operation.list(context, itemIndex)'],
			[
				'records.map((json) => ({ json, pairedItem',
				'records.map((json) => ({ json: keeps(json), pairedItem',
			],
		],
	}),
	...heldBy(['edges/lists'], {
		'a total of 0 on a full page is not the end': ['if (!isToldOf && !isLikely)', 'if (!isToldOf)'],
		'the same full page again and again comes to an end': [
			'if (!isToldOf && (0, isEqual_1.default)([next.ids, next.rows], [last.ids, last.rows]))',
			'if (false)',
		],
		'a key called __proto__ keeps its rows': [
			'return Object.fromEntries([...Object.entries(record), ...changed]);',
			'return [...Object.entries(record), ...changed].reduce((all, [name, entry]) => { all[name] = entry; return all; }, {});',
		],
	}),
	...heldBy(['requests/itemsAndSimplify'], {
		'an output item is paired with its own input item': [
			'return { ...output, pairedItem: { item: itemIndex } };',
			'return { ...output, pairedItem: { item: 0 } };',
		],
		'a record of a list is paired with its input item': [
			'records.map((json) => ({ json, pairedItem: { item: itemIndex } }))',
			'records.map((json) => ({ json, pairedItem: { item: 0 } }))',
		],
		'Simplify leaves the most used fields': ['(0, pick_1.default)(record, paths)', 'record'],
		'a message names its item': [
			'itemIndex === undefined ? message : `${message} [item ${itemIndex}]`',
			'message',
		],
	}),
	...heldBy(['requests/numbers'], {
		'long whole numbers are read with all their digits': [
			'token.length > safeWithoutALook && ',
			'false && ',
		],
		'long whole numbers are sent with all their digits': ['`${exactMarker}${raw}`', 'Number(raw)'],
		'numbers as text become numbers': [
			"if (schema === 'number')\n        return (0, numbers_1.toNumber)(value);",
			"if (schema === 'number')\n        return value;",
		],
	}),
	...heldBy(['edges/measures'], {
		'another measure makes no thousands of decimals': [
			'const mayDecide = !isMeasure || others === text.separator;',
			'const mayDecide = true;',
		],
	}),
	...heldBy(['edges/emptyLists'], {
		'empty lists that were read empty nothing': [
			'? wasRead : change || isOptional',
			'? false : change || isOptional',
		],
		'empty lists that the user wrote empty the field': [
			'? wasRead : change || isOptional',
			'? true : change || isOptional',
		],
	}),
	...heldBy(['products/difficultSkus'], {
		'products are registered without blanks around their SKUs': ['.transform(withTrimmedSkus)', ''],
	}),
	...heldBy(['documents/fiscalDates'], {
		'a month, a year or a time alone is no point in time': ['|| day === null', ''],
	}),
	...heldBy(['edges/money'], {
		'1.500 as text is one thousand five hundred': [
			'mark === undefined ? !isMeasure : mark !== text.separator',
			'mark === undefined ? false : mark !== text.separator',
		],
		'a column shows its decimal mark': [
			'mark === undefined ? !isMeasure : mark !== text.separator',
			'!isMeasure',
		],
		'a hint shows how an ambiguous number was read': ['notes.addNumber(column, text, value);', ';'],
	}),
	...heldBy(['edges/roundTripEntries'], {
		'a price that the hub writes in two ways stays text': [
			'return isAmbiguous(value) ? value : ',
			'return ',
		],
	}),
	...heldBy(['edges/roundTripProducts'], {
		'read-only fields and unknown ones are left out': [
			[
				'const values = {};\n    for (const [name, field] of Object.entries(fields)) {\n        const value = (0, checks_1.isBlank)(given[name])',
				'const values = { ...given };\n    for (const [name, field] of Object.entries(fields)) {\n        const value = (0, checks_1.isBlank)(given[name])',
			],
			[
				'const result = {};\n    for (const [name, field] of Object.entries(fields)) {\n        const value = values[name];',
				'const result = { ...values };\n    for (const [name, field] of Object.entries(fields)) {\n        const value = values[name];',
			],
			[
				'return checked(schema, settled.values, textOf);',
				'return { ...settled.values, ...checked(schema, settled.values, textOf) };',
			],
		],
		'read-only fields are not called unknown': [
			'if (Object.hasOwn(record, name) || readNames.has(name))',
			'if (false)',
		],
		'unknown fields are named in a hint': [
			"intake.unknown.push([...column, name].join('.'));",
			';',
		],
		'values that the hub gives for nothing are left out': [
			'if (mayGo && isNothing(field, value)) {',
			'if (false) {',
		],
		'a list that the hub would not take stays as it is': [
			'const incomplete = change ? incompleteEntry(field, value) : undefined;',
			'const incomplete = undefined;',
		],
		'what a user wrote is checked as ever': ['wasRead: intake.wasRead,', 'wasRead: true,'],
	}),
	...heldBy(['edges/roundTripOrders'], {
		'what an order read lacks is filled in': [
			'if (wasRead && field.fill !== undefined && ',
			'if (false && ',
		],
	}),
	...heldBy(['edges/accessKeys'], {
		'an access key has a check digit': ['=== Number(key[43])', '!== undefined'],
		'NFe in front of a key demands all its digits': [
			'prefix !== undefined && key.length !== keyLength',
			'false',
		],
	}),
	...heldBy(['edges/files'], {
		'a label that was cut off is no label': ['return isWhole(content)', 'return true'],
		'a label of base64 that was cut off is none': ['if (!format.told && !isPadded)', 'if (false)'],
		'an HTML page is no label': [
			'if (/^(<!doctype html|<html|<head|<body)/i.test(start))',
			'if (false)',
		],
		'an XML holds the key asked for': ['return xml.includes(key) ?', 'return true ?'],
		'an XML that was cut off is none': [
			'if (!content.trimEnd().endsWith(`</${root}>`))',
			'if (false)',
		],
	}),
	...heldBy(['documents/shipmentLabels'], {
		'the content of a label tells its kind': [
			'const format = formats.find(({ matches }) => matches(content));',
			'const format = formats.find(({ extension }) => extension === tipo.trim().toLowerCase());',
		],
	}),
	...heldBy(['lists/pickers'], {
		'pickers ask for the channels once a minute': ["channels.set('all', reading, freshness);", ''],
		'a read of channels that failed is not kept': ["channels.delete('all', reading);", ''],
	}),
];
