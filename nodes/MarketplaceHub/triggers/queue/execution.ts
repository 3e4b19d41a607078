import type { INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import { inWords } from '../../api/async';
import { printable } from '../../api/errors';
import { pauseAfter, type Batch, type QueueOrders } from './orders';
import type { QueueSettings } from './properties';

/**
 * Starts the workflow with the orders, in one execution; those that have failed before carry
 * `failedExecutions`. Resolves when it has ended.
 */
export async function execute(
	context: IPollFunctions,
	known: QueueOrders,
	batch: Batch,
	{ repeatsFailed }: QueueSettings,
): Promise<void> {
	const { orders, failed } = batch;
	const ended = known.begin(batch);
	const run = await runOf(
		context,
		orders.map((order) => ({
			json: failed === 0 ? order : { ...order, failedExecutions: failed },
		})),
	);
	const succeeded = repeatsFailed ? isSuccess(run) : isCarriedOut(run, context.getNode().name);
	ended(succeeded);
	if (succeeded) return;
	const times = failed === 0 ? 'once' : `${failed + 1} times`;
	const pause = inWords(pauseAfter(failed + 1));
	const ids = orders.map(({ idPedido }) => String(idPedido)).join(', ');
	warn(context, `Orders whose execution has failed ${times} come again in ${pause}: ${ids}`);
}

/** Writes to n8n's log. */
export function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(printable(message), {
		workflowId: context.getWorkflow().id,
		node: context.getNode().name,
	});
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
 * Whether n8n carried out a run, successfully or not, so that the items of the trigger were worked on.
 *
 * n8n also ends an emission with runs that it never carried out, and then overwrites what was stored:
 * a worker that was killed (found by the stall check), an execution deleted before a worker took it,
 * a workflow that cannot start. Such a run has status `error`, no node that was executed and no data
 * of any. A run that crashed, or that has not begun, is one that n8n has given up.
 *
 * The data of a run on a worker stays there: only status and last node come back. So a run without
 * data counts by its last node, one with data by the trigger's items.
 */
function isCarriedOut(run: IRun | undefined, trigger: string): boolean {
	if (isSuccess(run)) return true;
	if (run === undefined || ['new', 'running', 'crashed'].includes(run.status)) return false;
	const { runData = {}, lastNodeExecuted } = run.data?.resultData ?? {};
	if (Object.keys(runData).length === 0) return lastNodeExecuted !== undefined;
	const [first] = runData[trigger] ?? [];
	return (first?.data?.main?.[0] ?? []).length > 0;
}
