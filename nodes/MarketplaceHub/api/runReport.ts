import type { EndpointName } from './endpoints';
import type { SlotWait } from './http/runLimit';
import type { UnreadableRecord } from './schemas/orderAnswers';

/** Requests by endpoint; repeats of one count once. */
export type RequestCounts = Partial<Record<EndpointName, number>>;

/** What a run of requests learns beside the answers. */
export class RunReport {
	readonly requests: RequestCounts = {};
	/** How many records each list holds, where the hub says so and only the first of them are wanted. */
	readonly totals = new Map<EndpointName, number>();
	/** Lists that did not settle, however often they were read: some records may not have been seen. */
	readonly unsettled = new Set<EndpointName>();
	/** The names of records that cannot be worked on, by their list. */
	readonly unreadable = new Map<EndpointName, Set<string>>();

	/** @param slotWaits how long requests have waited for slots in documented limits, by the endpoint's label */
	constructor(readonly slotWaits: ReadonlyMap<string, SlotWait>) {}

	addRequest(name: EndpointName): void {
		this.requests[name] = (this.requests[name] ?? 0) + 1;
	}

	/** A list holds so many records; while its first ones are taken out of it, it holds fewer. */
	addTotal(list: EndpointName, count: number): void {
		this.totals.set(list, Math.max(count, this.totals.get(list) ?? 0));
	}

	addUnreadable(list: EndpointName, records: readonly UnreadableRecord[]): void {
		const names = this.unreadable.get(list) ?? new Set();
		for (const { name } of records) names.add(name);
		this.unreadable.set(list, names);
	}

	/** Whether a list may lack records. */
	lacksSome(list: EndpointName): boolean {
		return this.unsettled.has(list) || this.unreadable.has(list);
	}
}
