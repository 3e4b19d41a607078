import compact from 'lodash/compact';
import type { IExecuteFunctions } from 'n8n-workflow';
import { monotonicNow } from '../../api/async';
import { timing } from '../../api/timing';
import { printable } from '../../api/values/text';

/** Told of each request that is answered, and of each batch that is done. */
export interface Progress {
	/** @param rows how many entries went out with the request */
	sent(rows: number): void;
	/** @param rows how many entries of a batch are not waited for any longer */
	processed(rows: number): void;
}

/**
 * Says how far the sending is, each ten seconds at most.
 * @param total entries of the run
 * @param inBatches whether the hub works on them after it has taken them
 */
export function progressOf(node: IExecuteFunctions, total: number, inBatches = false): Progress {
	const began = monotonicNow();
	let told = began;
	let sent = 0;
	let processed = 0;
	const logProgress = () => {
		const now = monotonicNow();
		if (now - told < timing.progressLine) return;
		if (sent === total && !inBatches) return;
		told = now;
		const left = Math.ceil((((now - began) / sent) * (total - sent)) / 1000);
		const message = compact([
			`${sent} of ${total} sent`,
			inBatches && `${processed} processed`,
			sent < total ? `some ${left} s of sending left` : 'waiting for the hub',
		]).join(', ');
		logAndShow(node, message);
	};
	return {
		sent(rows) {
			sent += rows;
			logProgress();
		},
		processed(rows) {
			processed += rows;
			logProgress();
		},
	};
}

/** A line in n8n's log and, of a run by hand, in the console of the browser that shows the editor. */
export function logAndShow(node: IExecuteFunctions, message: string): void {
	log(node, message);
	node.sendMessageToUI(message);
}

/** A line in n8n's log that names the execution and the node. */
export function log(node: IExecuteFunctions, message: string): void {
	node.logger.info(printable(message), {
		workflowId: node.getWorkflow().id,
		executionId: node.getExecutionId(),
		node: node.getNode().name,
	});
}
