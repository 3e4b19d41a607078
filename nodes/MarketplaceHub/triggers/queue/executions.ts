import type { INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import { orAborted } from '../../api/async';
import type { Hub } from '../../api/hub';
import { inWords } from '../../api/values/amounts';
import { pauseAfter, type Emission, type QueueOrders } from './orders';
import type { QueueSettings } from './properties';
import { warn } from './warnings';

/** One poll of the queue. */
export interface Poll {
	context: IPollFunctions;
	hub: Hub<'queueList' | 'acknowledge'>;
	queueOrders: QueueOrders;
	settings: QueueSettings;
	/** Ends the poll's time. */
	signal: AbortSignal;
}

/**
 * Starts executions one after another, until the signal; one in any case, so that a slow hub's orders come, too.
 * @returns whether one was started
 */
export async function emit(poll: Poll, emissions: readonly Emission[]): Promise<boolean> {
	const { queueOrders, signal } = poll;
	let emitted = false;
	for (const emission of emissions) {
		if (emission.failed > 0 && queueOrders.retriesRest) break;
		emitted = true;
		const ended = execute(poll, emission);
		await orAborted(ended, signal).catch(() => undefined);
		if (signal.aborted) break;
	}
	return emitted;
}

/** Starts the workflow with the orders, in one execution. Resolves when it has ended. */
async function execute(
	{ context, queueOrders, settings: { repeatsFailed } }: Poll,
	emission: Emission,
): Promise<void> {
	const { orders, failed } = emission;
	const begun = queueOrders.begin(emission);
	const count = failed === 0 ? {} : { failedExecutions: failed };
	const items = orders.map(({ order }) => ({ json: { ...order, ...count } }));
	const run = await runOf(context, items);
	const succeeded = repeatsFailed ? isSuccess(run) : isCarriedOut(run, context.getNode().name);
	queueOrders.end(begun, succeeded);
	if (succeeded) return;
	const times = failed === 0 ? 'once' : `${failed + 1} times`;
	const pause = inWords(pauseAfter(failed + 1));
	const ids = orders.map(({ idPedido }) => idPedido).join(', ');
	warn(context, `Orders whose execution has failed ${times} come again in ${pause}: ${ids}`);
}

/** How the execution ended; undefined when n8n refused it, or it was cancelled. */
async function runOf(
	context: IPollFunctions,
	items: INodeExecutionData[],
): Promise<IRun | undefined> {
	const done = context.helpers.createDeferredPromise<IRun>();
	try {
		context.__emit([items], undefined, done);
		return await done.promise;
	} catch {
		return undefined;
	}
}

/** An execution that waits (for a time, a person) goes on by itself, and n8n does not tell how. */
const isSuccess = (run: IRun | undefined): boolean =>
	run?.status === 'success' || run?.status === 'waiting';

/**
 * Whether n8n carried out a run, successfully or not. It also ends an emission with runs that it never
 * carried out (a killed worker, a deleted execution, a workflow that cannot start): those have status
 * `error`, no last node and no data. Of a run on a worker only status and last node come back, so one
 * without data counts by its last node, one with data by the trigger's items.
 */
function isCarriedOut(run: IRun | undefined, trigger: string): boolean {
	if (isSuccess(run)) return true;
	if (run === undefined || ['new', 'running', 'crashed'].includes(run.status)) return false;
	const { runData = {}, lastNodeExecuted } = run.data?.resultData ?? {};
	if (Object.keys(runData).length === 0) return lastNodeExecuted !== undefined;
	const [first] = runData[trigger] ?? [];
	return (first?.data?.main?.[0] ?? []).length > 0;
}
