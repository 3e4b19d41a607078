/**
 * Every duration the package waits for, in ms; durations that a user sets come from parameters. One mutable
 * object, so that a test can scale the rate-limit window together with the local hub's clock; nothing else
 * writes to it.
 */
export const timing = {
	/** Window of the documented per-minute limits (reference: Limits). */
	minute: 60_000,
	day: 24 * 60 * 60_000,
	/** Lifetime of an access token (reference: Authentication). */
	tokenLifetime: 30 * 60_000,
	/** A token this close to its end is renewed before it is used. */
	renewalMargin: 60_000,
	/** How long a process leaves the renewal of a token to the process that has issued it. */
	tokenHeadStart: 300,
	/** Processes that need a token at the same time exchange the keys up to this far apart. */
	tokenSpread: 700,
	/** Between two looks for a token that another process has stored. */
	tokenLook: 100,
	/** First wait after a 500, a 503 or a lost connection; doubles with each attempt. */
	backoff: 1_000,
	/** Longest single pause taken over from a Retry-After header. */
	longestRetryAfter: 60 * 60_000,
	/** How long a run goes on while the hub gives no usable answer, unless the user sets another time. */
	longestWait: 5 * 60_000,
	/** How long a run by hand goes on without any answer, unless the user sets a longest wait. */
	silence: 60_000,
	/** Time that a request gets at least, however little is left of the longest wait. */
	shortestTry: 5_000,
	/** How long the others wait for the request that shows whether a new token is accepted. */
	goAhead: 2_000,
	/** Pause of an account that is refused again; the first one is a minute. */
	longestAccountPause: 15 * 60_000,
	/** How long pickers show channels read before: only 10 reads a minute are allowed. */
	channelFreshness: 60_000,
	/** How long a picker of the editor waits for the hub. */
	pickerWait: 15_000,
	/** How long the columns of a form wait for the names of the channels. */
	columnsWait: 5_000,
	/** Time for one request to be answered. */
	requestTimeout: 60_000,
	/** Between the beginnings of two requests of Connection: Check Routes. */
	checkPause: 1_000,
	/** First wait between two looks at a batch; grows up to ten times this. */
	batchPoll: 1_000,
	/** Longest wait for a batch that later entries need, when results are not waited for. */
	neededBatch: 10 * 60_000,
	/** Between two lines that say how far batches are. */
	progressLine: 10_000,
	/** One poll of the queue trigger, before it leaves the rest to the next; n8n gives up on a poll after 45 s. */
	pollBudget: 30_000,
	/** End of the waits of a poll: before n8n gives up on it. */
	pollDeadline: 40_000,
	/**
	 * When the orders of an execution of the queue trigger are emitted again although n8n has not told
	 * how it ended: of some it never does, see triggers/queue/orders.ts.
	 */
	longestExecution: 3 * 60 * 60_000,
	/** After how long an order comes again whose execution has failed; each further time twice as long. */
	firstPause: 20_000,
	/** Longest such pause. */
	longestPause: 30 * 60_000,
	/** How long a trigger uses a credential that it has read. */
	credentialFreshness: 5_000,
	/** Between two reads of a credential that calls with a wrong secret ask for. */
	credentialPause: 500,
	/** Between two reads of the queue that calls of a webhook share. */
	queuePause: 2_000,
};
