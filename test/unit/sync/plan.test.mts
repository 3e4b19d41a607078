import { describe, expect, test } from 'vitest';
import { withBodies } from '../../../nodes/MarketplaceHub/actions/sync/decide.ts';
import type { Change } from '../../../nodes/MarketplaceHub/actions/sync/change.ts';
import type { Found, SyncKind } from '../../../nodes/MarketplaceHub/actions/sync/kind.ts';
import { changeOfRow, makePlan } from '../../../nodes/MarketplaceHub/actions/sync/plan/plan.ts';
import { shareOfListed } from '../../../nodes/MarketplaceHub/actions/sync/guards/namedShare.ts';
import type { SyncSettings } from '../../../nodes/MarketplaceHub/actions/sync/settings.ts';
import { HubError } from '../../../nodes/MarketplaceHub/api/errors.ts';
import type { Comparable } from '../../../nodes/MarketplaceHub/api/comparison/comparable.ts';
import {
	type HubEntry,
	SnapshotDraft,
} from '../../../nodes/MarketplaceHub/api/snapshot/snapshot.ts';
import { desired, held, listRow, row, unsendable } from './rows.mts';

/* What a run is to do, as a function of the list, the snapshot and the settings. */

const requests = { endpoint: 'stockBatch', most: 100 } as const;
const kind = (part: Partial<SyncKind> = {}): SyncKind => ({
	...{ shape: { fields: {}, record: {}, check: {} as never }, identity: { sku: 'sku' } },
	...{ comparedFields: { estoque: 'number', preco: 'cents' } },
	...{ listKind: 'stock', createsNew: false, writes: 'all' },
	ways: { update: requests, remove: requests },
	finderOf:
		(_rows, { values }) =>
		({ key }) => ({ before: values.get(key) }),
	...part,
});
const record = kind({
	...{ createsNew: true, writes: 'differences' },
	ways: { update: requests, create: requests },
});
const refused = new HubError('refused', 'Nein');

describe('a row beside the hub', () => {
	const given = { estoque: 5, preco: 100 };
	const other = { estoque: 4, preco: 100 };
	const written = { estoque: 5 };
	test.each<[string, SyncKind, Found, Partial<Change>]>([
		['with other values', kind(), { before: other }, { does: 'update', after: given }],
		['with the same values', kind(), { before: given }, { does: 'unchanged', after: given }],
		['that the hub lacks', kind(), {}, { does: 'notInHub' }],
		[
			'that the hub lacks and that can be written',
			kind({ createsNew: true }),
			{},
			{ does: 'update', after: given },
		],
		['a record with other values', record, { before: other }, { does: 'update', after: written }],
		['a record with the same values', record, { before: given }, { does: 'unchanged', after: {} }],
		['a record that the hub lacks', record, {}, { does: 'create', after: given }],
		[
			'whose values the hub does not tell',
			kind(),
			{ before: {} },
			{ does: 'update', before: {}, after: given },
		],
		[
			'whose variations have the values',
			kind(),
			{ before: other, isSettled: true },
			{ does: 'unchanged' },
		],
		[
			'with notes and its own prices',
			kind(),
			{ before: other, note: 'Look', ownPrices: { preco: 3 }, follows: { row: 'P' } },
			{ does: 'update', note: 'Look', ownPrices: { preco: 3 }, follows: { row: 'P' } },
		],
		[
			'that must not be sent',
			kind(),
			{ before: other, obstacle: refused },
			{ does: 'update', failure: refused },
		],
		[
			'that must not be sent, and changes nothing',
			kind(),
			{ before: given, obstacle: refused },
			{ does: 'unchanged' },
		],
		[
			'that could not be read',
			record,
			{ obstacle: refused },
			{ does: 'notCompared', failure: refused },
		],
	])('%s', (_what, of, found, expected) => {
		const one = changeOfRow(listRow('A', { given }), () => found, of);
		expect(one).toMatchObject(expected);
		if ('after' in expected) expect(one).toHaveProperty('after', expected.after);
		if (expected.failure === undefined) expect(one.failure).toBeUndefined();
	});

	test('one that breaks a rule is not compared', () => {
		const one = changeOfRow(listRow('A', { given, failure: refused }), () => ({}), kind());
		expect(one).toMatchObject({ does: 'notCompared', failure: refused });
	});
});

const wholeList = { wholeList: true, onlyChanges: false, dryRun: false } as const;
const planOf = async (
	list: Awaited<ReturnType<typeof desired>>,
	hub: Record<string, Comparable>,
	{ of = kind(), ...part }: Partial<SyncSettings> & { of?: SyncKind } = {},
) => {
	const snapshot = new SnapshotDraft();
	for (const [sku, values] of Object.entries(hub)) {
		const isNamed = list.byKey.has(sku);
		const entry: HubEntry = { key: sku, identity: { sku }, values };
		snapshot.listed.add(sku);
		snapshot.addProduct(sku, []);
		if (isNamed) snapshot.values.set(sku, values);
		else snapshot.others.set(sku, entry);
	}
	const limits = { ofEntries: new Map(), ofRun: new Map() };
	const settings: SyncSettings = {
		...{ ...wholeList, wholeList: false, missingInList: 'ignore', limits, unusual: [] },
		...part,
	};
	return await makePlan(list, snapshot, settings, of);
};

describe('a list beside a snapshot', () => {
	test('a right list may name only variations whose products no record tells', async () => {
		const given = { estoque: 5 };
		const skus = ['A', 'B', 'C', 'D'];
		const list = await desired(...skus.map((sku) => listRow(`${sku}-M`, { given })));
		const snapshot = new SnapshotDraft();
		for (const sku of skus) {
			snapshot.listed.add(sku);
			snapshot.addVariation(`${sku}-M`, sku === 'A' ? 'A' : undefined);
			snapshot.values.set(`${sku}-M`, given);
		}
		expect(await shareOfListed(list, snapshot)).toEqual({ named: 4, inHub: 4 });
	});

	test('each row gets the values of its own key', async () => {
		const given = { estoque: 5 };
		const list = await desired(listRow('A', { given }), listRow('B', { given }));
		const { changes, namedShare } = await planOf(list, { A: { estoque: 4 }, B: given });
		expect(changes).toMatchObject([
			{ key: 'A', does: 'update', before: { estoque: 4 } },
			{ key: 'B', does: 'unchanged', before: given },
		]);
		expect(namedShare).toBeUndefined();
	});

	test.each<[SyncSettings['missingInList'], Partial<Change>[]]>([
		['zero', [{ does: 'update', after: { estoque: 0 }, before: { estoque: 3 } }]],
		['delete', [{ does: 'remove', after: {}, before: { estoque: 3 } }]],
		['report', [{ does: 'onlyInHub', before: { estoque: 3 } }]],
		['ignore', []],
	])('an entry that only the hub has: %s', async (missingInList, expected) => {
		const of = kind({ comparedFields: { estoque: 'number' } });
		const list = await desired(listRow('A', { given: { estoque: 5 } }));
		const hub = { A: { estoque: 5 }, B: { estoque: 3 } };
		const { changes, namedShare } = await planOf(list, hub, { ...wholeList, missingInList, of });
		expect(changes.slice(1)).toMatchObject(expected.map((one) => ({ ...one, itemIndexes: [] })));
		expect(changes).toHaveLength(1 + expected.length);
		expect(namedShare).toMatchObject({ named: 1, inHub: 2 });
	});

	test.each<[SyncSettings['missingInList'], Partial<Change>[]]>([
		['zero', [{ key: 'B', does: 'onlyInHub' }]],
		['delete', [{ key: 'B', does: 'onlyInHub' }]],
		['report', [{ key: 'B', does: 'onlyInHub' }]],
	])('an entry that a row names in another spelling: %s', async (missingInList, expected) => {
		const of = kind({ comparedFields: { estoque: 'number' } });
		const list = await desired(listRow('b', { given: { estoque: 5 } }));
		const { changes } = await planOf(
			list,
			{ B: { estoque: 3 } },
			{ ...wholeList, missingInList, of },
		);
		expect(changes.slice(1)).toMatchObject(expected);
		expect(changes[1]!.failure?.kind).toBe(missingInList === 'report' ? undefined : 'held');
	});

	test('what is at zero already is not held, though a row names it in another spelling', async () => {
		const of = kind({ comparedFields: { estoque: 'number' } });
		const list = await desired(listRow('b'));
		const settings = { ...wholeList, missingInList: 'zero', of } as const;
		const { changes } = await planOf(list, { B: { estoque: 0 } }, settings);
		expect(changes).toMatchObject([{ key: 'b', does: 'notInHub' }]);
	});
});

describe('bodies', () => {
	const rows = new Map([['A', listRow('A', { lacksOwn: true })]]);
	const filled = async (change: Change, of = kind()) => (await withBodies([change], rows, of))[0]!;
	const values = { after: { estoque: 5, preco: 1990 } };

	test('identity and values, prices in BRL', async () => {
		const body = { sku: 'A', estoque: 5, preco: 19.9 };
		expect(await filled(row(values))).toMatchObject({ body });
	});

	test.each<Change>([
		row({ does: 'unchanged', ...values }),
		row({ failure: held, ...values }),
		row({ failure: unsendable, ...values }),
	])('none for a change that is not sent: %j', async (change) => {
		expect(await filled(change)).toBe(change);
	});

	test("a kind's own, of the change and its row", async () => {
		const own = kind({ bodyOf: ({ key }, of) => ({ key, lacksOwn: of?.lacksOwn }) });
		expect(await filled(row(values), own)).toMatchObject({ body: { key: 'A', lacksOwn: true } });
	});

	test('a change whose body breaks a rule is unsendable, and the others go on', async () => {
		const own = kind({
			bodyOf({ key }) {
				if (key === 'A') throw refused;
				return { key };
			},
		});
		const changes = ['A', 'B'].map((key) => row({ key }));
		expect(await withBodies(changes, rows, own)).toEqual([
			{ ...changes[0], failure: refused },
			{ ...changes[1], body: { key: 'B' } },
		]);
	});
});
