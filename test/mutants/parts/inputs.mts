import { heldBy } from '../heldBy.mts';

/** What a user enters: identifiers, filters, a token. */
export const inputs = [
	...heldBy(['account/tokenText'], {
		'blanks around a token are left out': [
			'api/auth/exchange.ts#?',
			'.trim() .regex(/^[\\x20-',
			'.regex(/^[\\x20-',
		],
	}),
	...heldBy(['orders/reading'], {
		'nothing in a filter is left out': [
			'filterValues',
			'return values.filter((entry) => !isBlank(entry)).map(String)',
			'return values.map(String)',
		],
	}),
	...heldBy(['lists/groupedLists'], {
		'rows of overlapping pages come once': [
			'groupedList',
			'identity: (row) => JSON.stringify(row)',
			'',
		],
	}),
	...heldBy(['requests/identifiers'], {
		"an order's ID is a number": ['addressOf', 'numeric === undefined ? value', 'true ? value'],
	}),
	...heldBy(['requests/identifiers'], {
		'a number that is no longer exact is refused': [
			'assertExact',
			'if (!isInexact(value))',
			'if (true)',
		],
	}),
	...heldBy(['products/refusedSkus'], {
		'a path part is neither . nor ..': [
			'safePart',
			"if (value === '.' || value === '..') {",
			'if (false) {',
		],
		'a path part is not empty': ['safePart', 'if (isBlank(value)) { throw', 'if (false) { throw'],
		'a vertical bar is refused in a filter': [
			'joinFilter',
			"value.includes('|'))",
			'value.length < 0)',
		],
		'half a character is refused': ['encode', '/\\p{Surrogate}/u.test(value)', 'false'],
	}),
	...heldBy(['products/difficultSkus'], {
		'path parts are encoded': ['encode', 'return encodeURIComponent(value)', 'return value'],
	}),
];
