import { expect, test } from 'vitest';
import { isToSend } from '../../../nodes/MarketplaceHub/actions/sync/change.ts';
import { decide } from '../../../nodes/MarketplaceHub/actions/sync/decide.ts';
import { runGuards } from '../../../nodes/MarketplaceHub/actions/sync/guards/runGuards.ts';
import type { SyncSettings } from '../../../nodes/MarketplaceHub/actions/sync/settings.ts';
import { syncOfSkus } from '../../../nodes/MarketplaceHub/actions/sync/syncOfSkus.ts';
import { stockBatch } from '../../../nodes/MarketplaceHub/actions/stock/updateBatch.ts';
import { SnapshotDraft } from '../../../nodes/MarketplaceHub/api/snapshot/snapshot.ts';
import { desired, listRow } from './rows.mts';

/* A whole run without a hub: what the list, the snapshot and the settings decide. */

const kind = { listKind: 'stock' as const, ...syncOfSkus(stockBatch) };
const toZero = runGuards.find(({ name }) => name === 'zeroShare')!;
const settings = (part: Partial<SyncSettings> = {}): SyncSettings => ({
	...{ dryRun: false, wholeList: false, onlyChanges: false, missingInList: 'ignore' },
	limits: { ofEntries: new Map(), ofRun: new Map([[toZero, 20]]) },
	unusual: [],
	...part,
});

const decided = async (stock: number[], part: Partial<SyncSettings> = {}) => {
	const snapshot = new SnapshotDraft();
	const rows = stock.map((estoque, index) => listRow(`P${index}`, { given: { estoque } }));
	for (const { key } of rows) snapshot.values.set(key, { estoque: 5 });
	return await decide(await desired(...rows), snapshot, settings(part), kind);
};
const twelve = (zeros: number) => Array.from({ length: 12 }, (_, index) => (index < zeros ? 0 : 5));

test('what differs has a body, what does not has none', async () => {
	const { changes, heldRun } = await decided([5, 7]);
	expect(heldRun).toBeUndefined();
	expect(changes).toMatchObject([
		{ does: 'unchanged' },
		{ does: 'update', body: { sku: 'P1', estoque: 7 } },
	]);
});

test('a guard holds the run: its changes and the decision say so', async () => {
	const { changes, heldRun } = await decided(twelve(6));
	expect(heldRun?.message).toContain('6 of 12 entries with stock (50 %) would go to zero');
	expect(changes.filter(({ failure }) => failure === heldRun)).toHaveLength(6);
	expect(changes[0]!.failure).toBe(heldRun);
});

test('a dry run decides what the run decides', async () => {
	const told = async (dryRun: boolean) =>
		(await decided(twelve(6), { dryRun })).changes.map((one) => [one.does, isToSend(one)]);
	expect(await told(true)).toEqual(await told(false));
});
