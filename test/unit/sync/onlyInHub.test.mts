import { expect, test } from 'vitest';
import { namedBy, rowsOfHub } from '../../../nodes/MarketplaceHub/actions/write/sync/onlyInHub.ts';
import type { SyncKind } from '../../../nodes/MarketplaceHub/actions/write/sync/syncKind.ts';
import { row } from './rows.mts';

const requests = { endpoint: 'stockBatch', most: 100 } as const;
const kind: SyncKind = {
	...{ shape: { fields: {}, record: {}, check: {} as never }, identity: { sku: 'sku' } },
	...{ comparedFields: { estoque: 'number' }, createsMissing: false },
	...{ listKind: 'stock', writes: 'whole' },
	ways: { update: requests, remove: requests },
};
const entry = { key: 'B', identity: { sku: 'B' }, values: { estoque: 3 } };

test.each([
	['zero', { status: 'change', way: 'update', written: { estoque: 0 } }],
	['delete', { status: 'change', way: 'remove', written: {} }],
	['report', { status: 'onlyInHub', written: {} }],
] as const)('an entry that only the hub has: %s', async (missingInList, expected) => {
	const unnamed = {
		missingInList,
		named: await namedBy([row()]),
		dryRun: false,
		hasNameless: false,
	};
	expect(await rowsOfHub([entry], unnamed, kind)).toMatchObject([
		{ itemIndexes: [], before: { estoque: 3 }, ...expected },
	]);
});

test('an entry that the list names, in this or another spelling, is neither changed nor deleted', async () => {
	const rows = [
		row({ key: 'b', identity: { sku: 'b' } }),
		row({ key: 'C', identity: { sku: 'C' } }),
	];
	const unnamed = {
		missingInList: 'delete',
		named: await namedBy(rows),
		dryRun: false,
		hasNameless: false,
	} as const;
	const named = { ...entry, key: 'C', identity: { sku: 'C' } };
	expect(await rowsOfHub([entry, named], unnamed, kind)).toMatchObject([
		{ key: 'B', status: 'held' },
	]);
});
