import isEqual from 'lodash/isEqual.js';
import omit from 'lodash/omit.js';
import pick from 'lodash/pick.js';
import without from 'lodash/without.js';
import type { IDataObject } from 'n8n-workflow';
import type { Hub } from '../hub/index.mts';
import { addSecurityStock, addSkus, productFields } from './products.mts';
import { accountOf, kinds as sellersLists, type Account, type Row } from './sellerAccount.mts';
import { heldBy, productSync, securitySync } from './sync.mts';
import type { mapped, op } from './items.mts';

/* The accidents of lists, for the matrix of which guard holds which one. */

export type KindName = 'stock' | 'prices' | 'channelPrices' | 'products' | 'securityStock';

interface GuardedList {
	sync: ReturnType<typeof op<typeof mapped>>;
	/** What a list of this kind holds beside SKUs. */
	values: Array<'estoque' | 'precoDe' | 'precoPor'>;
	fill: (hub: Hub, account: Account) => void;
	items: (rows: readonly Row[]) => IDataObject[];
	/** What becomes of what a whole list does not name. */
	missingInList: string;
}

const prices: GuardedList['values'] = ['precoDe', 'precoPor'];

/** EANs that differ, with their check digits. */
function eanOf(index: number): string {
	const digits = String(789_000_000_000 + index * 7);
	const sum = [...digits].reduce(
		(all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3),
		0,
	);
	return digits + String((10 - (sum % 10)) % 10);
}

/** Texts, codes and measures of a product; those of two neighbours differ. */
const describedAs = (index: number) => ({
	nome: `Camiseta ${index}`,
	descricao: `<p>Camiseta ${index}</p>`,
	descricaoCurta: `Camiseta ${index}, algodão`,
	marca: `Marca ${index % 7}`,
	cor: `Cor ${index % 9}`,
	ean: eanOf(index),
	ncm: String(61_091_000 + (index % 90)),
	mpn: `MPN-${index}`,
	tags: ['Verão'],
	altura: 2 + (index % 5),
	largura: 20 + (index % 7),
	comprimento: 30 + (index % 11),
	peso: (10 + (index % 30)) / 100,
});
type Described = ReturnType<typeof describedAs>;
const describing = without(Object.keys(describedAs(0)), 'tags');
/** With all that a new product needs. */
const described = (rows: readonly Row[]): Row[] =>
	rows.map((row, index) => ({
		...omit(productFields({ skuProduto: row.sku }), 'skuProduto'),
		...row,
		...describedAs(index),
	}));

function fillProducts(hub: Hub, { rows }: Account): void {
	addSkus(
		hub,
		rows.map(({ sku }) => sku),
	);
	for (const { sku, ...values } of rows) Object.assign(heldBy(hub, sku)!, values);
}

export const kinds = {
	stock: { ...sellersLists.stock, values: ['estoque'], missingInList: 'zero' },
	prices: { ...sellersLists.prices, values: prices, missingInList: 'report' },
	channelPrices: { ...sellersLists.channelPrices, values: prices, missingInList: 'delete' },
	products: {
		sync: productSync,
		values: prices,
		fill: fillProducts,
		items: (rows) =>
			rows.map(
				({ sku: skuProduto, estoque: _stock, ...row }) => ({ skuProduto, ...row }) as IDataObject,
			),
		missingInList: 'report',
	},
	securityStock: {
		sync: securitySync,
		values: ['estoque'],
		fill(hub, account) {
			fillProducts(hub, account);
			for (const { sku, estoque } of account.rows) {
				addSecurityStock(hub, sku, Number(estoque));
			}
		},
		items: (rows) =>
			rows.map(
				({ sku, estoque }) =>
					({ idCanalIntegracao: 11, sku, estoqueSeguranca: estoque }) as IDataObject,
			),
		missingInList: 'zero',
	},
} satisfies Record<KindName, GuardedList>;

type Change = (rows: Row[], kind: GuardedList, account: Account) => Row[];

const cents = (value: number) => Math.round(value * 100) / 100;

/** Every value of the list becomes another one, or those of the columns that are named. */
const each =
	(change: (value: number) => unknown, columns?: GuardedList['values']): Change =>
	(rows, { values }) =>
		rows.map((row) => ({
			...row,
			...Object.fromEntries((columns ?? values).map((name) => [name, change(Number(row[name]))])),
		}));
const times = (factor: number, columns?: GuardedList['values']) =>
	each((value) => cents(value * factor), columns);
const ofRows =
	(change: (row: Row) => Partial<Row>): Change =>
	(rows) =>
		rows.map((row) => ({ ...row, ...change(row) }));
/** The values of the row above (1) or below (-1); the row at the edge has none, or the titles. */
const movedBy =
	(step: 1 | -1, edge: 'blank' | 'title'): Change =>
	(rows, { values }) =>
		rows.map((row, index) => {
			const other = rows[index - step];
			return {
				...row,
				...Object.fromEntries(
					values.map((name) => [name, other?.[name] ?? (edge === 'blank' ? '' : name)]),
				),
			};
		});

export interface Accident {
	list: Change;
	only?: readonly KindName[];
	/** Whether the list is declared whole, so that something is done about all that it lacks. */
	wholeList?: true;
}
const priced = ['prices', 'channelPrices', 'products'] as const;
/** Lists whose rows have nothing but SKUs and numbers. */
const ofNumbers = ['stock', 'prices', 'channelPrices'] as const;
const ofPrices = ['prices', 'channelPrices'] as const;

/** The named values of the rows from `share` of the list on come from the row above. */
const movedFrom =
	(share: number, columns?: readonly string[]): Change =>
	(rows, { values }) =>
		rows.map((row, index) => {
			if (index < rows.length * share) return row;
			const above = rows.at(index - 1) as unknown as IDataObject;
			return { ...row, ...pick(above, columns ?? values) };
		});

/** Each column of texts, codes and measures by itself. */
export const movedColumns = Object.fromEntries(
	describing.map((column): [string, Accident] => [
		`${column} moved by a row`,
		{ list: movedFrom(0, [column]), only: ['products'] },
	]),
);

/** Accidents of short lists: in lists of 1,000 rows the others show which guards hold. */
const ofShortLists: Record<string, Accident> = {
	'a tenth': { list: times(0.1), only: ofNumbers },
	'only the selling price in cents': { list: times(100, ['precoPor']), only: ofPrices },
	'only the selling price a hundredth': { list: times(0.01, ['precoPor']), only: ofPrices },
	'only the price before discount a hundredth': {
		list: times(0.01, ['precoDe']),
		only: ofPrices,
	},
	'the price of a package of six': { list: times(6), only: ofPrices },
	'every price raised by 90 % instead of 9 %': { list: times(1.9), only: ofPrices },
	'only the price before discount is empty': { list: each(() => '', ['precoDe']), only: ofPrices },
	'all zero, as text': { list: each(() => '0,00'), only: ofNumbers },
	'text instead of numbers': { list: each(() => 'sob consulta'), only: ofNumbers },
	'a formula without a result': { list: each(() => '#REF!'), only: ofNumbers },
	negative: { list: each((value) => -value - 1), only: ofNumbers },
	'a foreign currency sign': {
		list: each((value) => `US$ ${value.toFixed(2)}`),
		only: ofNumbers,
	},
	'each SKU twice, with other values': {
		list: (rows, ...kind) => [...rows, ...each((value) => value + 1)(rows, ...kind)],
		only: ofNumbers,
	},
	'moved down by a row, the first one blank': { list: movedBy(1, 'blank'), only: ofNumbers },
	'moved down by a row, the first one the title': {
		list: movedBy(1, 'title'),
		only: ofNumbers,
	},
	'moved up by a row, the last one blank': { list: movedBy(-1, 'blank'), only: ofNumbers },
	'SKUs sorted without their columns': {
		list: (rows) => rows.map((row, index) => ({ ...row, sku: rows.at(-1 - index)!.sku })),
		only: ofNumbers,
	},
	'selling prices in the stock column': {
		list: ofRows(({ precoPor }) => ({ estoque: precoPor })),
		only: ['stock'],
	},
	'round prices in the stock column': {
		list: ofRows(({ precoDe }) => ({ estoque: Math.round(Number(precoDe)) })),
		only: ['stock'],
	},
	'the prices of another channel': { list: times(1.2), only: ['channelPrices'] },
	'a channel that has no prices yet, meant to be another one': {
		list: ofRows(() => ({ idCanalIntegracao: 12 })),
		only: ['channelPrices'],
	},
	'a list cut in half': {
		list: (rows) => rows.slice(0, rows.length / 2),
		only: ofNumbers,
		wholeList: true,
	},
	'nothing but the titles': {
		list: (_rows, { values }) => [
			{ sku: 'sku', ...Object.fromEntries(values.map((name) => [name, name])) } as unknown as Row,
		],
		only: ofNumbers,
		wholeList: true,
	},
};

export const accidents: Record<string, Accident> = {
	'SKUs and values swapped': {
		list: (rows, { values }) =>
			rows.map((row) => ({
				...row,
				sku: String(row[values[0]!]),
				...Object.fromEntries(values.map((name) => [name, row.sku])),
			})),
	},
	'values moved by a row': {
		list: (rows, { values }) =>
			rows.map((row, index) => ({
				...row,
				...Object.fromEntries(values.map((name) => [name, rows.at(index - 1)![name]])),
			})),
	},
	'values of the last 40 % moved by a row': { list: movedFrom(0.6) },
	'times 10': { list: times(10) },
	'times 100': { list: times(100) },
	'times 1000': { list: times(1000) },
	'a hundredth': { list: times(0.01) },
	"another account's SKUs": {
		list: (_rows, _kind, { another }) =>
			another.map((row) => ({ ...row, sku: `OTHER-${row.sku}` })),
	},
	"another account's values": { list: (_rows, _kind, { another }) => another },
	'an emptied column': { list: each(() => '') },
	'all zero': { list: each(() => 0) },
	'a list cut off': { list: (rows) => rows.slice(0, rows.length / 4), wholeList: true },
	'a list cut to 60 %': {
		list: (rows) => rows.slice(0, Math.floor(rows.length * 0.6)),
		wholeList: true,
	},
	'de and por swapped': {
		list: ofRows(({ precoDe, precoPor }) => ({ precoDe: precoPor, precoPor: precoDe })),
		only: priced,
	},
	'stock in the price columns': {
		list: ofRows(({ estoque }) => ({ precoDe: estoque, precoPor: estoque })),
		only: priced,
	},
	'stock in the selling price': {
		list: ofRows(({ estoque }) => ({ precoPor: estoque })),
		only: priced,
	},
	'a fourth switched off': {
		list: (rows) => rows.map((row, index) => ({ ...row, ativo: index % 4 !== 0 })),
		only: ['products'],
	},
	'tags of a fourth emptied': {
		list: (rows) =>
			rows.map((row, index) => ({ ...row, tags: index % 4 === 0 ? '[]' : ['Verão'] })),
		only: ['products'],
	},
	'new, the selling price a hundredth': {
		list: (rows) =>
			rows.map((row) => ({
				...row,
				sku: `NEW-${row.sku}`,
				skuProdutoLider: `NEW-${row.sku}`,
				precoPor: Math.round(Number(row.precoPor)) / 100,
			})),
		only: ['products'],
	},
	...movedColumns,
	...ofShortLists,
	'kg as g': {
		list: (rows) =>
			rows.map((row) => ({ ...row, peso: Number((row as unknown as Described).peso) * 1_000 })),
		only: ['products'],
	},
	'texts, codes and measures of the last 40 % moved by a row': {
		list: movedFrom(0.6, describing),
		only: ['products'],
	},
};

/** The accidents that can happen to a kind of list of `size` rows. */
export const accidentsOf = (kind: KindName, size = 0) =>
	Object.entries(accidents)
		.filter(([name]) => size < 1_000 || !Object.hasOwn(ofShortLists, name))
		.filter(([, { only = [kind] }]) => only.includes(kind))
		.map(([name, accident]) => ({ name, ...accident }));

/** Puts `size` SKUs into the hub, with stock of each, as the seller of a kind of list has them. */
export function fillFor(hub: Hub, name: KindName, size: number): Account {
	const { rows, another } = accountOf(size, size);
	const account =
		name === 'products'
			? { rows: described(rows), another: described(another) }
			: { rows, another };
	kinds[name].fill(hub, account);
	return account;
}

/**
 * Of a list of products only the columns that the accident changed, so that the node need not read what is the
 * same. A list with SKUs of others has all columns: a new product needs them.
 */
function changedColumns(rows: Row[], { rows: own }: Account): Row[] {
	const inHub = new Map(own.map((row) => [row.sku, row]));
	if (!rows.every(({ sku }) => inHub.has(sku))) return rows;
	const names = new Set(rows.flatMap((row) => Object.keys(row))) as Set<keyof Row>;
	const changed = [...names].filter((name) =>
		rows.some((row) => !isEqual(row[name], inHub.get(row.sku)![name])),
	);
	return rows.map((row) => pick(row, 'sku', changed) as Row);
}

/** The items and parameters of the seller's list that has met with the accident. */
export function met(name: KindName, { list, wholeList }: Accident, account: Account) {
	const kind = kinds[name];
	const whole = { wholeList: true, missingInList: kind.missingInList };
	const rows = list(account.rows, kind, account);
	return {
		items: kind.items(name === 'products' ? changedColumns(rows, account) : rows),
		parameters: { ...kind.sync, ...(wholeList && whole) },
	};
}
