import type { IDataObject } from 'n8n-workflow';
import { pageSize, requestPage, type ReadPage } from '../pagination';
import type { Hub } from '../hub';
import { ordersOf } from '../schemas/reads/orderAnswers';
import { orderRecord } from '../schemas/reads/records';
import type { QueueView } from '../state/acknowledgeWithin';
import { fingerprintOf } from '../values/fingerprint';
import { longestId, positiveDigits } from '../values/ids';

/**
 * Reads up to 100 waiting orders, full records (reference: Orders); the queue knows no offset.
 * @param status only orders in these statuses, as a query value
 * @returns the orders, how many records were shown, and how many wait in all
 */
export async function readQueue(
	hub: Hub<'queueList'>,
	limit = pageSize,
	status?: string,
): Promise<ReadPage<IDataObject>> {
	const page = await requestPage(
		hub,
		{ endpoint: 'queueList', query: { status }, rows: ordersOf(orderRecord, { needsId: true }) },
		Math.min(limit, pageSize),
	);
	if (page.total !== undefined) hub.report.addTotal('queueList', page.total);
	return page;
}

/** The orders that the queue shows first. */
export async function viewQueue(hub: Hub<'queueList'>): Promise<QueueView> {
	const { rows, count, total } = await readQueue(hub);
	// a page that is not full is the last one
	return { orders: rows, isWhole: total === undefined ? count < pageSize : total <= pageSize };
}

/** An order as the queue shows it. */
export interface QueuedOrder {
	idPedido: string;
	/** Of its content, see `fingerprintOf`. */
	fingerprint: string;
	order: IDataObject;
}

/** `readQueue`, with the fingerprint of each order. */
export async function readQueuedOrders(
	hub: Hub<'queueList'>,
	limit?: number,
	status?: string,
): Promise<ReadPage<QueuedOrder>> {
	const page = await readQueue(hub, limit, status);
	const rows = page.rows.map((order) => ({
		idPedido: idOf(order),
		fingerprint: fingerprintOf(order),
		order,
	}));
	return { ...page, rows };
}

/** As the hub writes it, unless that is longer than any ID: triggers store it. */
function idOf({ idPedido }: IDataObject): string {
	const id = String(idPedido);
	return id.length <= longestId ? id : (positiveDigits(id) ?? id);
}
