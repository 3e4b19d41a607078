import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { shown, go } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import {
	accountOf,
	kinds,
	type Account,
	type Kind,
	type Row,
} from '../../support/sellerAccount.mts';
import { writes } from '../../support/sync.mts';

/*
 * The expensive accidents of this trade: a list that is wrong as a whole is not written, with the
 * guards that are on by default. And the changes of an ordinary night are written.
 */

/** SKUs that the hub holds, and how many of them have stock: every accident happens to the small ones. */
const small = [
	{ size: 10, stocked: 10 },
	{ size: 10, stocked: 2 },
];
/** And to one of these. */
const large = [
	{ size: 38, stocked: 30 },
	{ size: 200, stocked: 38 },
	{ size: 400, stocked: 240 },
];

type Change = (rows: Row[], account: Account) => Row[];
interface Accident {
	list: Change;
	/** The kinds of lists that it can happen to; all when left out. */
	only?: ReadonlyArray<Kind['name']>;
	/** Whether it looks like an ordinary night where only two of ten SKUs have stock. */
	ordinaryOfFew?: boolean;
	/** Parameters of the node, beside its defaults. */
	parameters?: INodeParameters;
}

const prices = ['precoDe', 'precoPor'] as const;
const fields = ['estoque', ...prices] as const;
const cents = (value: number) => Math.round(value * 100) / 100;
const each =
	(change: (row: Row, index: number, rows: Row[]) => Partial<Row>): Change =>
	(rows) =>
		rows.map((row, index) => ({ ...row, ...change(row, index, rows) }));
/** Every number of the list becomes another one. */
const every = (change: (value: number) => unknown, names: readonly string[] = fields): Change =>
	each((row) =>
		Object.fromEntries(names.map((name) => [name, change(Number(row[name as 'estoque']))])),
	);
/** The values of another row, `offset` rows away; `edge` where there is none. */
const moved = (offset: number, edge: 'around' | 'blank' | 'title'): Change =>
	each((_row, index, rows) => {
		const from = index - offset;
		const inside = from >= 0 && from < rows.length;
		const other = inside || edge === 'around' ? rows.at(from % rows.length) : undefined;
		return Object.fromEntries(
			fields.map((name) => [name, other?.[name] ?? (edge === 'blank' ? '' : name)]),
		);
	});
const whole = { wholeList: true };
const stock: Accident['only'] = ['stock'];
const priceLists: Accident['only'] = ['price', 'customizedPrice'];
const titles: Row = {
	sku: 'sku',
	estoque: 'estoque',
	precoDe: 'precoDe',
	precoPor: 'precoPor',
};
const half =
	(share: number): Change =>
	(rows) =>
		rows.slice(0, Math.round(rows.length * share));

const accidents: Record<string, Accident> = {
	'times 100': { list: every((value) => cents(value * 100)) },
	'divided by 100': { list: every((value) => cents(value / 100)) },
	'times 10': { list: every((value) => cents(value * 10)) },
	'divided by 10': { list: every((value) => cents(value / 10)) },
	'only the selling price in cents': {
		list: every((value) => cents(value * 100), ['precoPor']),
		only: priceLists,
	},
	'only the selling price divided by 100': {
		list: every((value) => cents(value / 100), ['precoPor']),
		only: priceLists,
	},
	'only the price before discount divided by 100': {
		list: every((value) => cents(value / 100), ['precoDe']),
		only: priceLists,
	},
	'the price of a package of six': { list: every((value) => value * 6, prices), only: priceLists },
	'an empty column': { list: every(() => '') },
	'only the price before discount is empty': {
		list: every(() => '', ['precoDe']),
		only: priceLists,
	},
	'all zero': { list: every(() => 0) },
	'all zero, as text': { list: every(() => '0,00') },
	'a list cut in half, declared whole': { list: half(0.5), parameters: whole },
	'a list cut in half, the rest to zero': {
		list: half(0.5),
		only: stock,
		parameters: { ...whole, missingInList: 'zero' },
	},
	'a list cut to 60 %, the rest to zero': {
		list: half(0.6),
		only: stock,
		parameters: { ...whole, missingInList: 'zero' },
	},
	'nothing but the titles, the rest to zero': {
		list: () => [titles],
		only: stock,
		parameters: { ...whole, missingInList: 'zero' },
	},
	'swapped columns': {
		list: each(({ precoDe, precoPor }) => ({ precoDe: precoPor, precoPor: precoDe })),
		only: priceLists,
	},
	'SKUs and stock swapped': {
		list: each(({ sku, estoque }) => ({ sku: String(estoque), estoque: sku })),
		only: stock,
	},
	'stock in the price columns': {
		list: each(({ estoque }) => ({ precoDe: estoque, precoPor: estoque })),
		only: priceLists,
	},
	'stock in the column of the selling price': {
		list: each(({ estoque }) => ({ precoPor: estoque })),
		only: priceLists,
	},
	'selling prices in the stock column': {
		list: each(({ precoPor }) => ({ estoque: precoPor })),
		only: stock,
	},
	'round prices in the stock column': {
		list: each(({ precoDe }) => ({ estoque: Math.round(Number(precoDe)) })),
		only: stock,
	},
	'a column moved down by a row, the first one blank': { list: moved(1, 'blank') },
	'a column moved down by a row, the first one the title': { list: moved(1, 'title') },
	'a column moved up by a row, the last one blank': { list: moved(-1, 'blank') },
	'a column moved by a row, around the end': { list: moved(1, 'around') },
	'SKUs sorted without their columns': {
		list: (rows) => {
			const skus = rows.map(({ sku }) => sku).reverse();
			return rows.map((row, index) => ({ ...row, sku: skus[index]! }));
		},
	},
	'text instead of numbers': { list: every(() => 'sob consulta') },
	'a formula without a result': { list: every(() => '#REF!') },
	negative: { list: every((value) => -value - 1) },
	'a foreign currency sign': { list: every((value) => `US$ ${value.toFixed(2)}`) },
	'each SKU twice, with other values': {
		list: (rows, account) => [...rows, ...every((value) => value + 1)(rows, account)],
	},
	'another account, with other SKUs': {
		list: (_rows, { another }) => another.map((row) => ({ ...row, sku: `OTHER-${row.sku}` })),
	},
	'another account, with the same SKUs': {
		list: (_rows, { another }) => another,
		ordinaryOfFew: true,
	},
	'the prices of another channel': {
		list: (rows) => every((value) => cents(value * 1.2), prices)(rows, {} as Account),
		only: ['customizedPrice'],
	},
	'a channel that has no prices yet, meant to be another one': {
		list: (rows) => rows.map((row) => ({ ...row, idCanalIntegracao: 12 })),
		only: ['customizedPrice'],
	},
	'every price raised by 90 % instead of 9 %': {
		list: every((value) => cents(value * 1.9), prices),
		only: priceLists,
	},
};

describe.each(kinds)('$name', (kind) => {
	const happening = Object.entries(accidents)
		.filter(([, { only = [kind.name] }]) => only.includes(kind.name))
		.flatMap(([name, accident], place) =>
			[...small, large[place % large.length]!].map((account) => ({
				name,
				...accident,
				...account,
			})),
		)
		.filter(
			({ ordinaryOfFew = false, stocked }) =>
				!(ordinaryOfFew && kind.name === 'stock' && stocked === 2),
		);

	test.each(happening)(
		'$name, $size SKUs, $stocked with stock: nothing is written',
		async ({ list, parameters, size, stocked }) => {
			const { hub, n8n } = await setup({ seed: { products: 0 } });
			const account = accountOf(size, stocked);
			kind.fill(hub, account);
			const before = kind.state(hub);
			const items = kind.items(list(account.rows, account));
			const result = await n8n.run({ ...kind.sync, ...parameters }, items, go);
			expect(writes(hub)).toEqual([]);
			expect(kind.state(hub)).toEqual(before);
			expect(result.json().length).toBeGreaterThanOrEqual(items.length);
			for (const { status, error } of result.json())
				if (status === 'held' || status === 'refused') expect(error).toEqual(expect.any(String));
				else expect(['unchanged', 'notInHub']).toContain(status);
		},
	);

	const nights = [...small, ...large].map((account, night) => ({ ...account, night: night + 1 }));

	test.each(nights)(
		'ordinary night $night, $size SKUs, $stocked with stock: what has changed is written',
		async ({ size, stocked, night }) => {
			const { hub, n8n } = await setup({ seed: { products: 0 } });
			const account = accountOf(size, stocked);
			kind.fill(hub, account);
			const list = kind.night(account, night);
			const result = await n8n.done(kind.sync, kind.items(list));
			const changed = list.filter((row, index) => row !== account.rows[index]);
			expect(result.json().filter(({ status }) => status === 'updated')).toHaveLength(
				changed.length,
			);
			expect(kind.state(hub)).toEqual(kind.items(list));
		},
	);

	test('On Error: Stop tells of a list that is wrong', async () => {
		const { hub, n8n } = await setup({ seed: { products: 0 } });
		const account = accountOf(40, 30);
		kind.fill(hub, account);
		const list = every((value) => value * 100)(account.rows, account);
		const result = await n8n.run(kind.sync, kind.items(list));
		expect(writes(hub)).toEqual([]);
		expect(shown(result.nodeError)).toMatch(/Nothing was sent|40 compared, 40 held/);
	});
});
