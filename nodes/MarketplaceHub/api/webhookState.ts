import type { IDataObject } from 'n8n-workflow';
import { ExpiringMap, Limiter, monotonicNow, SharedWork } from './async';
import { isNotFound } from './errors';
import { timing } from './timing';

/* What the webhook triggers of an account share in this process; `AccountState` holds it. */

const keptOrders = 10_000;
const keptUnknownOrders = 1_000;

/** Answers 404 a minute that calls of a webhook may cause: many errors can cost the App Token. */
const mostPerMinute = 30;

/** Counts the answers 404 of one account to what calls of its webhooks ask for (reference: Limits). */
class NotFoundLimit {
	private answeredAt: number[] = [];
	private underWay = 0;

	/** Whether requests under way and answers of the last minute leave no room for another 404. */
	get isReached(): boolean {
		const since = monotonicNow() - timing.minute;
		this.answeredAt = this.answeredAt.filter((at) => at > since);
		return this.answeredAt.length + this.underWay >= mostPerMinute;
	}

	/** Settles as `request` does. */
	async run<Result>(request: () => Promise<Result>): Promise<Result> {
		this.underWay++;
		return await request()
			.catch((error: unknown) => {
				if (isNotFound(error)) this.answeredAt.push(monotonicNow());
				throw error;
			})
			.finally(() => this.underWay--);
	}
}

/** The content of an order with which a webhook trigger last started its workflow. */
export interface EmittedOrder {
	fingerprint: string;
	/** Whether a later call came for which the order could not be read: its content may be another one by now. */
	mayHaveChanged: boolean;
	/** Until when a call about the same content starts nothing, by the monotonic clock. */
	duplicateUntil: number;
	/** Whether the execution has begun in this process, so that n8n has stored it. */
	isStored: boolean;
	/** Whether the order is acknowledged as soon as an execution with it begins, in whichever process. */
	willAcknowledge: boolean;
}

/** The orders that an account's webhook triggers have emitted, by `orderKey`; a worker knows of none. */
class EmittedOrders {
	private readonly orders = new ExpiringMap<EmittedOrder>(keptOrders);

	get(order: string): EmittedOrder | undefined {
		return this.orders.get(order);
	}

	/**
	 * Notes that a workflow starts with this content of an order.
	 * @param window ms for which the same content starts nothing
	 */
	add(
		order: string,
		content: Pick<EmittedOrder, 'fingerprint' | 'willAcknowledge'>,
		window: number,
	) {
		const duplicateUntil = monotonicNow() + window;
		this.orders.set(order, { ...content, duplicateUntil, isStored: false, mayHaveChanged: false });
	}

	/**
	 * Notes the content that a call has shown without starting a workflow. An order that was emitted with
	 * another one is forgotten: it is no repetition if that comes back.
	 */
	noteContent(order: string, fingerprint: string): void {
		const emitted = this.orders.get(order);
		if (emitted === undefined) return;
		if (emitted.fingerprint === fingerprint) emitted.mayHaveChanged = false;
		else this.orders.delete(order, emitted);
	}

	/** Notes that the order could not be read for a call: what was emitted before must not acknowledge it. */
	noteUnreadable(order: string): void {
		const emitted = this.orders.get(order);
		if (emitted !== undefined) emitted.mayHaveChanged = true;
	}

	/** Notes that the execution with this content of an order has begun. */
	noteStored(order: string, fingerprint: string): void {
		const emitted = this.orders.get(order);
		if (emitted?.fingerprint === fingerprint) emitted.isStored = true;
	}

	/** Whether this is the newest content of an order, as far as this process knows: only that is acknowledged. */
	isNewest(order: string, fingerprint: string): boolean {
		const emitted = this.orders.get(order);
		if (emitted === undefined) return true;
		return emitted.fingerprint === fingerprint && !emitted.mayHaveChanged;
	}
}

/** A read of an order that waits for its turn. */
export interface WaitingRead {
	/** Ends it: of the calls that wait for it, the newest one's, which has the most time left. */
	signal: AbortSignal;
	/** Undefined where the order is not to be asked for by its ID. */
	order: Promise<IDataObject | undefined>;
}

/** Reads that calls of an account's webhooks ask for. */
class WebhookReads {
	readonly turns = new Limiter(() => 5);
	/** Reads of orders that wait for their turn, by `orderKey`. */
	readonly waiting = new Map<string, WaitingRead>();
	/** Orders that the hub did not know, for a minute. */
	readonly unknownOrders = new ExpiringMap<true>(keptUnknownOrders);
	/** Reads of the queue in place of reads and acknowledgements that may be answered 404. */
	readonly queue = new SharedWork<{ rows: IDataObject[]; total?: number }>(timing.queuePause);
}

/** Acknowledgements that an account's webhooks send. */
class WebhookAcknowledgements {
	readonly turns = new Limiter(() => 3);
	/** The content that was acknowledged last or, for a minute, was not in the queue; by order. */
	readonly notWaiting = new ExpiringMap<string>(keptOrders);
	/** Contents of orders that n8n's log has called waiting although their acknowledgement found none. */
	readonly reported = new ExpiringMap<string>(keptOrders);
	private readonly shared = new ExpiringMap<SharedWork<void>>(keptOrders);

	/** The acknowledgement of an order's content that calls share, one after another. */
	of(content: string): SharedWork<void> {
		const shared = this.shared.get(content) ?? new SharedWork<void>(0, new Limiter());
		this.shared.set(content, shared, timing.minute);
		return shared;
	}
}

/** State of an account's webhook triggers. */
export class WebhookState {
	readonly reads = new WebhookReads();
	readonly acknowledgements = new WebhookAcknowledgements();
	readonly notFound = new NotFoundLimit();
	readonly emitted = new EmittedOrders();
}
