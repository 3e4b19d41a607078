import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import { orAborted } from '../../api/wait';
import { isCarriedOut } from './carriedOut';

/** Orders handed to n8n whose execution has not ended yet. */
export interface Emission {
	orders: readonly IDataObject[];
	/** `stored`: n8n has stored and run the execution. `refused`: it could not, or lost it. */
	outcome: 'running' | 'stored' | 'refused';
	ended: Promise<void>;
	/** Epoch ms. */
	since: number;
}

/** By node; of this process only: after a restart what is still in the queue is emitted again. */
const underWay = new Map<string, Emission[]>();

/** ms after which an execution that n8n has told nothing about counts as refused. */
const patience = 60 * 60_000;

/** Starts the workflow with the orders, in one execution. */
export function emitOrders(context: IPollFunctions, orders: readonly IDataObject[]): Emission {
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
	underWay.set(keyOf(context), [...(underWay.get(keyOf(context)) ?? []), emission]);
	return emission;
}

/** Waits until the emission's execution has ended, or `signal` aborts. */
export async function settled(emission: Emission, signal: AbortSignal): Promise<void> {
	await orAborted(emission.ended, signal).catch(() => undefined);
}

/** The node's emissions whose execution still runs, and those that have ended since the last call. */
export function takeEnded(context: IPollFunctions): { running: Emission[]; stored: Emission[] } {
	const all = (underWay.get(keyOf(context)) ?? []).filter(
		({ since }) => Date.now() - since < patience,
	);
	const running = all.filter(({ outcome }) => outcome === 'running');
	if (running.length === 0) underWay.delete(keyOf(context));
	else underWay.set(keyOf(context), running);
	return { running, stored: all.filter(({ outcome }) => outcome === 'stored') };
}

const keyOf = (context: IPollFunctions) =>
	`${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
