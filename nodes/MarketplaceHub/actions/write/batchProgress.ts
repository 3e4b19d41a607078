import type { IExecuteFunctions } from 'n8n-workflow';
import { monotonicNow } from '../../api/async';
import { cancelSignal } from '../../api/context';
import type { BatchFollowing } from '../../api/send/sendBatches';
import { timing } from '../../api/timing';
import { printable } from '../../api/values/text';
import { timeLimitOf } from '../form/timeLimit';
import type { NodeContext } from '../operation';

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
	const progress = progressOf(node, total);
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

function log(node: IExecuteFunctions, message: string): void {
	node.logger.info(printable(message), {
		workflowId: node.getWorkflow().id,
		executionId: node.getExecutionId(),
		node: node.getNode().name,
	});
}

/** How far the batches of a run are. */
interface Progress {
	/** @param rows how many entries went out with a batch */
	sent(rows: number): void;
	/** @param rows how many entries of a batch are not waited for any longer */
	processed(rows: number): void;
}

/**
 * Says how far batches are, each ten seconds at most: in n8n's log and, of a run by hand, in the
 * console of the browser that shows the editor.
 * @param total entries of the run
 */
function progressOf(node: IExecuteFunctions, total: number): Progress {
	const began = monotonicNow();
	let shownAt = began;
	let sent = 0;
	let processed = 0;
	const show = () => {
		const now = monotonicNow();
		if (now - shownAt < timing.progressLine) return;
		shownAt = now;
		const left = Math.ceil((((now - began) / sent) * (total - sent)) / 1000);
		const further = sent < total ? `some ${left} s of sending left` : 'waiting for the hub';
		const message = `${sent} of ${total} sent, ${processed} processed, ${further}`;
		log(node, message);
		node.sendMessageToUI(message);
	};
	return {
		sent(rows) {
			sent += rows;
			show();
		},
		processed(rows) {
			processed += rows;
			show();
		},
	};
}
