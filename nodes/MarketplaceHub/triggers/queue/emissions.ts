import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import { monotonicNow, orAborted } from '../../api/async/wait';
import type { AccountState, Emission } from '../../api/state';
import { timing } from '../../api/timing';
import { nodeKeyOf } from '../nodeKey';
import { isCarriedOut } from './carriedOut';

/**
 * Starts the workflow with the orders, in one execution. After a restart of this process what is
 * still in the queue is emitted again.
 */
export function emitOrders(
	context: IPollFunctions,
	{ emissions }: AccountState,
	orders: readonly IDataObject[],
): Emission {
	const done = context.helpers.createDeferredPromise<IRun>();
	const emission: Emission = {
		orders,
		outcome: 'running',
		ended: Promise.resolve(),
		since: monotonicNow(),
	};
	emission.ended = done.promise.then(
		(run: IRun | undefined) => {
			emission.outcome = isCarriedOut(run, context.getNode().name) ? 'stored' : 'refused';
		},
		() => {
			emission.outcome = 'refused';
		},
	);
	const items: INodeExecutionData[] = orders.map((json) => ({ json }));
	context.__emit([items], undefined, done);
	const node = nodeKeyOf(context);
	emissions.set(node, [...(emissions.get(node) ?? []), emission]);
	return emission;
}

/** Waits until the emission's execution has ended, or `signal` aborts. */
export async function settled(emission: Emission, signal: AbortSignal): Promise<void> {
	await orAborted(emission.ended, signal).catch(() => undefined);
}

/**
 * The node's emissions whose execution still runs, and those that have ended since the last call.
 *
 * An execution that n8n tells nothing about runs until `timing.longestExecution` is over. Its end is
 * never told when n8n 2.8 could not store it, and when Redis has lost the job that a worker was to
 * take. What runs is in the hub's queue, which shows no more than a hundred, so that few are kept.
 */
export function takeEnded(
	context: IPollFunctions,
	{ emissions }: AccountState,
): { running: Emission[]; stored: Emission[] } {
	const node = nodeKeyOf(context);
	const all = (emissions.get(node) ?? []).filter(
		({ since }) => monotonicNow() - since < timing.longestExecution,
	);
	const running = all.filter(({ outcome }) => outcome === 'running');
	if (running.length === 0) emissions.delete(node);
	else emissions.set(node, running);
	return { running, stored: all.filter(({ outcome }) => outcome === 'stored') };
}
