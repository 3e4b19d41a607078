import { Random } from '../hub/data/random.mts';
import type { Json } from '../support/exampleCode.mts';
import { HOUR, makeShop, MINUTE, type Shop, type ShopOptions, type Wish } from './shop.mts';
import { Pieces } from './stores.mts';

export interface WeekOptions extends ShopOptions {
	/** Minutes between two runs. */
	every: number;
	seller: Seller;
}

/** What keeps the marketplaces' stock. */
export interface Seller {
	/** A marketplace has taken this order. */
	take(order: TakenOrder): void;
	/**
	 * One run, which sees the orders stored by then.
	 *
	 * @param rows the ERP's list, or what stands there where it is lost
	 * @returns what the marketplaces have anew
	 */
	run(time: number, rows: Json[], week: Week): Promise<Entry[]>;
}

/** Times in ms from the beginning. */
export interface TakenOrder {
	idPedido: number;
	time: number;
	sku: string;
	quantity: number;
	/** When n8n has stored it and handed it over to the ERP. */
	stored: number;
	/** When it is cancelled; most are not. */
	cancelledAt: number;
}

export interface Entry {
	sku: string;
	estoque: number;
}

export interface Week {
	orders: number;
	/** Orders taken on a stock whose run knew all earlier orders of the same pieces. */
	covered: number;
	/** Orders without enough pieces in the store, among the covered ones and among the others. */
	oversold: { covered: number; others: number };
	/** Entries sent. */
	sent: number;
}

const beginning = Date.parse('2026-11-16T00:00:00-03:00');
/** ISO 8601, UTC. */
export const iso = (time: number) => new Date(beginning + time).toISOString();
/** As the hub writes it. */
export const sql = (time: number) =>
	new Date(beginning + time - 3 * HOUR).toISOString().slice(0, 19).replace('T', ' ');

/** As long as the ERP takes to book an order at most, and the person has stated. */
export const BOOKING = 2 * HOUR;
/** From the beginning of a run until the marketplaces have its stock. */
const ON_THE_WAY = MINUTE / 2;
/** How old an export is when a run reads it. */
const EXPORT_AGE = 5 * MINUTE;
/** What the person states of it, in minutes. */
export const GREATEST_AGE = EXPORT_AGE / MINUTE;

/**
 * Plays a shop whose stock is sent to marketplaces every few minutes. The ERP books an order up to two
 * hours late, and one export in ten is lost.
 */
export async function playWeek({ every, seller, ...options }: WeekOptions): Promise<Week> {
	const shop = makeShop(options);
	const random = new Random(7_000);
	const partsOf = (sku: string) => shop.kits.get(sku) ?? [sku];
	const store = new Pieces(shop);
	const erp = new Pieces(shop);
	const onSale = new Map<string, number>();
	const storedAt = new Map<string, number>();
	const week: Week = { orders: 0, covered: 0, oversold: { covered: 0, others: 0 }, sent: 0 };
	let knownAt = -Infinity;

	/** What a marketplace does with the wish of a buyer. */
	function order({ time, sku, quantity, cancelledAt }: Wish): void {
		if ((onSale.get(sku) ?? 0) < quantity) return;
		const taken = partsOf(sku);
		const held = store.at(time);
		const short = taken.some((part) => held.get(part)! < quantity);
		const covered = taken.every((part) => (storedAt.get(part) ?? -Infinity) <= knownAt);
		week.orders += 1;
		if (covered) week.covered += 1;
		if (short) week.oversold[covered ? 'covered' : 'others'] += 1;
		const booked = time + BOOKING * (0.9 + 0.1 * random.next());
		const back = Math.max(cancelledAt, booked) + HOUR;
		store.add(time, taken, -quantity);
		erp.add(booked, taken, -quantity);
		for (const place of [store, erp]) if (back < Infinity) place.add(back, taken, quantity);
		const stored = time + MINUTE * random.next();
		for (const part of taken) storedAt.set(part, Math.max(stored, storedAt.get(part) ?? 0));
		seller.take({ idPedido: week.orders, time, sku, quantity, stored, cancelledAt });
	}

	let next = 0;
	const ordersUntil = (time: number) => {
		for (; next < shop.wishes.length && shop.wishes[next]!.time < time; next += 1)
			order(shop.wishes[next]!);
	};
	for (let time = 0; next < shop.wishes.length; time += every * MINUTE) {
		ordersUntil(time);
		const rows = random.next() < 0.1 ? [{ error: 'lost' }] : exported(erp, time, shop);
		const entries = await seller.run(time, rows, week);
		ordersUntil(time + ON_THE_WAY);
		for (const { sku, estoque } of entries) onSale.set(sku, estoque);
		knownAt = time;
	}
	return week;
}

/** The rows of the ERP's list; of a kit what its parts leave. */
function exported(erp: Pieces, time: number, { kits }: Shop): Json[] {
	const readAt = iso(time - EXPORT_AGE);
	const held = erp.at(time - EXPORT_AGE);
	const rows: Json[] = [];
	for (const [sku, estoque] of held) rows.push({ sku, estoque, readAt });
	for (const [sku, parts] of kits)
		rows.push({ sku, estoque: Math.min(...parts.map((part) => held.get(part)!)), readAt });
	return rows;
}
