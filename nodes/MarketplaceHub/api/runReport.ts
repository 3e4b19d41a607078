import { monotonicNow } from './async';
import { type Endpoint, type EndpointName, endpoints } from './endpoints';
import type { Outcome } from './http/answer';
import { leftOut, type UnreadableRecord } from './schemas/reads/orderAnswers';
import { timing } from './timing';
import { listed } from './values/text';
import { amount, inWords } from './values/amounts';

/** A hint that a person reads above the items. */
export interface Hint {
	type: 'info' | 'warning';
	message: string;
}

/** Requests by endpoint; repeats of one count once. */
export type RequestCounts = Partial<Record<EndpointName, number>>;

/** How long requests of an endpoint with a documented limit have waited for a slot. */
interface SlotWait {
	requests: number;
	/** For how many ms at least one of them waited. */
	ms: number;
	/** When the last of them got its slot. */
	until: number;
	perMinute: number;
}

/** The facts that a run of requests learns beside the answers. */
export class RunReport {
	readonly requests: RequestCounts = {};
	/** How many records each list holds, where the hub says so and only the first of them are wanted. */
	readonly totals = new Map<EndpointName, number>();
	/** Lists that did not settle, however often they were read: some records may not have been seen. */
	readonly unsettled = new Set<EndpointName>();
	/** The names of records that cannot be worked on, by their list. */
	readonly unreadable = new Map<EndpointName, Set<string>>();
	/** The names of orders whose issue date does not say whether they are of the period. */
	readonly undated = new Set<string>();

	/** Whether the hub has had too much to do. */
	wasTooMuch = false;

	private readonly answers = { count: 0, ms: 0 };
	/** Waits for slots in documented limits, by the endpoint's label. */
	private readonly slotWaits = new Map<string, SlotWait>();
	/** The end of the last wait that was logged, by the endpoint's label. */
	private readonly loggedUntil = new Map<string, number>();

	/** @param logAndShow takes a line for the person who follows the run while it goes on */
	constructor(private readonly logAndShow?: (message: string) => void) {}

	addRequest(name: EndpointName): void {
		this.requests[name] = (this.requests[name] ?? 0) + 1;
	}

	/** A request of this endpoint is to wait so many ms for its slot; a long wait is logged once, whoever waits with it. */
	startWait({ label }: Endpoint, ms: number): void {
		const until = monotonicNow() + ms;
		const news = until - (this.loggedUntil.get(label) ?? -Infinity);
		if (Math.min(ms, news) < timing.progressLine) return;
		this.loggedUntil.set(label, until);
		this.logAndShow?.(`${label}: waiting ${inWords(ms)} for the hub's limit`);
	}

	/** A request of this endpoint has got its slot, for which it has waited since then. */
	addSlotWait({ label, perMinute }: Endpoint, since: number): void {
		if (perMinute === undefined) return;
		const { requests = 0, ms = 0, until = -Infinity } = this.slotWaits.get(label) ?? {};
		const now = monotonicNow();
		const more = Math.max(0, now - Math.max(since, until));
		this.slotWaits.set(label, { requests: requests + 1, ms: ms + more, until: now, perMinute });
	}

	/** A request had this outcome after so many ms, waits beforehand not counted. */
	addAnswer({ status }: Outcome, ms: number): void {
		this.answers.count++;
		this.answers.ms += ms;
		if (status === 429 || status === 500 || status === 503) this.wasTooMuch = true;
	}

	/** The mean time of an answer in ms; 0 before the first one. */
	get answerMs(): number {
		return this.answers.ms / Math.max(1, this.answers.count);
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

	/** Hints about records that a list may have without a read of the list showing them. */
	*gapHints(): Generator<Hint> {
		const type = 'warning';
		for (const list of this.unsettled)
			yield {
				type,
				message: `${endpoints[list].label}: the list did not settle: each time it was read, records left it or fewer came than it counts, so a few may not have been seen. Run again when fewer change, or narrow the filters down.`,
			};
		for (const [list, names] of this.unreadable)
			yield { type, message: `${endpoints[list].label}: ${leftOut(names)}` };
		if (this.undated.size > 0)
			yield {
				type,
				message: `The issue date (dataEmissao) of these orders is no date, so that nobody knows whether they are of the period: ${listed(this.undated)}. Look at them with Order > Get, and ask the hub's support to correct them.`,
			};
	}

	/** How long requests have waited for their turn, where a person would ask why. */
	*waitHints(): Generator<Hint> {
		for (const [label, { requests, ms, perMinute }] of this.slotWaits) {
			if (ms < timing.minute / 12) continue;
			yield {
				type: 'info',
				message: `${label}: ${amount(requests, 'request')} waited ${inWords(ms)} for their turn. The hub takes ${perMinute} of them a minute, from all workflows together.`,
			};
		}
	}

	/** Whether a list may lack records. */
	lacksSome(list: EndpointName): boolean {
		return this.unsettled.has(list) || this.unreadable.has(list);
	}
}
