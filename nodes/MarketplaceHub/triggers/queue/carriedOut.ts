import type { IRun } from 'n8n-workflow';

/**
 * Whether n8n carried out a run, so that the items of the trigger were worked on and, where
 * executions are saved, are in one.
 *
 * n8n also resolves an emission with runs that it never carried out. It then overwrites what was
 * stored, so the orders would be nowhere: a worker that was killed (found by the stall check), an
 * execution deleted before a worker took it, a workflow that cannot start. Such a run has status
 * `error`, no node that was executed and no data of any. A run that crashed, or that has not begun,
 * is one that n8n has given up; a run that n8n refused has no result at all.
 *
 * The data of a run on a worker stays there, whatever happens: only status and last node come back.
 * So a run without data counts by its last node, one with data by the trigger's items.
 *
 * @param run what n8n resolves the done promise of an emission with
 * @param trigger name of the node that emitted
 */
export function isCarriedOut(run: IRun | undefined, trigger: string): boolean {
	if (run === undefined) return false;
	if (run.status === 'success' || run.status === 'waiting') return true;
	if (['new', 'running', 'crashed'].includes(run.status)) return false;
	const { runData = {}, lastNodeExecuted } = run.data?.resultData ?? {};
	if (Object.keys(runData).length === 0) return lastNodeExecuted !== undefined;
	const [first] = runData[trigger] ?? [];
	return (first?.data?.main?.[0] ?? []).length > 0;
}
