import { Random } from '../hub/data/random.mts';
import { codeNode, type Json } from '../support/exampleCode.mts';
import { HOUR, makeShop, MINUTE, type Shop, type ShopOptions, type Wish } from './shop.mts';
import { Pieces } from './stores.mts';

export interface WeekOptions extends ShopOptions {
	/** Minutes between two runs. */
	every: number;
	/** As in the example's Settings. */
	buffer: string;
	/** What each run sends: the example's sums, or the ERP's stock as it is. */
	sends: 'sums' | 'stock';
	/** Sends entries to the hub; what *Stock: Sync* put out for them. Unless given, the hub takes all. */
	send?: (entries: Entry[]) => Promise<Json[]>;
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

const toLines = codeNode('orders-into-table', 'Lines');
const toSums = codeNode('stock-less-open-orders', 'Available');
const toOutcome = codeNode('stock-less-open-orders', 'Outcome');

const beginning = Date.parse('2026-11-16T00:00:00-03:00');
const iso = (time: number) => new Date(beginning + time).toISOString();
const sql = (time: number) =>
	new Date(beginning + time - 3 * HOUR).toISOString().slice(0, 19).replace('T', ' ');

/** As long as the ERP takes to book an order at most, and the person has stated. */
const BOOKING = 2 * HOUR;
/** From the beginning of a run until the marketplaces have its stock. */
const ON_THE_WAY = MINUTE / 2;
/** How old an export is when a run reads it. */
const EXPORT_AGE = 5 * MINUTE;

/**
 * Plays a shop whose stock is sent to marketplaces every few minutes, by the code of the examples.
 * The ERP books an order up to two hours late, and one export in ten is lost.
 */
export async function playWeek(options: WeekOptions): Promise<Week> {
	const { every, buffer, sends } = options;
	const send = options.send ?? takesAll;
	const shop = makeShop(options);
	const random = new Random(7_000);
	const partsOf = (sku: string) => shop.kits.get(sku) ?? [sku];
	const store = new Pieces(shop);
	const erp = new Pieces(shop);
	const onSale = new Map<string, number>();
	const lines: Json[] = [];
	const stock = new Map<string, Json>();
	const storedAt = new Map<string, number>();
	const parts = kitRows(shop);
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
		const full = {
			idPedido: week.orders,
			dataIntegracao: sql(time),
			itens: [{ sku, qtd: quantity }],
		};
		for (const line of toLines([{ ...full, status: 'pago' }]))
			lines.push({ ...line, stored, booked: iso(stored + BOOKING), cancelledAt });
	}

	/** One run of the workflow; what the marketplaces then have. */
	async function run(time: number): Promise<Entry[]> {
		const rows = random.next() < 0.1 ? [{ error: 'lost' }] : exported(erp, time, shop);
		if (sends === 'stock') {
			const entries = rows.flatMap(({ sku, estoque }: Json) =>
				sku === undefined ? [] : [{ sku, estoque: Math.max(estoque as number, 0) } as Entry],
			);
			week.sent += entries.length;
			await send(entries);
			return entries;
		}
		const settings = { now: iso(time), margin: 5, greatestAge: 0, settle: 30, wholeExport: false };
		const sums = toSums(parts, {
			Settings: [{ ...settings, buffer }],
			Since: [{ since: '' }],
			'ERP Rows': rows,
			'Last Stock': [...stock.values()],
			'Open Lines': linesFor(lines, time),
			'Kit Parts': parts,
		});
		for (const { row } of sums as Array<{ row: Json }>)
			stock.set(row.sku as string, { ...stock.get(row.sku as string), ...row });
		const toSend = sums.filter((sum) => sum.send);
		const entries = toSend.map(({ row }) => {
			const { sku, available } = row as Json;
			return { sku, estoque: available } as Entry;
		});
		week.sent += entries.length;
		const results = await send(entries);
		const outcomes = toOutcome(results, { 'To Send': toSend, Settings: [settings] });
		for (const outcome of outcomes)
			stock.set(outcome.sku as string, { ...stock.get(outcome.sku as string), ...outcome });
		const confirmed = new Set(
			outcomes.filter((outcome) => outcome.confirmed !== null).map(({ sku }) => sku),
		);
		return entries.filter(({ sku }) => confirmed.has(sku));
	}

	let next = 0;
	const ordersUntil = (time: number) => {
		for (; next < shop.wishes.length && shop.wishes[next]!.time < time; next += 1)
			order(shop.wishes[next]!);
	};
	for (let time = 0; next < shop.wishes.length; time += every * MINUTE) {
		ordersUntil(time);
		const entries = await run(time);
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

/** The rows of the table of lines that the workflow reads; older ones leave the array. */
function linesFor(lines: Json[], time: number): Json[] {
	const old = iso(time - 26 * HOUR);
	while (lines.length > 0 && (lines[0]!.booked as string) < old) lines.shift();
	return lines
		.filter(({ stored }) => (stored as number) <= time)
		.map(({ stored, cancelledAt, ...line }) => ({
			...line,
			cancelled: (cancelledAt as number) <= time,
		}));
}

const kitRows = ({ kits }: Shop): Json[] =>
	[...kits].flatMap(([kit, parts]) => parts.map((sku) => ({ kit, sku, quantity: '1' })));

const takesAll = async (entries: Entry[]): Promise<Json[]> =>
	await Promise.resolve(entries.map(({ sku }) => ({ sku, status: 'updated' })));
