import { createHash } from 'crypto';
import difference from 'lodash/difference';
import omit from 'lodash/omit';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from './async';
import { catchHubError, HubError, isFatal } from './errors';
import { pageSize, requestPage, type ReadPage } from './pagination';
import type { Hub } from './hub';
import { anything } from './schemas/answers';
import { ordersOf } from './schemas/orderAnswers';
import { orderRecord, orderStatuses } from './schemas/records';
import { isRecord } from './values/checks';
import { positiveDigits, readNumericId } from './values/ids';

/** Statuses accepted when acknowledging (reference: States and transitions). */
export type AcknowledgeStatus = (typeof orderStatuses)[number];

/** The status where the hub accepts it in an acknowledgement, else undefined. */
export function acknowledgeableStatus(status: unknown): AcknowledgeStatus | undefined {
	return orderStatuses.find((known) => known === status);
}

/** The status to acknowledge an order with: its own, else `fallback`; undefined where the hub takes neither. */
export const statusToAcknowledge = (
	status: unknown,
	fallback?: AcknowledgeStatus,
): AcknowledgeStatus | undefined => acknowledgeableStatus(status) ?? fallback;

/** The orders that stay in the queue, because the hub takes no acknowledgement with their status. */
export const stayingOrders = (
	orders: readonly IDataObject[],
	fallback?: AcknowledgeStatus,
): IDataObject[] =>
	orders.filter(({ status }) => statusToAcknowledge(status, fallback) === undefined);

/** Advice where the hub seems to know another route for acknowledging. */
export const routeAdvice =
	"If the hub's route for acknowledging differs, set it under Customize Routes in the credential";

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
	if (page.total !== undefined) hub.total?.('queueList', page.total);
	return page;
}

/**
 * Value of `idInterno` in an acknowledgement: the order's number in the integrator's system or, if
 * there is none, the hub's (reference: Orders, queue removal).
 * @param ids the best first
 * @returns the digits of the first that is a whole number of up to 18 digits
 */
export const idInternoOf = (ids: readonly unknown[]): string | undefined =>
	ids.flatMap((id) => positiveDigits(id) ?? []).at(0);

/**
 * Removes an order from the update queue, so that its later updates can come (reference: Events).
 * @param idInterno the order's number in the integrator's system, as text to keep all its digits
 * @param status the one that the integrator has imported
 * @throws HubError of kind `invalid` before sending; 404 when the order was not waiting
 */
export async function acknowledgeOrder(
	hub: Hub<'acknowledge'>,
	idPedido: string,
	{ idInterno, status }: { idInterno: string; status: string },
): Promise<void> {
	const id = readNumericId('idPedido', idPedido);
	const number = idInternoOf([idInterno]);
	if (number === undefined)
		throw new HubError(
			'invalid',
			`Internal ID (\`idInterno\`) must be a whole number from 1 to 999999999999999999, got '${idInterno}'`,
			{
				description:
					"Give the order's number in your system, or leave it empty: then the hub's order ID is sent.",
			},
		);
	if (acknowledgeableStatus(status) === undefined)
		throw new HubError(
			'invalid',
			`Status (\`status\`) must be one of ${orderStatuses.join(', ')}, got '${status}'`,
			{ description: 'Give the status with which your system has stored the order.' },
		);
	const body = { idInterno: BigInt(number), status };
	await hub.request('acknowledge', { path: { id }, body }, anything).catch((error: unknown) => {
		if (!(error instanceof HubError) || error.httpStatus !== 404) throw error;
		throw error.with({
			kind: 'refused',
			outcome: error.outcome,
			message: `Order ${idPedido} was not waiting in the queue (404: ${error.error ?? ''})`,
			description: `It may have been acknowledged before, or the hub acknowledges by itself. ${error.description ?? ''}`,
		});
	});
}

/** Acknowledgements under way at once. */
const concurrency = 5;

interface DrainOptions {
	/** Only orders in these statuses, as a query value. */
	status?: string;
	/**
	 * Status in the acknowledgement of an order with one that the hub does not take there; without
	 * it such an order stays in the queue.
	 */
	fallbackStatus?: AcknowledgeStatus;
	/** Acknowledges one order after another, none after one that failed. */
	inOrder?: boolean;
}

/** Orders that a drain has read, with the page that shows them; or that it is at its end, and why if that is early. */
type Drained =
	| { orders: IDataObject[]; page: ReadPage<IDataObject> }
	| { orders?: undefined; endedEarly?: string };

/**
 * Reads the queue and acknowledges, again and again: it has no offset, so what comes after the first
 * hundred only shows once those are gone (reference: Orders).
 */
export class QueueDrain {
	private readonly acknowledged = new Set<string>();
	/** Orders that the hub takes no acknowledgement of. */
	private readonly staying = new Set<string>();
	private unreadable = 0;

	constructor(
		private readonly hub: Hub<'queueList' | 'acknowledge'>,
		private readonly options: DrainOptions,
	) {}

	/**
	 * Reads up to `count` orders that this drain has not acknowledged yet.
	 * @throws HubError when the queue cannot be read
	 */
	async read(count: number): Promise<Drained> {
		for (;;) {
			const asked = Math.min(count + this.staying.size + this.unreadable, pageSize);
			const page = await readQueue(this.hub, asked, this.options.status);
			const hidesMore = page.unreadable > this.unreadable && asked < pageSize;
			this.unreadable = page.unreadable;
			const moving = page.rows.filter((order) => !this.staying.has(fingerprintOf(order)));
			if (moving.length === 0 && hidesMore) continue;
			const orders = uniqBy(moving, fingerprintOf)
				.filter((order) => !this.acknowledged.has(fingerprintOf(order)))
				.slice(0, count);
			return orders.length > 0 ? { orders, page } : { endedEarly: whyEndedEarly(moving, page) };
		}
	}

	/**
	 * Acknowledges orders.
	 * @returns which could not be acknowledged and why, if any: then there is no more to read
	 */
	async acknowledge(orders: readonly IDataObject[]): Promise<string | undefined> {
		const { fallbackStatus } = this.options;
		const own = uniqBy(orders, fingerprintOf);
		const staying = stayingOrders(own, fallbackStatus);
		staying.forEach((order) => this.staying.add(fingerprintOf(order)));
		const done = difference(own, staying);
		const failed = await acknowledgeAll(this.hub, done, this.options);
		if (failed === undefined) done.forEach((order) => this.acknowledged.add(fingerprintOf(order)));
		return failed;
	}
}

/** @param moving the orders of the page that an acknowledgement was sent for */
function whyEndedEarly(
	[unmoved]: readonly IDataObject[],
	{ count }: ReadPage<IDataObject>,
): string | undefined {
	if (unmoved !== undefined)
		return `Order ${String(unmoved.idPedido)} stays in the hub's queue although the hub confirmed its acknowledgement. ${routeAdvice}`;
	if (count < pageSize) return undefined;
	return "The first orders of the hub's queue stay in it; later orders come once those are gone";
}

/**
 * A short text that is the same for the same content of an order, whatever the order of its fields.
 * `idInterno` does not count: the hub writes into it what an acknowledgement says.
 */
export function fingerprintOf(order: IDataObject): string {
	return createHash('sha256')
		.update(JSON.stringify(omit(order, 'idInterno'), sorted))
		.digest('base64url')
		.slice(0, 16);
}

function sorted(_key: string, value: unknown): unknown {
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Acknowledges orders; one that is not in the queue any more counts as done.
 * @returns which could not be acknowledged and why, if any
 */
async function acknowledgeAll(
	hub: Hub<'acknowledge'>,
	orders: IDataObject[],
	{ fallbackStatus, inOrder = false }: DrainOptions,
): Promise<string | undefined> {
	let ended: HubError | undefined;
	const results = await mapConcurrently(orders, inOrder ? 1 : concurrency, async (order) => {
		const idPedido = String(order.idPedido);
		const idInterno = idInternoOf([order.idInterno]) ?? idPedido;
		const status = statusToAcknowledge(order.status, fallbackStatus) ?? '';
		const failure =
			ended ?? (await catchHubError(acknowledgeOrder(hub, idPedido, { idInterno, status })));
		if (failure === undefined || failure.httpStatus === 404) return [];
		if (inOrder || isFatal(failure)) ended = failure;
		return [{ idPedido, failure }];
	});
	const [first, ...others] = results.flat();
	if (first === undefined) return undefined;
	const { idPedido, failure } = first;
	const what =
		failure.outcome === 'unknown'
			? "was read, but whether it left the hub's queue is unknown"
			: "was read but stays in the hub's queue";
	const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
	return `Order ${idPedido}${more} ${what}: ${failure.message}`;
}
