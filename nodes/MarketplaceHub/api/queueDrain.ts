import difference from 'lodash/difference';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently, SharedWork } from './async';
import { catchHubError, type HubError, isFatal } from './errors';
import type { Hub } from './hub';
import {
	acknowledgeOrder,
	type AcknowledgeStatus,
	fingerprintOf,
	idInternoOf,
	otherRoute,
	readQueue,
	routeAdvice,
	statusToAcknowledge,
	stayingOrders,
} from './orderQueue';
import { pageSize, type ReadPage } from './pagination';

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
	/** Looks at the queue after answers 404. */
	private readonly looks = new SharedWork<ReadPage<IDataObject>>(0);

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
	 * Acknowledges orders; one that is not in the queue any more counts as done.
	 * @returns which could not be acknowledged and why, if any: then there is no more to read
	 */
	async acknowledge(orders: readonly IDataObject[]): Promise<string | undefined> {
		const { fallbackStatus, inOrder = false } = this.options;
		const own = uniqBy(orders, fingerprintOf);
		const staying = stayingOrders(own, fallbackStatus);
		staying.forEach((order) => this.staying.add(fingerprintOf(order)));
		const done = difference(own, staying);
		let ended: HubError | undefined;
		const results = await mapConcurrently(done, inOrder ? 1 : concurrency, async (order) => {
			const failure = ended ?? (await this.acknowledgeOne(order));
			if (failure === undefined) return [];
			// the hub seems to know another route: more answers 404 would cost the App Token
			if (inOrder || isFatal(failure) || failure.httpStatus === 404) ended = failure;
			return [{ idPedido: String(order.idPedido), failure }];
		});
		const failed = results.flat();
		if (failed.length === 0) done.forEach((order) => this.acknowledged.add(fingerprintOf(order)));
		return whyNotAcknowledged(failed);
	}

	/** @returns the failure, also where the hub answered 404 although the queue shows the order as it was */
	private async acknowledgeOne(order: IDataObject): Promise<HubError | undefined> {
		const { hub, options } = this;
		const idPedido = String(order.idPedido);
		const idInterno = idInternoOf([order.idInterno]) ?? idPedido;
		const status = statusToAcknowledge(order.status, options.fallbackStatus) ?? '';
		const failure = await catchHubError(acknowledgeOrder(hub, idPedido, { idInterno, status }));
		if (failure?.httpStatus !== 404) return failure;
		const content = fingerprintOf(order);
		const isWaiting = await this.looks
			.run(async () => await readQueue(hub, pageSize, options.status))
			.then(
				({ rows }) => rows.some((row) => fingerprintOf(row) === content),
				() => false,
			);
		return isWaiting ? otherRoute() : undefined;
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
