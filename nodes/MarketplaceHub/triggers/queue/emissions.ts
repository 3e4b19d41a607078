import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import { orAborted } from '../../api/async/wait';
import type { AccountState, Emission } from '../../api/state';
import { nodeKeyOf } from '../nodeKey';
import { isCarriedOut } from './carriedOut';

/** ms after which an execution that n8n has told nothing about counts as refused. */
const longestExecution = 60 * 60_000;

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
		since: Date.now(),
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

/** The node's emissions whose execution still runs, and those that have ended since the last call. */
export function takeEnded(
	context: IPollFunctions,
	{ emissions }: AccountState,
): { running: Emission[]; stored: Emission[] } {
	const node = nodeKeyOf(context);
	const all = (emissions.get(node) ?? []).filter(
		({ since }) => Date.now() - since < longestExecution,
	);
	const running = all.filter(({ outcome }) => outcome === 'running');
	if (running.length === 0) emissions.delete(node);
	else emissions.set(node, running);
	return { running, stored: all.filter(({ outcome }) => outcome === 'stored') };
}
