import { describe, expect, test } from 'vitest';
import { stockInHub } from '../../../nodes/MarketplaceHub/actions/securityStock/stockInHub.ts';
import { isToSend } from '../../../nodes/MarketplaceHub/actions/sync/change.ts';
import { decide } from '../../../nodes/MarketplaceHub/actions/sync/decide.ts';
import type { Found, SyncKind } from '../../../nodes/MarketplaceHub/actions/sync/kind.ts';
import type { SyncSettings } from '../../../nodes/MarketplaceHub/actions/sync/settings.ts';
import { keyOf } from '../../../nodes/MarketplaceHub/api/rows/row.ts';
import { securityStockWrite } from '../../../nodes/MarketplaceHub/api/schemas/writes/stock.ts';
import { noValues } from '../../../nodes/MarketplaceHub/api/comparison/comparable.ts';
import { SnapshotDraft } from '../../../nodes/MarketplaceHub/api/snapshot/snapshot.ts';
import { desired, listRow } from './rows.mts';

/* What the hub has for a row of security stock, as its product's and its variations' entries and rows tell. */

const identityOf = (sku: string) => ({ sku, idCanalIntegracao: 11 });
const stock = (estoqueSeguranca: number) => ({ estoqueSeguranca });

const rowsOf = (list: Record<string, number>) =>
	Object.entries(list).map(([sku, pieces]) =>
		listRow(sku, { identity: identityOf(sku), key: keyOf(identityOf(sku)), given: stock(pieces) }),
	);

/** Security stock by SKU, `P` a product with the variations `a` and `b`. */
const foundIn = async (list: Record<string, number>, hub: Record<string, number>) => {
	const rows = rowsOf(list);
	const byKey = new Map(rows.map((row) => [row.key, row]));
	const snapshot = new SnapshotDraft();
	snapshot.addProduct('P', ['a', 'b']);
	for (const [sku, pieces] of Object.entries(hub)) {
		const [key, identity] = [keyOf(identityOf(sku)), identityOf(sku)];
		if (byKey.has(key)) snapshot.values.set(key, stock(pieces));
		else snapshot.others.set(key, { key, identity, values: stock(pieces) });
	}
	const found = await stockInHub(byKey, snapshot);
	return Object.fromEntries(rows.map((row) => [row.identity.sku, found(row)]));
};

describe('a hub that lists variations', () => {
	test.each<[string, Record<string, number>, Record<string, number>, Record<string, Found>]>([
		['a variation alone', { a: 1 }, { a: 2 }, { a: { before: stock(2) } }],
		[
			'a product: the highest that it changes',
			{ P: 2 },
			{ a: 5, b: 2 },
			{ P: { before: stock(5) } },
		],
		[
			'a product whose variations have rows of their own is settled',
			{ P: 2, a: 1, b: 2 },
			{ a: 5, b: 2 },
			{ P: { isSettled: true }, a: { before: stock(5), follows: { row: keyOf(identityOf('P')) } } },
		],
		[
			'a product that changes b, and a variation that goes to zero: its value of before counts',
			{ P: 3, a: 0 },
			{ a: 5, b: 2 },
			{
				P: { before: stock(2) },
				a: { before: stock(5), follows: { row: keyOf(identityOf('P')) } },
			},
		],
		[
			'a product that changes nothing, and a variation',
			{ P: 2, a: 0 },
			{ a: 5, b: 2 },
			{ P: { isSettled: true }, a: { before: stock(5) } },
		],
		[
			'both have entries: each its own, and the variation follows its product',
			{ a: 2, P: 5 },
			{ P: 3, a: 2 },
			{
				P: { before: stock(3) },
				a: { before: stock(2), follows: { row: keyOf(identityOf('P')) } },
			},
		],
	])('%s', async (_what, list, hub, expected) => {
		expect(await foundIn(list, hub)).toMatchObject(expected);
	});
});

test.each<[string, Record<string, number>, Record<string, number>, Found]>([
	[
		'of a product with stock, what a variation has is not told',
		{ a: 1 },
		{ P: 3 },
		{ before: noValues },
	],
	['of a product without, it has none', { a: 1 }, { P: 0 }, { before: stock(0) }],
	['where its product has no entry, it has none', { a: 1 }, {}, { before: stock(0) }],
])('a hub that lists products: %s', async (_what, list, hub, expected) => {
	expect((await foundIn(list, hub)).a!.before).toEqual(expected.before);
});

describe('a variation whose product no record tells may be one of any row', () => {
	/** The rows that are sent, of a list beside a hub with these values. */
	const sent = async (list: Record<string, number>, hub: Record<string, number>) => {
		const rows = rowsOf(list);
		const snapshot = new SnapshotDraft();
		snapshot.addVariation('v', undefined);
		for (const { key, identity } of rows) snapshot.values.set(key, stock(hub[identity.sku!]!));
		const kind: SyncKind = {
			...{ listKind: 'stock', shape: securityStockWrite, identity: { sku: 'sku' } },
			...{ comparedFields: { estoqueSeguranca: 'number' }, createsNew: true, writes: 'all' },
			ways: { update: { endpoint: 'securityStockSet', most: 1 } },
			finderOf: stockInHub,
		};
		const settings: SyncSettings = {
			...{ dryRun: false, wholeList: false, onlyChanges: false, missingInList: 'ignore' },
			...{ limits: { ofEntries: new Map(), ofRun: new Map() }, unusual: [] },
		};
		const { changes } = await decide(await desired(...rows), snapshot, settings, kind);
		return changes.filter(isToSend).map(({ body }) => body);
	};

	test('it is sent again if another row changes', async () => {
		expect(await sent({ v: 2, Q: 5 }, { v: 2, Q: 3 })).toEqual([
			{ ...identityOf('v'), ...stock(2) },
			{ ...identityOf('Q'), ...stock(5) },
		]);
	});

	test('nothing is sent if none does', async () => {
		expect(await sent({ v: 2, Q: 5 }, { v: 2, Q: 5 })).toEqual([]);
	});
});
