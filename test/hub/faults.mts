import type { Fault, RequestFilter } from './types.mts';

/** A fault that waits for its requests. */
export interface Armed {
	fault: Fault;
	toPass: number;
	left: number;
}

/** Whether a filter or fault means a request. */
export function concerns(
	filter: Pick<RequestFilter, 'endpoint' | 'method' | 'path'>,
	request: { endpoint: string | undefined; method: string; path: string },
): boolean {
	if (filter.endpoint !== undefined && filter.endpoint !== request.endpoint) return false;
	if (filter.method !== undefined && filter.method !== request.method) return false;
	if (filter.path === undefined) return true;
	return typeof filter.path === 'string'
		? filter.path === request.path
		: request.path.search(filter.path) >= 0;
}

/** Faults that wait for their requests, in the order they were added. */
export class Faults {
	private armed: Armed[] = [];

	add(fault: Fault): void {
		this.armed.push({ fault, toPass: fault.after ?? 0, left: fault.times ?? 1 });
	}

	/** Faults that still wait, the next one first. */
	waiting(): readonly Readonly<Armed>[] {
		return this.armed;
	}

	clear(): void {
		this.armed = [];
	}

	/** The fault that hits this request, counted down. */
	take(request: { endpoint: string | undefined; method: string; path: string }): Fault | undefined {
		for (const entry of this.armed) {
			if (!concerns(entry.fault, request)) continue;
			if (entry.toPass > 0) {
				entry.toPass -= 1;
				continue;
			}
			entry.left -= 1;
			if (entry.left <= 0) this.armed = this.armed.filter((other) => other !== entry);
			return entry.fault;
		}
		return undefined;
	}
}
