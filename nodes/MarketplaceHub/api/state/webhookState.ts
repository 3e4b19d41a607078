import type { IDataObject } from 'n8n-workflow';
import { ExpiringMap, Limiter, monotonicNow, SharedWork } from '../async';
import { findHubError, isNotFound } from '../errors';
import { timing } from '../timing';

/* The state of an account's webhook triggers in this process, by `idPedido`; `AccountState` holds it. */

const keptOrders = 10_000;
const keptRefusedIds = 1_000;

/** Failures in a minute and in a day that calls of a webhook may cause: many errors can cost the App Token. */
const mostPerMinute = 30;
const mostPerDay = 300;

/**
 * Whether the hub may have failed because of the ID that it was asked for (reference: Errors); 401 and 429 say who
 * asks, and how often.
 */
function mayBeOfId(error: unknown): boolean {
	const { kind, httpStatus = 0 } = findHubError(error) ?? {};
	if (kind !== 'refused' && kind !== 'timeLimit') return false;
	return httpStatus >= 400 && httpStatus !== 401 && httpStatus !== 429;
}

/** Whether the hub refuses what was asked for: 403 and 406 keep this n8n out, 5xx is an outage. */
export function isRefusedId(error: unknown): boolean {
	const { httpStatus = 0 } = findHubError(error) ?? {};
	return mayBeOfId(error) && httpStatus < 500 && httpStatus !== 403 && httpStatus !== 406;
}

/**
 * Counts for one account how the hub failed at what calls of its webhooks ask for (reference: Limits). What may be an
 * outage counts for a minute only: it must not keep orders from being read for the rest of the day.
 */
class FailureLimit {
	private ofMinute: number[] = [];
	private ofDay: number[] = [];
	private underWay = 0;

	/** Whether requests under way and failures of the last minute or day leave no room for another one. */
	get isReached(): boolean {
		const now = monotonicNow();
		this.ofMinute = this.ofMinute.filter((at) => at > now - timing.minute);
		this.ofDay = this.ofDay.filter((at) => at > now - timing.day);
		return (
			this.ofMinute.length + this.underWay >= mostPerMinute ||
			this.ofDay.length + this.underWay >= mostPerDay
		);
	}

	/** Reads an order by an ID that anybody may have named; settles as `request` does. */
	async read<Result>(request: () => Promise<Result>): Promise<Result> {
		return await this.run(request, mayBeOfId, isRefusedId);
	}

	/** Acknowledges an order that was read; settles as `request` does. */
	async acknowledge<Result>(request: () => Promise<Result>): Promise<Result> {
		return await this.run(request, isNotFound, isNotFound);
	}

	private async run<Result>(
		request: () => Promise<Result>,
		countsForMinute: (error: unknown) => boolean,
		countsForDay: (error: unknown) => boolean,
	): Promise<Result> {
		this.underWay++;
		return await request()
			.catch((error: unknown) => {
				if (countsForMinute(error)) this.ofMinute.push(monotonicNow());
				if (countsForDay(error)) this.ofDay.push(monotonicNow());
				throw error;
			})
			.finally(() => this.underWay--);
	}
}

/** How an order last started the workflow of a webhook trigger, in the eyes of a call about it. */
export interface LastStart {
	/** Whether the call shows the same content, in the time in which that starts nothing. */
	isDuplicate: boolean;
	/** Whether the execution has begun in this process, so that n8n has stored it. */
	hasBegun: boolean;
	/** Whether the execution acknowledges the order as soon as it begins, in whichever process. */
	willAcknowledge: boolean;
}

/** The content of an order with which a webhook trigger last started its workflow. */
interface EmittedOrder extends Omit<LastStart, 'isDuplicate'> {
	fingerprint: string;
	/** Whether a later call came for which the order could not be read: its content may be another one by now. */
	mayHaveChanged: boolean;
	/** Until when a call about the same content starts nothing, by the monotonic clock. */
	duplicateUntil: number;
}

/** The orders that a webhook trigger has emitted in this process; a worker knows of none. */
class EmittedOrders {
	private readonly orders = new ExpiringMap<EmittedOrder>(keptOrders);

	/**
	 * Notes that a workflow starts with this content of an order.
	 * @param window ms for which the same content starts nothing
	 */
	noteStart(
		idPedido: string,
		content: Pick<EmittedOrder, 'fingerprint' | 'willAcknowledge'>,
		window: number,
	): void {
		const duplicateUntil = monotonicNow() + window;
		this.orders.set(idPedido, {
			...content,
			duplicateUntil,
			hasBegun: false,
			mayHaveChanged: false,
		});
	}

	/** How the order last started the workflow, for a call that shows this content of it. */
	lastStart(idPedido: string, fingerprint: string): LastStart | undefined {
		const emitted = this.orders.get(idPedido);
		if (emitted === undefined) return undefined;
		const { hasBegun, willAcknowledge, duplicateUntil } = emitted;
		const isDuplicate = emitted.fingerprint === fingerprint && duplicateUntil > monotonicNow();
		return { isDuplicate, hasBegun, willAcknowledge };
	}

	/**
	 * Notes the content that a call has shown without starting a workflow. An order that was emitted with
	 * another one is forgotten: it is no repetition if that comes back.
	 */
	noteContent(idPedido: string, fingerprint: string): void {
		const emitted = this.orders.get(idPedido);
		if (emitted === undefined) return;
		if (emitted.fingerprint === fingerprint) emitted.mayHaveChanged = false;
		else this.orders.delete(idPedido, emitted);
	}

	/**
	 * Notes that the order could not be read for a call: content that was emitted before must not acknowledge
	 * the order.
	 */
	noteUnreadable(idPedido: string): void {
		const emitted = this.orders.get(idPedido);
		if (emitted !== undefined) emitted.mayHaveChanged = true;
	}

	/** Notes that the execution with this content of an order has begun. */
	noteBegun(idPedido: string, fingerprint: string): void {
		const emitted = this.orders.get(idPedido);
		if (emitted?.fingerprint === fingerprint) emitted.hasBegun = true;
	}

	/**
	 * Whether this is the newest content of an order, as far as this process knows: only that is acknowledged. It is
	 * unsure after a call for which the order could not be read.
	 */
	standing(idPedido: string, fingerprint: string): 'newest' | 'older' | 'unsure' {
		const emitted = this.orders.get(idPedido);
		if (emitted === undefined) return 'newest';
		if (emitted.fingerprint !== fingerprint) return 'older';
		return emitted.mayHaveChanged ? 'unsure' : 'newest';
	}
}

/** The orders that one webhook trigger has emitted and is about to read. */
export class WebhookTriggerState {
	readonly emitted = new EmittedOrders();
	/** Reads that wait for their turn; undefined comes out where the order is not to be asked for by its ID. */
	readonly waitingReads = new Map<string, SharedWork<IDataObject | undefined>>();
}

/** The content of an order that an acknowledgement is to take out of the queue. */
export class QueuedContent {
	/** One acknowledgement at a time: calls that come meanwhile share the next one. */
	readonly sending = new SharedWork<void>(0, new Limiter());
	/** Until when it counts as out of the queue, by the monotonic clock. */
	outUntil = -Infinity;
	/** Whether n8n's log says that the order waits although its acknowledgement found none. */
	isReported = false;

	constructor(readonly fingerprint: string) {}
}

/** The state that all webhook triggers of an account share. */
export class WebhookState {
	readonly failures = new FailureLimit();
	readonly readTurns = new Limiter(() => 5);
	readonly acknowledgeTurns = new Limiter(() => 3);
	/** Of *Order Queue: Acknowledge*: a workflow acknowledges whatever order a call has named, over and over. */
	readonly acknowledgements = {
		failures: new FailureLimit(),
		looks: new SharedWork<{ rows: IDataObject[]; total?: number }>(0, new Limiter()),
	};
	/** IDs that the hub refused, for a minute. */
	readonly refusedIds = new ExpiringMap<true>(keptRefusedIds);
	/** Reads of the queue in place of reads and acknowledgements that may be answered 404. */
	readonly queueLooks = new SharedWork<{ rows: IDataObject[]; total?: number }>(timing.queuePause);
	private readonly queued = new ExpiringMap<QueuedContent>(keptOrders);

	/** The known content of an order in the queue; other content of the order is forgotten. */
	queuedContent(idPedido: string, fingerprint: string): QueuedContent {
		const known = this.queued.get(idPedido);
		if (known?.fingerprint === fingerprint) return known;
		const content = new QueuedContent(fingerprint);
		this.queued.set(idPedido, content);
		return content;
	}
}
