import { expect, test } from 'vitest';
import { heldRemoval, whatKeeps } from '../../../nodes/MarketplaceHub/actions/sync/plan/removal.ts';
import { HubError } from '../../../nodes/MarketplaceHub/api/errors.ts';
import { Names } from '../../../nodes/MarketplaceHub/api/snapshot/names.ts';
import {
	type ListRow,
	SnapshotDraft,
} from '../../../nodes/MarketplaceHub/api/snapshot/snapshot.ts';
import { listRow } from './rows.mts';

/* What keeps the price of SKU B in channel 11, which no row of a whole list is about. */

const inChannel = (sku: string, channel: number, part: Partial<ListRow> = {}) =>
	listRow(sku, {
		...{ key: `${sku}|${channel}`, identity: { sku, idCanalIntegracao: channel } },
		...part,
	});
const { key, identity } = inChannel('B', 11);
const entry = { key, identity, values: { precoPor: 100 } };
const failure = new HubError('invalid', 'Nein');
/** Another row of the channel, without which nothing of that would be removed. */
const beside = inChannel('C', 11);

interface Case {
	rows: ListRow[];
	records?: (snapshot: SnapshotDraft) => void;
	hasUnresolved?: boolean;
}
const alike = 'the list has the SKU "b", which may be this one in another spelling';

test.each<[string, Case, ReturnType<typeof whatKeeps>]>([
	['nothing', { rows: [beside] }, undefined],
	['a row with its key', { rows: [beside, inChannel('B', 11)] }, 'asNamed'],
	[
		'a row with its key that breaks a rule',
		{ rows: [beside, inChannel('B', 11, { failure })] },
		'asNamed',
	],
	[
		'nothing, where one SKU of the channel has a row that breaks a rule, then a valid one',
		{ rows: [inChannel('C', 11, { failure }), beside] },
		undefined,
	],
	['another spelling', { rows: [inChannel('b', 11)] }, { heldBecause: alike }],
	['its own SKU in another channel does not', { rows: [beside, inChannel('B', 12)] }, undefined],
	[
		'its product in the same channel',
		{ rows: [inChannel('P', 11)], records: (snapshot) => snapshot.addProduct('P', ['B']) },
		'asNamed',
	],
	[
		'its product in another channel does not',
		{
			rows: [beside, inChannel('P', 12)],
			records: (snapshot) => snapshot.addProduct('P', ['B']),
		},
		undefined,
	],
	[
		'a product that only its own record tells',
		{ rows: [inChannel('P', 11)], records: (snapshot) => snapshot.addVariation('B', 'P') },
		'asNamed',
	],
	[
		'one of its variations',
		{ rows: [inChannel('V', 11)], records: (snapshot) => snapshot.addProduct('B', ['V']) },
		'asNamed',
	],
	[
		'a variation whose own record names it',
		{ rows: [inChannel('V', 11)], records: (snapshot) => snapshot.addVariation('V', 'B') },
		'asNamed',
	],
	[
		'a row of one of its variations that gives both SKUs',
		{ rows: [inChannel('V', 11, { ofProduct: 'B' })] },
		'asNamed',
	],
	[
		'a row of a variation that gives both SKUs, in another channel, does not',
		{ rows: [beside, inChannel('V', 12, { ofProduct: 'B' })] },
		undefined,
	],
	[
		'a product that no record tells',
		{ rows: [beside], records: (snapshot) => snapshot.addVariation('B', undefined) },
		'asNamed',
	],
	[
		'something of the input that is not resolved',
		{ rows: [beside], hasUnresolved: true },
		{ heldBecause: expect.stringContaining('this may be the one') as string },
	],
])('kept by %s', async (_what, { rows, records, hasUnresolved = false }, expected) => {
	const snapshot = new SnapshotDraft();
	records?.(snapshot);
	const names = await Names.of(rows);
	expect(whatKeeps(entry, { names, snapshot, hasUnresolved })).toEqual(expected);
});

test.each([
	['delete', false, 'Held, not deleted: so'],
	['zero', false, 'Held, not set to zero: so'],
	['delete', true, 'Would be held, not deleted: so'],
] as const)('%s, dry run %s: %s', (missingInList, dryRun, message) => {
	expect(heldRemoval('so', missingInList, dryRun)).toMatchObject({
		...{ kind: 'held', message },
		description: 'Correct the list, or the credential, and run again.',
	});
});
