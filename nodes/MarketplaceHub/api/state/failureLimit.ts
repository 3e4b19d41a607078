import type { IDataObject } from 'n8n-workflow';
import { type Limiter, monotonicNow } from '../async';
import { findHubError, type HubError, isNotFound } from '../errors';
import { timing } from '../timing';
import { plainId } from '../values/ids';

/** The orders that the queue shows first. */
export interface QueueView {
	orders: readonly IDataObject[];
	/** Whether no others wait. */
	isWhole: boolean;
}

export const orderIn = ({ orders }: QueueView, idPedido: string): IDataObject | undefined =>
	orders.find((order) => plainId(order.idPedido) === plainId(idPedido));

/** An acknowledgement that is to be sent. */
interface Acknowledging<Result> {
	idPedido: string;
	request: () => Promise<Result>;
	look: () => Promise<QueueView>;
	/** Whether it has left the queue before: then it is sent only where the queue shows the order again. */
	hasLeft?: boolean;
	/** Where acknowledgements wait for each other. */
	turns: Limiter;
}

function orAnswered404(error: unknown): HubError {
	const failure = findHubError(error);
	if (failure !== undefined && isNotFound(failure)) return failure;
	throw error;
}

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

	/**
	 * Acknowledges an order: once the limit is reached, only one that may wait.
	 * @returns the failure of an answer 404; `notWaiting` where nothing was sent
	 * @throws HubError of any other failure, also of a look
	 */
	async acknowledge<Result extends string>({
		idPedido,
		request,
		look,
		hasLeft = false,
		turns,
	}: Acknowledging<Result>): Promise<Result | HubError | 'notWaiting'> {
		const send = async () => await this.run(request).catch(orAnswered404);
		const sent = hasLeft
			? undefined
			: await turns.run(async () => (this.isReached ? undefined : await send()));
		if (sent !== undefined) return sent;
		// in no turn, so that it holds up no other order
		const view = await look();
		// beyond the orders that the queue shows, another one may wait
		const mayWait = orderIn(view, idPedido) !== undefined || (!view.isWhole && !hasLeft);
		return mayWait ? await turns.run(send) : 'notWaiting';
	}
}
