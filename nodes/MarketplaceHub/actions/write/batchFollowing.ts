import { cancelSignal } from '../../api/context';
import type { BatchFollowing } from '../../api/send/sendBatches';
import { timeLimitOf } from '../form/timeLimit';
import type { NodeContext } from '../operation';
import { log, progressOf } from './progress';

/**
 * How the batches of a run are waited for: as long as Time Limit says, until somebody stops the run. n8n's log has
 * the ID of each, since the hub lists no batches: if n8n is killed before the end, nothing else has them.
 * @param total entries of the run
 * @param waits false where results are not waited for
 */
export function batchFollowing(
	{ node, parameters }: NodeContext,
	total: number,
	waits = true,
): BatchFollowing {
	const progress = progressOf(node, total, true);
	return {
		timeLimit: waits ? timeLimitOf(parameters) : undefined,
		signal: cancelSignal(node),
		taken(batchId, rows) {
			const [first, last] = [rows.at(0), rows.at(-1)].map((row) => row?.identity.sku);
			log(node, `The hub took batch ${batchId}: ${rows.length} entries, ${first} to ${last}`);
			progress.sent(rows.length);
		},
		followed: (rows) => progress.processed(rows.length),
	};
}
