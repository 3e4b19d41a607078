import { monotonicNow } from './async';
import { findHubError } from './errors';
import { timing } from './timing';

/** Answers 404 a minute that calls of a webhook may cause: many errors can cost the App Token. */
const mostPerMinute = 30;

/** Counts the answers 404 of one account to what calls of its webhooks ask for (reference: Limits). */
export class NotFoundLimit {
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
				if (findHubError(error)?.httpStatus === 404) this.answeredAt.push(monotonicNow());
				throw error;
			})
			.finally(() => this.underWay--);
	}
}
