import type { LastStart } from '../../api/state/webhookState';

/** What a notification about an order brings about, besides the answer to the hub. */
export type Reaction =
	/** The workflow starts; the order stays in the queue. */
	| 'start'
	/** The workflow starts, and its execution acknowledges the order. */
	| 'startAndAcknowledge'
	/** The order is acknowledged at once, and starts nothing. */
	| 'acknowledge'
	| 'nothing';

/** Whether a reaction emits the order. */
export const startsWorkflow = (reaction: Reaction): boolean =>
	reaction === 'start' || reaction === 'startAndAcknowledge';

/** Whose part the acknowledgement is: with _On Receipt_ the trigger's, unless the hub acknowledges by itself. */
export type Acknowledger = 'trigger' | 'hub' | 'workflow';

/**
 * Decides what a notification about an order brings about, by the order and by who acknowledges it:
 *
 * | the order                                                 | trigger             | hub                 | workflow |
 * | --------------------------------------------------------- | ------------------- | ------------------- | -------- |
 * | has a status that is not wanted                           | acknowledge         | nothing             | nothing  |
 * | is a duplicate, and its execution has begun               | acknowledge         | nothing             | nothing  |
 * | is a duplicate that its execution will acknowledge        | nothing             | nothing             | nothing  |
 * | is a duplicate that its execution will leave in the queue | startAndAcknowledge | nothing             | nothing  |
 * | comes before an earlier execution could acknowledge it    | startAndAcknowledge | startAndAcknowledge | start    |
 * | is any other                                              | startAndAcknowledge | start               | start    |
 *
 * @param isWanted whether the order's status is one that starts the workflow
 * @param last how the order last started it
 */
export function reactionTo(
	acknowledger: Acknowledger,
	isWanted: boolean,
	last?: LastStart,
): Reaction {
	const acknowledges = acknowledger === 'trigger';
	if (!isWanted) return acknowledges ? 'acknowledge' : 'nothing';
	if (last?.isDuplicate) {
		if (last.hasBegun) return acknowledges ? 'acknowledge' : 'nothing';
		return acknowledges && !last.willAcknowledge ? 'startAndAcknowledge' : 'nothing';
	}
	// an earlier execution, of older content, leaves its acknowledgement to this one
	const inherits = acknowledger === 'hub' && last?.willAcknowledge && !last.hasBegun;
	return acknowledges || inherits ? 'startAndAcknowledge' : 'start';
}
