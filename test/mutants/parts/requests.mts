import { heldBy } from '../heldBy.mts';

/** One request and its fate: limits, sending again, what is known of its outcome. */
export const requests = [
	...heldBy(['requests/writeLimits'], {
		'a 429 is waited out': ['status === 429 && rateLimited', 'false && rateLimited'],
		'a 429 is waited out as long as Retry-After says': [
			'Math.max(asked ?? timing_1.timing.minute, shortest)',
			'Math.max(timing_1.timing.minute, shortest)',
		],
		'a 429 without Retry-After is waited out for a minute': [
			'Math.max(asked ?? timing_1.timing.minute, shortest)',
			'Math.max(asked ?? 0, shortest)',
		],
		'a 429 holds up the others too': [
			'(0, rateLimit_1.blockWindow)(window, pause, failure);',
			'await (0, wait_1.wait)(pause, signal);',
		],
		'no more requests a minute than documented': [
			'window.open + window.slots.length < (0, sharedLimit_1.ownShare)(window, limitOf(window, perMinute))',
			'true',
		],
		'X-RateLimit-Remaining is believed': ['limit - remaining - own', '0'],
	}),
	...heldBy(['edges/limitsAndClock'], {
		'a header never lifts a documented limit': [
			'Math.min(limit, perMinute);',
			'limit === Infinity ? perMinute : limit;',
		],
		'a header may lower a limit': ['Math.min(limit, perMinute);', 'perMinute;'],
		"waiting does not follow the machine's time": ['=> performance.now();', '=> Date.now();'],
	}),
	...heldBy(['edges/lastingTrouble'], {
		'Retry-After has a floor': [
			'Math.max(asked ?? timing_1.timing.minute, shortest)',
			'asked ?? timing_1.timing.minute',
		],
		'an HTTP date is read against the Date of its answer': [
			'Number.isNaN(sent) ? Date.now() : sent',
			'Date.now()',
		],
		'a run without progress sends nothing more': ['this.end ??= failure;', ''],
		'a longer pause than is left is not waited for': [
			'Math.max(pause, asked ?? 0) <= this.left()',
			'pause <= this.left()',
		],
		'time on requests that get through is forgiven': [
			'return new RequestPatience(this);',
			'return (this.shared ??= new RequestPatience(this));',
		],
		'waits side by side count once': ['this.countedUntil = (0, wait_1.monotonicNow)();', ''],
	}),
	...heldBy(['edges/boundedWaits'], {
		'a very long wait is no short one': [
			'Math.min(Math.max(0, ms), longestTimer)',
			'Math.max(0, ms)',
		],
	}),
	...heldBy(['products/products'], {
		'reads and harmless writes are sent again': [
			"const isLast = retry === 'once' || ",
			"const isLast = retry !== 'read' || ",
		],
	}),
	...heldBy(['edges/unclearWrites'], {
		'a write that may have been carried out has an unknown outcome': [
			"retry !== 'read' && triesAfter(tries, outcome).mayBeDone ?",
			'false ?',
		],
		'a request that could not be sent says so': ['if (!mayBeDone) {', 'if (false) {'],
		'what could not reach the hub is not unknown': [' && !notConnected.test(this.code)', ''],
		'an answer of another form to a write leaves its outcome unknown': [
			"isWrite ? 'outcomeUnknown' : 'unreachable'",
			"'refused'",
		],
		'a refusal after a lost answer leaves the outcome unknown': [
			'mayBeDone: tries.mayBeDone || arrived,',
			'mayBeDone: false,',
		],
		'a refusal after a 500 leaves the outcome unknown': [
			'failed: tries.failed + 1, mayBeDone: true }',
			'failed: tries.failed + 1 }',
		],
	}),
	...heldBy(['edges/randomRegistrations', 'batches/productBatch'], {
		'what could be done twice is not sent again': ["rowsOf('once')", "rowsOf('repeatable')"],
	}),
	...heldBy(['edges/goneIsDone'], {
		'a 404 to the first try is none of success': [
			'status === 404 && answersLost > 0 &&',
			'status === 404 &&',
		],
		'a 404 after an answered 500 is none of success': [
			'status === 404 && answersLost > 0 &&',
			'status === 404 && failed > 0 &&',
		],
		'a 404 after a lost answer is success': ['status === 404 && answersLost > 0 &&', 'false &&'],
	}),
	...heldBy(['edges/lastIntentWins'], {
		'writes of the same data wait for each other': [
			'leaveLine = await (0, account_1.stateOf)(account).line(endpoint.writes).enter(signal);',
			'leaveLine = () => { };',
		],
		'who leaves the line lets nobody overtake': [
			'this.last = Promise.all([before, left]);',
			'this.last = left;',
		],
	}),
	...heldBy(['requests/deadlines'], {
		'a deadline beside another signal is not collected': [
			'Object.assign(AbortSignal.any(given), { signals: given })',
			'AbortSignal.any(given)',
		],
		'an answer that trickles ends at the deadline': [
			'options.abortSignal = withDeadline(options)',
			'options.abortSignal',
		],
	}),
	...heldBy(['requests/cancelling'], {
		'Stop ends a request and every wait': [
			'(0, wait_1.firstOf)(input.signal, deadline, (0, send_1.cancelSignal)(context))',
			'(0, wait_1.firstOf)(input.signal, deadline)',
		],
	}),
	...heldBy(['requests/damagedAnswers'], {
		'an answer without a body to a read is none': ["return retry === 'read'", 'return false'],
		'an answer that is cut off is none': [
			"return new NoUsableAnswer('unreadable', `gave an answer that",
			"return { ...outcome, body: {} } ?? new NoUsableAnswer('unreadable', `gave an answer that",
		],
	}),
	...heldBy(['requests/answerSize'], {
		'no more than 64 MB of an answer are read': [
			'Math.max(size, announced) > largestAnswer',
			'announced > largestAnswer',
		],
		'an answer that announces more is not read': [
			'Math.max(size, announced) > largestAnswer',
			'size > largestAnswer',
		],
		'an answer that nobody waits for is not read on': [' || request.signal?.aborted === true', ''],
		'an answer that is too large is not asked for again': [
			'outcome === send_1.tooLarge || outcome',
			'outcome',
		],
		'the batches after one with a large answer are sent': [
			"endpoint.retry !== 'once' && outcome !== send_1.tooLarge",
			"endpoint.retry !== 'once'",
		],
	}),
	...heldBy(['edges/records'], {
		"the hub's report of a failure is no record, whatever its status": [
			'status < 300 && !(0, send_1.reportsError)(body)',
			'status < 300',
		],
		'the record of another id is not the one asked for': [
			'asked.map(comparable).includes(comparable(found))',
			'true',
		],
		'an answer without its id is no record': ['if (isId(record[id]))', 'if (true)'],
	}),
	...heldBy(['requests/charset'], {
		'an answer is read in its charset': ['new TextDecoder(charset)', 'new TextDecoder()'],
	}),
	...heldBy(['account/tokenText'], {
		'blanks around a token are left out': ['.trim()\n        .regex(/^[\\x20-', '.regex(/^[\\x20-'],
	}),
	...heldBy(['orders/reading'], {
		'nothing in a filter is left out': [
			'return values.filter((entry) => !(0, checks_1.isBlank)(entry)).map(String);',
			'return values.map(String);',
		],
	}),
	...heldBy(['lists/groupedLists'], {
		'rows of overlapping pages come once': ['identity: (row) => JSON.stringify(row),', ''],
	}),
	...heldBy(['requests/orderIds'], {
		"an order's ID is a number": ['numeric === undefined ? value', 'true ? value'],
	}),
	...heldBy(['edges/identifiers'], {
		'a number that is no longer exact is refused': ['if (!isInexact(value))', 'if (true)'],
	}),
	...heldBy(['products/refusedSkus'], {
		'a path part is neither . nor ..': ["if (value === '.' || value === '..') {", 'if (false) {'],
		'a path part is not empty': [
			'if ((0, checks_1.isBlank)(value)) {\n        throw',
			'if (false) {\n        throw',
		],
		'a vertical bar is refused in a filter': ["value.includes('|'));", 'value.length < 0);'],
		'half a character is refused': ['/\\p{Surrogate}/u.test(value)', 'false'],
	}),
	...heldBy(['products/difficultSkus'], {
		'path parts are encoded': ['return encodeURIComponent(value);', 'return value;'],
	}),
];
