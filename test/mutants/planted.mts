/** A part of the product taken out or changed; one of the tests named must notice. */
export interface Planted {
	part: string;
	/** Stands once in the built package, wherever that is. */
	text: string;
	replacement: string;
	/** Test files, below test/integration. */
	tests: string[];
}

export const planted: Planted[] = [
	{
		part: 'the credential is refused for another origin',
		text: 'target.origin !== account.origin',
		replacement: 'false',
		tests: ['account/httpRequest'],
	},
	{
		part: 'user name and password are refused in the Base URL',
		text: "url.username !== '' || url.password !== ''",
		replacement: 'false',
		tests: ['account/credential'],
	},
	{
		part: "a trigger's credential is read afresh after a 401",
		text: '!fresh && known !== undefined',
		replacement: 'known !== undefined',
		tests: ['triggers/credential'],
	},
	{
		part: "the key of a trigger's credential holds its ID",
		text: "?.id ?? '';",
		replacement: "?.id === undefined ? '' : 'x';",
		tests: ['triggers/credential'],
	},
	{
		part: 'pages are read side by side',
		text: '(offsets, concurrency, read)',
		replacement: '(offsets, 1, read)',
		tests: ['lists/pagination'],
	},
	{
		part: 'batches are waited for side by side',
		text: 'waits.push(waiting);',
		replacement: 'await waiting;',
		tests: ['batches/batchWaiting'],
	},
	{
		part: 'the depth of a webhook body is bounded',
		text: '&& depthOf(text) <= deepest',
		replacement: '',
		tests: ['triggers/bodies'],
	},
	{
		part: 'an emission is given up after its hour',
		text: 'Date.now() - since < patience',
		replacement: 'true',
		tests: ['triggers/queue'],
	},
	{
		part: 'a product that stands on two pages of the list is read again',
		text: 'times.get(sku) === 1 && ',
		replacement: '',
		tests: ['sync/reading'],
	},
	{
		part: 'SKUs that the list does not name are looked for when products moved meanwhile',
		text: '!moved && lookup.open.length > pages',
		replacement: 'lookup.open.length > pages',
		tests: ['sync/reading'],
	},
	{
		part: 'a held run sends nothing',
		text: 'return { decisions, changes: [], held }',
		replacement: 'return { decisions, changes, held }',
		tests: ['sync/accidents'],
	},
	{
		part: 'nothing is set to zero while an item does not say its SKU',
		text: "settings.missing === 'zero' && rest.isKnown",
		replacement: "settings.missing === 'zero'",
		tests: ['sync/previewAndMissing'],
	},
	{
		part: 'the same SKU with different values is refused',
		text: 'group.every(({ values }) => (0, isEqual_1.default)(values, first.values))',
		replacement: 'group.length > 0',
		tests: ['sync/accidents'],
	},
];
