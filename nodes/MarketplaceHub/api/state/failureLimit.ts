import { monotonicNow } from '../async';
import { findHubError } from '../errors';
import { timing } from '../timing';

/** Failures in a minute and in a day that calls of a webhook may cause: many errors can cost the App Token. */
const mostPerMinute = 30;
const mostPerDay = 300;

/**
 * Whether the hub may have failed because of the ID that it was asked for (reference: Errors); 401 and 429 say who
 * asks, and how often. A request that the caller's time ended counts: the hub may answer it all the same.
 */
function mayBeOfId(error: unknown): boolean {
	const { kind, httpStatus } = findHubError(error) ?? {};
	if (httpStatus === undefined) return kind === 'timeLimit';
	if (kind !== 'refused' && kind !== 'timeLimit') return false;
	return httpStatus >= 400 && httpStatus !== 401 && httpStatus !== 429;
}

/** Whether the hub refuses the ID that was asked for: 403 and 406 keep this n8n out, 5xx is an outage. */
export function isRefusedId(error: unknown): boolean {
	const { httpStatus = 0 } = findHubError(error) ?? {};
	return mayBeOfId(error) && httpStatus < 500 && httpStatus !== 403 && httpStatus !== 406;
}

/**
 * Counts for one account the failures of requests that calls of its webhooks cause (reference: Limits). A failure that
 * may be an outage counts for a minute only: it must not keep orders from being read for the rest of the day.
 */
export class FailureLimit {
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

	/** Reads an order by an ID that anybody may have named, or acknowledges it; settles as `request` does. */
	async run<Result>(request: () => Promise<Result>): Promise<Result> {
		this.underWay++;
		return await request()
			.catch((error: unknown) => {
				if (mayBeOfId(error)) this.ofMinute.push(monotonicNow());
				if (isRefusedId(error)) this.ofDay.push(monotonicNow());
				throw error;
			})
			.finally(() => this.underWay--);
	}
}
