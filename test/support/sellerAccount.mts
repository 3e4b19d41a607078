import type { IDataObject } from 'n8n-workflow';
import { Random } from '../hub/data/random.mts';
import type { Hub } from '../hub/index.mts';
import { addSimple, customizedSync, heldBy, priceSync, stockSync } from './sync.mts';

/** A row of a seller's list: what the hub holds of a SKU, or what a broken list makes of it. */
export interface Row {
	sku: string;
	idCanalIntegracao?: number;
	estoque: unknown;
	precoDe: unknown;
	precoPor: unknown;
}

/** What a seller has in the hub. */
export interface Account {
	rows: Row[];
	/** The rows of another seller with the same SKUs. */
	another: Row[];
}

/** Rows with prices from 8 to 500 BRL, a third of them round; `stocked` of them have 1 to 60 pieces. */
function rowsOf(size: number, stocked: number, seed: number): Row[] {
	const random = new Random(seed);
	return Array.from({ length: size }, (_, index) => {
		const precoDe = random.int(12, 499) + [0, 0.9, 0.99][index % 3]!;
		return {
			sku: `P${index}`,
			// stock is spread over the list
			estoque: ((index + 1) * stocked) % size < stocked ? random.int(1, 60) : 0,
			precoDe,
			precoPor: Math.round(precoDe * random.int(70, 97)) / 100,
		};
	});
}

export const accountOf = (size: number, stocked: number): Account => ({
	rows: rowsOf(size, stocked, 7),
	another: rowsOf(size, stocked, 11),
});

/** A list that is kept in step with the hub. */
export interface Kind {
	sync: typeof stockSync;
	/** Puts an account into the hub. */
	fill: (hub: Hub, account: Account) => void;
	/** The input items of a list. */
	items: (rows: readonly Row[]) => IDataObject[];
	/** What the hub holds, as input items. */
	state: (hub: Hub) => IDataObject[];
	/** The list after an ordinary night; unchanged rows are the same objects. */
	night: (account: Account, seed: number) => Row[];
}

const channel = 11;

/** Puts products with these values into the hub. */
function fill(hub: Hub, { rows }: Account): void {
	addSimple(hub, rows.length);
	for (const { sku, ...values } of rows) Object.assign(heldBy(hub, sku)!, values);
}

/** `share` of the rows, at least one, as `change` makes them. */
function change(
	rows: Row[],
	share: number,
	seed: number,
	changed: (row: Row, random: Random) => Partial<Row>,
): Row[] {
	const random = new Random(seed * 101);
	const chosen = new Set<number>();
	while (chosen.size < Math.max(1, rows.length * share)) chosen.add(random.int(0, rows.length - 1));
	return rows.map((row, index) => (chosen.has(index) ? { ...row, ...changed(row, random) } : row));
}

/** Of 5 % of the SKUs some were sold, a few the last ones, and goods came in for others. */
const stockNight = ({ rows }: Account, seed: number) =>
	change(rows, 0.05, seed, ({ estoque }, random) => {
		const had = Number(estoque);
		if (had === 0) return { estoque: random.int(1, 40) };
		const isRefilled = random.next() < 0.3;
		return { estoque: isRefilled ? had + 24 : Math.max(0, had - random.int(1, 3)) };
	});

/** Prices of 3 % of the SKUs are raised by 8 % or lowered to a campaign's. */
const priceNight = ({ rows }: Account, seed: number) =>
	change(rows, 0.03, seed, ({ precoDe, precoPor }, random) => {
		const factor = random.next() < 0.5 ? 0.8 : 1.08;
		const times = (value: unknown, by: number) => Math.round(Number(value) * by * 100) / 100;
		return { precoDe: times(precoDe, Math.max(1, factor)), precoPor: times(precoPor, factor) };
	});

const inProducts = (fields: readonly string[]) => (hub: Hub) =>
	[...hub.state.products.values()].map((product) => ({
		sku: product.skuProduto,
		...Object.fromEntries(fields.map((name) => [name, product[name as 'estoque']])),
	}));

export const kinds = {
	stock: {
		sync: stockSync,
		fill,
		items: (rows) => rows.map(({ sku, estoque }) => ({ sku, estoque }) as IDataObject),
		state: inProducts(['estoque']),
		night: stockNight,
	},
	prices: {
		sync: priceSync,
		fill,
		items: (rows) =>
			rows.map(({ sku, precoDe, precoPor }) => ({ sku, precoDe, precoPor }) as IDataObject),
		state: inProducts(['precoDe', 'precoPor']),
		night: priceNight,
	},
	channelPrices: {
		sync: customizedSync,
		fill: (hub, account) => {
			fill(hub, account);
			for (const { sku: skuProduto, precoDe, precoPor } of account.rows) {
				const { idProduto } = hub.state.products.get(skuProduto)!;
				const prices = { precoDe: Number(precoDe), precoPor: Number(precoPor) };
				const entry = { idProduto, skuProduto, idCanalIntegracao: channel, ...prices };
				hub.state.customizedPrices.set(`${channel}|${skuProduto}`, entry);
			}
		},
		items: (rows) =>
			rows.map(
				({ sku: skuProduto, idCanalIntegracao = channel, precoDe, precoPor }) =>
					({ skuProduto, idCanalIntegracao, precoDe, precoPor }) as IDataObject,
			),
		state: (hub) =>
			[...hub.state.customizedPrices.values()].map(
				({ skuProduto, idCanalIntegracao, precoDe, precoPor }) => ({
					skuProduto,
					idCanalIntegracao,
					precoDe,
					precoPor,
				}),
			),
		night: priceNight,
	},
} satisfies Record<string, Kind>;
