import compact from 'lodash/compact';
import uniqBy from 'lodash/uniqBy';
import { mapConcurrently, SharedWork } from '../async';
import { catchHubError, type HubError, isFatal, isNotFound } from '../errors';
import type { Hub } from '../hub';
import {
	type Acknowledgement,
	acknowledgementOf,
	acknowledgeOrder,
	type AcknowledgeStatus,
	otherRouteIfShown,
	routeAdvice,
} from './acknowledge';
import { type QueuedOrder, readQueuedOrders } from './readQueue';
import { pageSize, type ReadPage } from '../pagination';

/** Acknowledgements under way at once. */
const concurrency = 5;
/** So many refused acknowledgements in a row: the hub seems to refuse all. */
const mostRefused = 3;

interface DrainOptions {
	/** Only orders in these statuses, as a query value. */
	status?: string;
	/**
	 * Status in the acknowledgement of an order whose own status the hub does not take there; without such a
	 * status the order stays in the queue.
	 */
	fallbackStatus?: AcknowledgeStatus;
	/** Acknowledges one order after another, none after three in a row that failed: more would cost the App Token. */
	inOrder?: boolean;
}

/** Why orders stay in the queue. */
export interface Setback {
	why: string;
	/** Whether the drain is at its end: there is no more to read. */
	isOver: boolean;
}

/** The orders that a drain has read. */
export interface DrainedPage {
	/** Orders that it has not acknowledged yet; none at its end. */
	orders: QueuedOrder[];
	/** The page that shows them. */
	page: ReadPage<QueuedOrder>;
	/** At its end, if orders may still wait. */
	setback?: Setback;
}

/**
 * Reads the queue and acknowledges, again and again: the queue has no offset, so orders after the first hundred
 * only show once these are gone (reference: Orders).
 */
export class QueueDrain {
	/** Fingerprints of the orders that have left the queue. */
	private readonly acknowledged = new Set<string>();
	/** Fingerprints of the orders that the hub takes no acknowledgement of, or has refused one of. */
	private readonly staying = new Set<string>();
	/** Records of the last page that cannot be worked on. */
	private unreadable = 0;
	/** The failure after which nothing more is acknowledged. */
	private stoppedBy?: HubError;
	private refusedInARow = 0;
	/** Looks at the queue after answers 404. */
	private readonly looks = new SharedWork<ReadPage<QueuedOrder>>(0);

	constructor(
		private readonly hub: Hub<'queueList' | 'acknowledge'>,
		private readonly options: DrainOptions,
	) {}

	/**
	 * Reads up to `count` orders that this drain has not acknowledged yet.
	 * @throws HubError when the queue cannot be read
	 */
	async read(count: number): Promise<DrainedPage> {
		// orders that stay are shown first, each time
		const asked = Math.min(count + this.staying.size + this.unreadable, pageSize);
		const page = await readQueuedOrders(this.hub, asked, this.options.status);
		// more records that cannot be worked on than known stood in the place of orders
		const mayHideMore = page.unreadable > this.unreadable && asked < pageSize;
		this.unreadable = page.unreadable;
		const moving = page.rows.filter(({ fingerprint }) => !this.staying.has(fingerprint));
		if (moving.length === 0 && mayHideMore) return await this.read(count);
		const waiting = moving.filter(({ fingerprint }) => !this.acknowledged.has(fingerprint));
		const orders = uniqBy(waiting, 'fingerprint').slice(0, count);
		const why = orders.length > 0 ? undefined : whyEndedEarly(moving, page);
		return { orders, page, setback: why === undefined ? undefined : { why, isOver: true } };
	}

	/**
	 * Acknowledges orders; an order that is not in the queue any more counts as done.
	 * @returns the orders that could not be acknowledged, with reasons
	 */
	async acknowledge(orders: readonly QueuedOrder[]): Promise<Setback | undefined> {
		const limit = this.options.inOrder ? 1 : concurrency;
		const failed = await mapConcurrently(uniqBy(orders, 'fingerprint'), limit, async (order) => {
			const failure = await this.acknowledgeOne(order);
			return failure && { idPedido: order.idPedido, failure };
		});
		const why = whyNotAcknowledged(compact(failed));
		return why === undefined ? undefined : { why, isOver: this.stoppedBy !== undefined };
	}

	/** @returns why the order could not be acknowledged, if it could not */
	private async acknowledgeOne(queued: QueuedOrder): Promise<HubError | undefined> {
		const { fallbackStatus, inOrder } = this.options;
		const { idInterno, status } = acknowledgementOf(queued, fallbackStatus);
		if (status === undefined) {
			this.staying.add(queued.fingerprint);
			return undefined;
		}
		if (this.stoppedBy !== undefined) return this.stoppedBy;
		const failure = await this.send(queued, { idInterno, status });
		if (failure === undefined) {
			this.acknowledged.add(queued.fingerprint);
			this.refusedInARow = 0;
			return undefined;
		}
		this.staying.add(queued.fingerprint);
		this.refusedInARow++;
		const isRefused = inOrder === true && this.refusedInARow >= mostRefused;
		if (isRefused || endsDrain(failure)) this.stoppedBy = failure;
		return failure;
	}

	/** @returns the failure, also where the hub answers 404 although the queue shows the order as it was */
	private async send(
		{ idPedido, fingerprint }: QueuedOrder,
		acknowledgement: Required<Acknowledgement>,
	): Promise<HubError | undefined> {
		const { hub, options } = this;
		const failure = await catchHubError(acknowledgeOrder(hub, idPedido, acknowledgement));
		if (!isNotFound(failure)) return failure;
		const look = this.looks.run(async () => await readQueuedOrders(hub, pageSize, options.status));
		return await otherRouteIfShown(
			look.then(({ rows }) => rows.some((shown) => shown.fingerprint === fingerprint)),
		);
	}
}

/**
 * Whether other acknowledgements will fail as well: after a 404 the hub seems to know another route, and more
 * of them would cost the App Token.
 */
const endsDrain = (failure: HubError): boolean =>
	isFatal(failure) || failure.kind === 'unreachable' || isNotFound(failure);

/** @param moving the orders of the page that an acknowledgement was sent for */
function whyEndedEarly(
	[unmoved]: readonly QueuedOrder[],
	{ count }: ReadPage<QueuedOrder>,
): string | undefined {
	if (unmoved !== undefined)
		return `Order ${unmoved.idPedido} stays in the hub's queue although the hub confirmed its acknowledgement. ${routeAdvice}`;
	if (count < pageSize) return undefined;
	return "The first orders of the hub's queue stay in it; later orders come once those are gone";
}

/** Which orders could not be acknowledged and why; undefined where all could. */
function whyNotAcknowledged(
	failed: ReadonlyArray<{ idPedido: string; failure: HubError }>,
): string | undefined {
	const [first, ...others] = failed;
	if (first === undefined) return undefined;
	const { idPedido, failure } = first;
	const what =
		failure.outcome === 'unknown'
			? "was read, but whether it left the hub's queue is unknown"
			: "was read but stays in the hub's queue";
	const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
	return `Order ${idPedido}${more} ${what}: ${failure.message}`;
}
