/**
 * Names of operations that n8n's AI builder runs for real to try out a workflow, lower case without
 * other characters: `READ_OPERATIONS` of `@n8n/instance-ai`. A test in test/n8n holds them to the
 * installed release.
 */
export const readWords = [
	'get',
	'getall',
	'getmany',
	'search',
	'list',
	'read',
	'lookup',
	'fetch',
	'download',
	'retrieve',
	'select',
	'query',
	'load',
];

/** Whether n8n takes an operation for one that only reads, by its value. */
export const countsAsRead = (operation: string) =>
	readWords.includes(operation.toLowerCase().replace(/[^a-z]/g, ''));
