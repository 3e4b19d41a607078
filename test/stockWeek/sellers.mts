import type { IDataObject } from 'n8n-workflow';
import { lineRows } from '../../nodes/MarketplaceHub/actions/order/orderRows.ts';
import { availableStock } from '../../nodes/MarketplaceHub/actions/stock/available/available.ts';
import { orderOf } from '../../nodes/MarketplaceHub/api/schemas/reads/orderAnswers.ts';
import { codeNode, type Json, setNode } from '../support/exampleCode.mts';
import { makeShop, type Shop, type ShopOptions } from './shop.mts';
import { BOOKING, GREATEST_AGE, iso, sql, type Entry, type Seller } from './week.mts';

const toBookedSince = codeNode('stock-less-open-orders', 'Booked Since');
const toSums = codeNode('stock-less-open-orders', 'What to Send');
const toOutcome = setNode('stock-less-open-orders', 'Outcome');

const timeOf = (value: unknown) => (value ? new Date(value as string).getTime() : undefined);

/** Sends entries to the hub; what *Stock: Sync* put out for them. */
export type Send = (entries: Entry[]) => Promise<Json[]>;

const takesAll: Send = async (entries) =>
	await Promise.resolve(entries.map(({ sku }) => ({ sku, status: 'updated' })));

/** Sends the ERP's stock as it is. */
export function erpStock(): Seller {
	return {
		take: () => undefined,
		run: async (_time, rows, week) => {
			const entries = rows.flatMap(({ sku, estoque }) =>
				sku === undefined ? [] : [{ sku, estoque: Math.max(estoque as number, 0) } as Entry],
			);
			week.sent += entries.length;
			return await Promise.resolve(entries);
		},
	};
}

/**
 * The stock less open orders, by the code of the examples.
 *
 * @param buffer as in the example's Settings
 * @param send unless given, the hub takes all
 */
export function openOrders(options: ShopOptions, buffer: string, send = takesAll): Seller {
	const parts = kitRows(makeShop(options));
	const lines: Json[] = [];
	const stock = new Map<string, Json>();
	const store = (row: Json) =>
		stock.set(row.sku as string, { ...stock.get(row.sku as string), ...row });
	return {
		take: ({ idPedido, time, sku, quantity, stored, cancelledAt }) => {
			const itens = [{ sku, qtd: quantity }];
			const full = { idPedido, dataIntegracao: sql(time), itens, status: 'pago' };
			for (const line of lineRows(orderOf().parse(full)))
				lines.push({ ...line, stored, booked: iso(stored + BOOKING), cancelledAt });
		},
		run: async (time, rows, week) => {
			const now = {
				now: iso(time),
				margin: 5,
				greatestAge: GREATEST_AGE,
				clock: 'n8n',
				settle: 30,
			};
			const [Settings, last] = [[{ ...now, buffer }], [...stock.values()]];
			const [first] = toBookedSince(last, { Settings, 'Read Rows': rows });
			const given = {
				rows,
				last,
				parts,
				lines: linesFor(lines, time, first!.bookedSince as string),
			};
			const available = await availableStock(given as Record<keyof typeof given, IDataObject[]>, {
				...now,
				now: time,
				isWholeList: true,
				isOfErp: false,
				buffer,
				timeOf,
			});
			const computed = toSums(available as Json[], { Settings, 'Last Stock': last });
			for (const { row } of computed as Array<{ row: Json }>) store(row);
			const toSend = computed.filter((sum) => sum.send);
			const entries = toSend.map(({ row }) => {
				const { sku, available } = row as Json;
				return { sku, estoque: available } as Entry;
			});
			week.sent += entries.length;
			const sums = new Map(toSend.map((sum) => [(sum.row as Json).sku, sum]));
			const outcomes = (await send(entries)).flatMap((result) => {
				const sum = sums.get(result.sku);
				return sum ? [toOutcome(result, { 'To Send': sum, Settings: now })] : [];
			});
			outcomes.forEach(store);
			const confirmed = new Set(
				outcomes.filter((outcome) => outcome.confirmed !== null).map(({ sku }) => sku),
			);
			return entries.filter(({ sku }) => confirmed.has(sku));
		},
	};
}

/** The rows of the table of lines that the workflow reads; older ones leave the array. */
function linesFor(lines: Json[], time: number, bookedSince: string): Json[] {
	while (lines.length > 0 && (lines[0]!.booked as string) < bookedSince) lines.shift();
	return lines
		.filter(({ stored }) => (stored as number) <= time)
		.map(({ stored, cancelledAt, ...line }) => ({
			...line,
			cancelled: (cancelledAt as number) <= time,
		}));
}

/** The table of kit parts. */
export const kitRows = ({ kits }: Shop): Json[] =>
	[...kits].flatMap(([kit, parts]) => parts.map((sku) => ({ kit, sku, quantity: '1' })));
