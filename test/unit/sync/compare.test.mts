import { describe, expect, test } from 'vitest';
import { HubError } from '../../../nodes/MarketplaceHub/api/errors.ts';
import type { Comparable } from '../../../nodes/MarketplaceHub/api/comparable.ts';
import type { Finding } from '../../../nodes/MarketplaceHub/api/reading/reading.ts';
import type { NodeContext } from '../../../nodes/MarketplaceHub/actions/operation.ts';
import {
	compareRow,
	compareRows,
	fillBodies,
} from '../../../nodes/MarketplaceHub/actions/write/sync/compare.ts';
import type { SyncKind } from '../../../nodes/MarketplaceHub/actions/write/sync/syncKind.ts';
import type { SyncRow } from '../../../nodes/MarketplaceHub/actions/write/sync/syncRow.ts';
import { row } from './rows.mts';

const requests = { endpoint: 'stockBatch', most: 100 } as const;
const kind = (part: Partial<SyncKind> = {}): SyncKind => ({
	...{ shape: { fields: {}, record: {}, check: {} as never }, identity: { sku: 'sku' } },
	...{ comparedFields: { estoque: 'number', preco: 'cents' } },
	...{ listKind: 'stock', createsMissing: false, writes: 'whole', ways: { update: requests } },
	...part,
});
const record = kind({
	...{ createsMissing: true, writes: 'differences' },
	ways: { update: requests, create: requests },
});
const refused = new HubError('refused', 'Nein');

describe('a row beside the hub', () => {
	const given = { estoque: 5, preco: 100 };
	test.each<[string, SyncKind, Comparable | undefined, Partial<SyncRow>]>([
		['with other values', kind(), { estoque: 4, preco: 100 }, { status: 'change', written: given }],
		['with the same values', kind(), given, { status: 'unchanged', written: given }],
		['that the hub lacks', kind(), undefined, { status: 'notInHub', way: undefined }],
		[
			'that the hub lacks and that can be written',
			kind({ createsMissing: true }),
			undefined,
			{ status: 'change', way: 'update', written: given },
		],
		[
			'a record with other values',
			record,
			{ estoque: 4, preco: 100 },
			{ status: 'change', way: 'update', written: { estoque: 5 } },
		],
		['a record with the same values', record, given, { status: 'unchanged', written: {} }],
		[
			'a record that the hub lacks',
			record,
			undefined,
			{ status: 'change', way: 'create', written: given },
		],
	])('%s', (_what, of, before, expected) => {
		const one = row({ given, before, status: 'onlyInHub', way: undefined });
		compareRow(one, of);
		expect(one).toMatchObject({ way: 'update', ...expected });
		expect(one.written).toEqual(expected.written ?? given);
	});
});

describe('rows beside a reading', () => {
	const compared = async (
		{ A, B = {} }: Record<string, Finding>,
		given: Comparable = { estoque: 5 },
	) => {
		const rows = ['A', 'B'].map((key) => row({ key, given }));
		const findings = new Map([
			['A', { before: { estoque: 4 }, ...A }],
			['B', B],
		]);
		await compareRows(rows, { findings }, kind({ createsMissing: true }));
		return rows;
	};

	test('each gets the values of its own key', async () => {
		const [a, b] = await compared({});
		expect([a!.before, b!.before]).toEqual([{ estoque: 4 }, undefined]);
		expect([a!.status, b!.status]).toEqual(['change', 'change']);
		for (const one of [a!, b!]) expect(one).not.toHaveProperty('note');
		for (const one of [a!, b!]) expect(one).not.toHaveProperty('ownPrices');
	});

	test('and its notes and its own prices', async () => {
		const [a, b] = await compared({ A: { note: 'Look' }, B: { ownPrices: { preco: 3 } } });
		expect([a!.note, b!.note]).toEqual(['Look', undefined]);
		expect([a!.ownPrices, b!.ownPrices]).toEqual([undefined, { preco: 3 }]);
	});

	test('one that must not be sent is unsendable, unless it changes nothing', async () => {
		const unsendable = refused;
		const [a, b] = await compared({ A: { unsendable } });
		expect([a!.status, a!.failure]).toEqual(['unsendable', refused]);
		expect([b!.status, b!.failure]).toEqual(['change', undefined]);
		const [same] = await compared({ A: { unsendable } }, { estoque: 4 });
		expect([same!.status, same!.failure]).toEqual(['unchanged', undefined]);
	});
});

describe('bodies', () => {
	const context = {} as NodeContext;
	const filled = async (part: Partial<SyncRow>, of = kind()) => {
		const one = row({ written: { estoque: 5, preco: 1990 }, ...part });
		await fillBodies(context, [one], of);
		return one;
	};

	test('identity and values, prices in BRL', async () => {
		expect((await filled({})).body).toEqual({ sku: 'A', estoque: 5, preco: 19.9 });
	});

	test.each(['unchanged', 'held', 'unsendable'] as const)(
		'none for a row that is %s',
		async (status) => {
			expect((await filled({ status })).body).toEqual({});
		},
	);

	test("a kind's own", async () => {
		const own = kind({ bodyOf: ({ key }, given) => ({ key, isGiven: given === context }) });
		expect((await filled({}, own)).body).toEqual({ key: 'A', isGiven: true });
	});

	test('a row whose body breaks a rule is unsendable, and the others go on', async () => {
		const own = kind({
			bodyOf({ key }) {
				if (key === 'A') throw refused;
				return { key };
			},
		});
		const rows = ['A', 'B'].map((key) => row({ key }));
		await fillBodies(context, rows, own);
		expect(rows.map(({ status, failure }) => [status, failure])).toEqual([
			['unsendable', refused],
			['change', undefined],
		]);
		expect(rows[1]!.body).toEqual({ key: 'B' });
	});
});
