import type { LastStart } from '../../api/webhookState';

/** What a notification about an order brings about, besides the answer to the hub. */
export type Reaction =
	/** The workflow starts; the order stays in the queue. */
	| 'start'
	/** The workflow starts, and its execution acknowledges the order. */
	| 'startAndAcknowledge'
	/** The order is acknowledged at once, and starts nothing. */
	| 'acknowledge'
	| 'nothing';

/** What decides about it. */
interface Call {
	/** Whether the order's status is one that starts the workflow. */
	isWanted: boolean;
	/** Whether the trigger acknowledges orders: _On Receipt_ is chosen. */
	onReceipt: boolean;
	isAcknowledgedByHub: boolean;
	last?: LastStart;
}

/**
 * Decides what a notification brings about. An acknowledgement is due with _On Receipt_, unless the hub
 * acknowledges by itself.
 *
 * | the order                                                 | due                 | not due             |
 * | --------------------------------------------------------- | ------------------- | ------------------- |
 * | has a status that is not wanted                           | acknowledge         | nothing             |
 * | is a duplicate, and its execution has begun               | acknowledge         | nothing             |
 * | is a duplicate that its execution will acknowledge        | nothing             | nothing             |
 * | is a duplicate that its execution will leave in the queue | startAndAcknowledge | nothing             |
 * | comes before an earlier execution could acknowledge it    | startAndAcknowledge | startAndAcknowledge |
 * | is any other                                              | startAndAcknowledge | start               |
 */
export function reactionTo({ isWanted, onReceipt, isAcknowledgedByHub, last }: Call): Reaction {
	const isDue = onReceipt && !isAcknowledgedByHub;
	if (!isWanted) return isDue ? 'acknowledge' : 'nothing';
	if (last?.isDuplicate) {
		if (last.hasBegun) return isDue ? 'acknowledge' : 'nothing';
		if (last.willAcknowledge || !isDue) return 'nothing';
		return 'startAndAcknowledge';
	}
	// an earlier execution, of older content, leaves the acknowledgement to this one
	const isLeft = onReceipt && last?.willAcknowledge && !last.hasBegun;
	return isDue || isLeft ? 'startAndAcknowledge' : 'start';
}
