import { Limiter, monotonicNow, SharedWork } from '../async';
import { isNotFound } from '../errors';
import { timing } from '../timing';
import { isRefusedId } from './failureLimit';

/** What became of an acknowledgement; `notMoved`: the hub answered 404, and its queue shows the order. */
export type Acknowledged = 'done' | 'notMoved';

/** The content of an order that an acknowledgement is to take out of the queue. */
export class QueuedContent {
	/** One acknowledgement at a time: calls that come meanwhile share the next one. */
	readonly sending = new SharedWork<Acknowledged>(0, new Limiter());
	/** Until when it counts as out of the queue, by the monotonic clock. */
	outUntil = -Infinity;
	/** Whether the log says that the order waits although its acknowledgement found none. */
	isReported = false;
	/** Why the hub refused its acknowledgement: for a minute calls about it cause no other one. */
	private refusal?: { error: unknown; until: number };

	constructor(readonly fingerprint: string) {}

	get hasLeft(): boolean {
		return this.outUntil > monotonicNow();
	}

	/** Notes the failure of its acknowledgement. */
	noteFailure(error: unknown): void {
		const until = monotonicNow() + timing.minute;
		// after a 404 the order is not in the queue, as it should be
		if (isNotFound(error)) this.outUntil = until;
		else if (isRefusedId(error)) this.refusal = { error, until };
	}

	throwIfRefused(): void {
		if (this.refusal !== undefined && this.refusal.until > monotonicNow()) throw this.refusal.error;
	}
}
