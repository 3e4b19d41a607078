import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { go } from '../../support/items.mts';
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
const ofStock = (list: Change, parameters = {}): Accident => ({
	list,
	only: ['stock'],
	parameters,
});
const ofPrices = (list: Change): Accident => ({ list, only: ['price', 'customizedPrice'] });
const ofChannel = (list: Change): Accident => ({ list, only: ['customizedPrice'] });
const titles: Row = { sku: 'sku', estoque: 'estoque', precoDe: 'precoDe', precoPor: 'precoPor' };
const cut =
	(share: number): Change =>
	(rows) =>
		rows.slice(0, Math.round(rows.length * share));
const restToZero = { wholeList: true, missingInList: 'zero' };

const accidents: Record<string, Accident> = {
	'times 100': { list: every((value) => cents(value * 100)) },
	'divided by 100': { list: every((value) => cents(value / 100)) },
	'times 10': { list: every((value) => cents(value * 10)) },
	'divided by 10': { list: every((value) => cents(value / 10)) },
	'only the selling price in cents': ofPrices(every((value) => cents(value * 100), ['precoPor'])),
	'only the selling price divided by 100': ofPrices(
		every((value) => cents(value / 100), ['precoPor']),
	),
	'only the price before discount divided by 100': ofPrices(
		every((value) => cents(value / 100), ['precoDe']),
	),
	'the price of a package of six': ofPrices(every((value) => value * 6, prices)),
	'an empty column': { list: every(() => '') },
	'only the price before discount is empty': ofPrices(every(() => '', ['precoDe'])),
	'all zero': { list: every(() => 0) },
	'all zero, as text': { list: every(() => '0,00') },
	'a list cut in half, declared whole': { list: cut(0.5), parameters: { wholeList: true } },
	'a list cut in half, the rest to zero': ofStock(cut(0.5), restToZero),
	'a list cut to 60 %, the rest to zero': ofStock(cut(0.6), restToZero),
	'nothing but the titles, the rest to zero': ofStock(() => [titles], restToZero),
	'swapped columns': ofPrices(
		each(({ precoDe, precoPor }) => ({ precoDe: precoPor, precoPor: precoDe })),
	),
	'SKUs and stock swapped': ofStock(
		each(({ sku, estoque }) => ({ sku: String(estoque), estoque: sku })),
	),
	'stock in the price columns': ofPrices(
		each(({ estoque }) => ({ precoDe: estoque, precoPor: estoque })),
	),
	'stock in the column of the selling price': ofPrices(
		each(({ estoque }) => ({ precoPor: estoque })),
	),
	'selling prices in the stock column': ofStock(each(({ precoPor }) => ({ estoque: precoPor }))),
	'round prices in the stock column': ofStock(
		each(({ precoDe }) => ({ estoque: Math.round(Number(precoDe)) })),
	),
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
	'another account, with the same SKUs': { list: (_, { another }) => another, ordinaryOfFew: true },
	'the prices of another channel': ofChannel((rows) =>
		every((value) => cents(value * 1.2), prices)(rows, {} as Account),
	),
	'a channel that has no prices yet, meant to be another one': ofChannel((rows) =>
		rows.map((row) => ({ ...row, idCanalIntegracao: 12 })),
	),
	'every price raised by 90 % instead of 9 %': ofPrices(
		every((value) => cents(value * 1.9), prices),
	),
};

describe.each(kinds)('$name', (kind) => {
	const happening = Object.entries(accidents)
		.filter(([, { only = [kind.name] }]) => only.includes(kind.name))
		.flatMap(([name, accident], place) =>
			[...small, large[place % large.length]!].map((size) => ({ name, ...accident, ...size })),
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
				if (status === 'held' || status === 'refused' || status === 'notSent')
					expect(error).toEqual(expect.any(String));
				else expect(['unchanged', 'notInHub']).toContain(status);
		},
	);

	const nights = [...small, ...large].map((account, night) => ({ ...account, night: night + 1 }));

	test.each(nights)(
		'ordinary night $night, $size SKUs, $stocked with stock: the changes are written',
		async ({ size, stocked, night }) => {
			const { hub, n8n } = await setup({ seed: { products: 0 } });
			const account = accountOf(size, stocked);
			kind.fill(hub, account);
			const list = kind.night(account, night);
			const result = await n8n.done(kind.sync, kind.items(list));
			const changed = list.filter((row, index) => row !== account.rows[index]);
			const updated = result.json().filter(({ status }) => status === 'updated');
			expect(updated).toHaveLength(changed.length);
			expect(kind.state(hub)).toEqual(kind.items(list));
		},
	);
});
