/** How far an order is that a queue trigger has emitted, see triggers/queue/orders.ts. */
export interface OrderProgress {
	/** Of the content that was emitted. */
	fingerprint: string;
	/** When the order was emitted or its execution ended, in epoch ms. */
	at: number;
	/** Executions that failed with this content; 0 once one has succeeded. */
	failed: number;
	/** When the order's execution began, by the monotonic clock, while that runs. */
	runningSince?: number;
}

/** The state of one queue trigger in this process; `AccountState` holds it. */
export class QueueTriggerState {
	polling = false;
	/** By `idPedido`. */
	orders = new Map<string, OrderProgress>();
	/** Retries that failed in a row, and until when none is begun, by the monotonic clock. */
	failedRetries = 0;
	restsUntil = -Infinity;
	/** Whether an execution has failed since a blocked queue was last reported. */
	failureUnsaid = false;
}
