import { monotonicNow } from '../async';
import type { Endpoint } from '../endpoints';

/** How long requests of an endpoint with a documented limit have waited for a slot. */
export interface SlotWait {
	requests: number;
	/** For how many ms at least one of them waited. */
	ms: number;
	/** When the last of them got its slot. */
	until: number;
	perMinute: number;
}

/** The waits of a run for slots in documented limits, by the endpoint's label. */
export class SlotWaits extends Map<string, SlotWait> {
	/** Notes that a request of this endpoint has got its slot, for which it has waited since then. */
	add({ label, perMinute }: Endpoint, since: number): void {
		if (perMinute === undefined) return;
		const { requests = 0, ms = 0, until = -Infinity } = this.get(label) ?? {};
		const now = monotonicNow();
		const more = Math.max(0, now - Math.max(since, until));
		this.set(label, { requests: requests + 1, ms: ms + more, until: now, perMinute });
	}
}
