import type { IExecuteFunctions } from 'n8n-workflow';
import { monotonicNow } from '../../api/async';
import { timing } from '../../api/timing';
import { printable } from '../../api/values/text';

/** Told of each batch that the hub takes, and of each that is done. */
export interface Progress {
	/** @param rows how many entries went out with it */
	sent(rows: number): void;
	/** @param rows how many entries of it are not waited for any longer */
	processed(rows: number): void;
}

/**
 * Says how far batches are, each ten seconds at most: in n8n's log and, of a run by hand, in the
 * console of the browser that shows the editor.
 * @param total entries of the run
 */
export function progressOf(node: IExecuteFunctions, total: number): Progress {
	const began = monotonicNow();
	let told = began;
	let sent = 0;
	let processed = 0;
	const tell = () => {
		const now = monotonicNow();
		if (now - told < timing.progressLine) return;
		told = now;
		const left = Math.ceil((((now - began) / sent) * (total - sent)) / 1000);
		const further = sent < total ? `some ${left} s of sending left` : 'waiting for the hub';
		const message = `${sent} of ${total} sent, ${processed} processed, ${further}`;
		node.logger.info(printable(message), {
			workflowId: node.getWorkflow().id,
			executionId: node.getExecutionId(),
			node: node.getNode().name,
		});
		node.sendMessageToUI(message);
	};
	return {
		sent(rows) {
			sent += rows;
			tell();
		},
		processed(rows) {
			processed += rows;
			tell();
		},
	};
}
