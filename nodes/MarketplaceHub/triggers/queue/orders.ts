import chunk from 'lodash/chunk';
import groupBy from 'lodash/groupBy';
import sortBy from 'lodash/sortBy';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { monotonicNow } from '../../api/async';
import type { QueuedOrder } from '../../api/queue/readQueue';
import { timing } from '../../api/timing';
import type { OrderProgress, QueueTriggerState } from '../../api/state/queueTriggerState';

/** Orders remembered at most; the orders that nothing has happened to for longest are forgotten first. */
const mostOrders = 5_000;

/** Orders of one execution, by how often they have failed; then each comes alone. */
const mostAtOnce = [100, 25, 5];

type Phase =
	/** The order is to be emitted now. */
	| 'ready'
	/** The order's execution runs. */
	| 'running'
	/** The order's execution has failed, and its pause is not over. */
	| 'resting'
	/** The order's execution has succeeded. */
	| 'done';

/** Orders for one execution. */
export interface Emission {
	orders: QueuedOrder[];
	/** Executions of each that have failed before. */
	failed: number;
}

/** An execution that has begun. */
interface Begun {
	orders: readonly OrderProgress[];
	isRetry: boolean;
}

/** How long an order rests after so many failed executions, in ms. */
export const pauseAfter = (failed: number): number =>
	Math.min(timing.firstPause * 2 ** (failed - 1), timing.longestPause);

/** In the workflow's static data, by `idPedido`: fingerprint, epoch ms, failed executions. */
const savedOrders = z.record(z.tuple([z.string(), z.number(), z.number()])).catch({});

/**
 * Where the orders of a queue trigger stand. An order counts as failed from its emission until its execution
 * has succeeded, so an order that a restart interrupts comes again after a pause.
 */
export class QueueOrders {
	/**
	 * @param data static data of the node; it counts where it is newer (another process has polled)
	 * @param repeatAfter ms after which an order comes again although its execution succeeded
	 */
	constructor(
		private readonly state: QueueTriggerState,
		private readonly data: IDataObject,
		private readonly repeatAfter: number,
	) {
		const saved = savedOrders.parse(data.emitted ?? {});
		for (const [id, [fingerprint, at, failed]] of Object.entries(saved))
			if (at > (state.orders.get(id)?.at ?? -Infinity))
				state.orders.set(id, { fingerprint, at, failed });
	}

	phaseOf(order: QueuedOrder): Phase {
		// whatever content it runs with
		const { runningSince = -Infinity } = this.state.orders.get(order.idPedido) ?? {};
		if (monotonicNow() - runningSince < timing.longestExecution) return 'running';
		const known = this.progressOf(order);
		if (known === undefined) return 'ready';
		const pause = known.failed === 0 ? this.repeatAfter : pauseAfter(known.failed);
		// a time that lies ahead was noted before the machine's clock was set back
		if (Math.abs(Date.now() - known.at) >= pause) return 'ready';
		return known.failed === 0 ? 'done' : 'resting';
	}

	/** The orders to be emitted now, by execution: new orders first, then the orders that have rested longest. */
	emissions(orders: readonly QueuedOrder[]): Emission[] {
		const ready = orders.filter((order) => this.phaseOf(order) === 'ready');
		const byFailures = groupBy(ready, (order) => this.progressOf(order)?.failed ?? 0);
		const emissions = Object.entries(byFailures).flatMap(([key, alike]) => {
			const failed = Number(key);
			return chunk(alike, mostAtOnce[failed] ?? 1).map((some) => ({ orders: some, failed }));
		});
		return sortBy(emissions, ({ orders: [first], failed }) =>
			failed === 0 ? 0 : first && this.progressOf(first)?.at,
		);
	}

	/** Forgets orders that were emitted with other content, unless that runs: it is no repetition if it comes back. */
	forgetOthers(orders: readonly QueuedOrder[]): void {
		for (const order of orders) {
			const isRunning = this.phaseOf(order) === 'running';
			const isSame = this.progressOf(order) !== undefined;
			if (!isRunning && !isSame) this.state.orders.delete(order.idPedido);
		}
	}

	/** Whether failed orders are left alone: retries have failed, most likely the workflow's store is down. */
	get retriesRest(): boolean {
		return monotonicNow() < this.state.restsUntil;
	}

	/** Notes that an execution begins. */
	begin({ orders, failed }: Emission): Begun {
		const begun = orders.map(({ idPedido, fingerprint }) => {
			const progress: OrderProgress = {
				fingerprint,
				at: Date.now(),
				failed: failed + 1,
				runningSince: monotonicNow(),
			};
			this.state.orders.set(idPedido, progress);
			return progress;
		});
		this.save();
		return { orders: begun, isRetry: failed > 0 };
	}

	/** Notes how an execution has ended. */
	end({ orders, isRetry }: Begun, succeeded: boolean): void {
		const { state } = this;
		for (const progress of orders) {
			progress.at = Date.now();
			progress.runningSince = undefined;
			if (succeeded) progress.failed = 0;
		}
		if (succeeded) {
			state.failedRetries = 0;
			state.restsUntil = -Infinity;
			return;
		}
		state.failureUnsaid = true;
		if (!isRetry) return;
		state.failedRetries++;
		state.restsUntil = monotonicNow() + pauseAfter(state.failedRetries);
	}

	/** Whether an execution has failed since this was last asked. */
	takeFailure(): boolean {
		const { failureUnsaid } = this.state;
		this.state.failureUnsaid = false;
		return failureUnsaid;
	}

	/** Puts all that is known into the static data; n8n stores that with the next emission. */
	save(): void {
		const kept = sortBy([...this.state.orders], ([, { at }]) => at).slice(-mostOrders);
		this.state.orders = new Map(kept);
		this.data.emitted = Object.fromEntries(
			kept.map(([id, { fingerprint, at, failed }]) => [id, [fingerprint, at, failed]]),
		);
	}

	/** How far the order is with the content that the queue shows. */
	private progressOf({ idPedido, fingerprint }: QueuedOrder): OrderProgress | undefined {
		const progress = this.state.orders.get(idPedido);
		return progress?.fingerprint === fingerprint ? progress : undefined;
	}
}
