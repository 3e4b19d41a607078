const windowMs = 60_000;
/** Shown for endpoints without a documented limit, never enforced. */
const undocumentedLimit = 120;

export interface Allowance {
	allowed: boolean;
	limit: number;
	remaining: number;
}

/** Sliding 60 s windows of hub time, one per endpoint (the hub has one account). */
export class RateWindows {
	private readonly windows = new Map<string, number[]>();

	constructor(private readonly enforced: boolean) {}

	/** Takes one request of the endpoint's allowance when there is one left. */
	take(endpoint: string, documented: number | undefined, now: number): Allowance {
		const before = this.look(endpoint, documented, now);
		if (before.remaining === 0 && documented !== undefined && this.enforced)
			return { ...before, allowed: false };
		this.recent(endpoint, now).push(now);
		return this.look(endpoint, documented, now);
	}

	/** The allowance as it stands, for an answer that took nothing. */
	look(endpoint: string, documented: number | undefined, now: number): Allowance {
		const limit = documented ?? undocumentedLimit;
		const remaining = Math.max(0, limit - this.used(endpoint, now));
		return { allowed: true, limit, remaining };
	}

	/** Requests of the past minute that counted. */
	used(endpoint: string, now: number): number {
		return this.recent(endpoint, now).length;
	}

	private recent(endpoint: string, now: number): number[] {
		let times = this.windows.get(endpoint);
		if (!times) this.windows.set(endpoint, (times = []));
		const from = times.findIndex((at) => at > now - windowMs);
		if (from !== 0) times.splice(0, from < 0 ? times.length : from);
		return times;
	}
}
