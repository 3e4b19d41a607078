import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { cancelSignal } from '../../api/context';
import type { HubError } from '../../api/errors';
import { toHubError, toNodeError } from '../../shared/nodeErrors';
import { onlyReads, type Operation, Output } from '../operation';

/** How failures leave the node: its On Error setting. */
export class OnError {
	/** @param operation undefined while it is not known */
	constructor(
		private readonly node: IExecuteFunctions,
		readonly operation?: Operation,
	) {}

	/** Whether a failure becomes an item and the run goes on. A cancelled run does not. */
	get continues(): boolean {
		return this.node.continueOnFail() && cancelSignal(this.node)?.aborted !== true;
	}

	/**
	 * The output of failed items.
	 * @param about the item that the error is about, if it is about one
	 * @throws n8n's form of the error where it stops the run
	 */
	settle(error: unknown, itemIndexes: readonly number[], about?: number): Output[] {
		if (!this.continues) throw this.toNodeError(error, about);
		const failure = this.failureOf(error);
		return itemIndexes.map((itemIndex) => new Output([itemIndex], {}, { failure }));
	}

	/** The error with which the run stops. */
	toNodeError(error: unknown, about?: number): NodeApiError | NodeOperationError {
		return toNodeError(this.node.getNode(), this.failureOf(error), about);
	}

	/** The error as a failure of the operation. */
	failureOf(error: unknown): HubError {
		return toHubError(error, this.operation === undefined || onlyReads(this.operation));
	}
}
