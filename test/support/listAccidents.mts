import type { IDataObject } from 'n8n-workflow';
import type { Hub } from '../hub/index.mts';
import { addSecurityStock, addSkus, productFields } from './products.mts';
import { accountOf, kinds as pricedKinds, type Account, type Row } from './sellerAccount.mts';
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
const [stock, price, channelPrice] = pricedKinds;

function fillProducts(hub: Hub, { rows }: Account): void {
	addSkus(
		hub,
		rows.map(({ sku }) => sku),
	);
	for (const { sku, ...values } of rows) Object.assign(heldBy(hub, sku)!, values);
}

export const kinds: Record<KindName, GuardedList> = {
	stock: { ...stock!, values: ['estoque'], missingInList: 'zero' },
	prices: { ...price!, values: prices, missingInList: 'report' },
	channelPrices: { ...channelPrice!, values: prices, missingInList: 'delete' },
	products: {
		sync: productSync,
		values: prices,
		fill: fillProducts,
		items: (rows) =>
			rows.map(({ sku: skuProduto, precoDe, precoPor }) =>
				productFields({ skuProduto, precoDe, precoPor } as IDataObject),
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
};

type Change = (rows: Row[], kind: GuardedList, account: Account) => Row[];

const each =
	(change: (value: number) => unknown): Change =>
	(rows, { values }) =>
		rows.map((row) => ({
			...row,
			...Object.fromEntries(values.map((name) => [name, change(Number(row[name]))])),
		}));
const times = (factor: number) => each((value) => Math.round(value * factor * 100) / 100);
const ofPrices =
	(change: (row: Row) => Partial<Row>): Change =>
	(rows) =>
		rows.map((row) => ({ ...row, ...change(row) }));

interface Accident {
	list: Change;
	only?: readonly KindName[];
	wholeList?: true;
}
const priced = ['prices', 'channelPrices', 'products'] as const;

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
		list: ofPrices(({ precoDe, precoPor }) => ({ precoDe: precoPor, precoPor: precoDe })),
		only: priced,
	},
	'stock in the price columns': {
		list: ofPrices(({ estoque }) => ({ precoDe: estoque, precoPor: estoque })),
		only: priced,
	},
	'stock in the selling price': {
		list: ofPrices(({ estoque }) => ({ precoPor: estoque })),
		only: priced,
	},
};

/** The accidents that can happen to a kind of list. */
export const accidentsOf = (kind: KindName) =>
	Object.entries(accidents)
		.filter(([, { only = [kind] }]) => only.includes(kind))
		.map(([name, accident]) => ({ name, ...accident }));

/** Puts `size` SKUs into the hub; the items and parameters of a list that has met with the accident. */
export function happen(hub: Hub, name: KindName, { list, wholeList }: Accident, size: number) {
	const kind = kinds[name];
	const account = accountOf(size, size);
	kind.fill(hub, account);
	const whole = { wholeList: true, missingInList: kind.missingInList };
	return {
		items: kind.items(list(account.rows, kind, account)),
		parameters: { ...kind.sync, ...(wholeList && whole) },
	};
}
