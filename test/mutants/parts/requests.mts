import { heldBy } from '../heldBy.mts';

/** One request and its fate: limits, sending again, what is known of its outcome. */
export const requests = [
	...heldBy(['requests/writeLimits'], {
		'a 429 is waited out': ['decide', 'status === 429 && rateLimited', 'false && rateLimited'],
		'a 429 is waited out as long as Retry-After says': [
			'decide',
			'Math.max(asked ?? timing.minute, shortest)',
			'Math.max(timing.minute, shortest)',
		],
		'a 429 without Retry-After is waited out for a minute': [
			'decide',
			'Math.max(asked ?? timing.minute, shortest)',
			'Math.max(asked ?? 0, shortest)',
		],
		'a 429 holds up the others too': [
			'deliver',
			'blockWindow(window, pause, failure)',
			'await wait(pause, signal)',
		],
		'no more requests a minute than documented': [
			'takeFreeSlot',
			'window.open + window.slots.length < ownShare(window, limitOf(window, perMinute))',
			'true',
		],
		'X-RateLimit-Remaining is believed': ['noteOthers', 'limit - remaining - own', '0'],
	}),
	...heldBy(['requests/limitsAndClock'], {
		'a header never lifts a documented limit': [
			'limitOf',
			'Math.min(limit, perMinute)',
			'limit === Infinity ? perMinute : limit',
		],
		'a header may lower a limit': ['limitOf', 'Math.min(limit, perMinute)', 'perMinute'],
		"waiting does not follow the machine's time": [
			'monotonicNow',
			'=> performance.now()',
			'=> Date.now()',
		],
	}),
	...heldBy(['requests/lastingTrouble'], {
		'Retry-After has a floor': [
			'decide',
			'Math.max(asked ?? timing.minute, shortest)',
			'asked ?? timing.minute',
		],
		'an HTTP date is read against the Date of its answer': [
			'retryAfterOf',
			'Number.isNaN(sent) ? Date.now() : sent',
			'Date.now()',
		],
		'a run without progress sends nothing more': ['Patience.stop', 'this.end ??= failure', ''],
		'a longer pause than is left is not waited for': [
			'RequestPatience.allow',
			'Math.max(pause, asked ?? 0) <= this.left()',
			'pause <= this.left()',
		],
		'time on requests that get through is forgiven': [
			'Patience.forRequest',
			'return new RequestPatience(this)',
			'return (this.shared ??= new RequestPatience(this))',
		],
		'waits side by side count once': ['Patience.count', 'this.countedUntil = monotonicNow()', ''],
	}),
	...heldBy(['requests/boundedWaits'], {
		'a very long wait is no short one': [
			'timerDelay',
			'Math.min(Math.max(0, ms), longestTimer)',
			'Math.max(0, ms)',
		],
	}),
	...heldBy(['products/products'], {
		'reads and harmless writes are sent again': [
			'decide',
			"const isLast = retry === 'once' ||",
			"const isLast = retry !== 'read' ||",
		],
	}),
	...heldBy(['requests/unclearWrites'], {
		'a write that may have been carried out has an unknown outcome': [
			'decide',
			"retry !== 'read' && triesAfter(tries, outcome).mayBeDone ?",
			'false ?',
		],
		'a request that could not be sent says so': [
			'withOutcome',
			'if (!mayBeDone) {',
			'if (false) {',
		],
		'what could not reach the hub is not unknown': [
			'NoUsableAnswer.mayHaveArrived',
			'&& !notConnected.test(this.code)',
			'',
		],
		'an answer of another form to a write leaves its outcome unknown': [
			'unexpectedAnswer',
			"isWrite ? 'outcomeUnknown' : 'unreachable'",
			"'refused'",
		],
		'a refusal after a lost answer leaves the outcome unknown': [
			'triesAfter',
			'mayBeDone: tries.mayBeDone || arrived',
			'mayBeDone: false',
		],
		'a refusal after a 500 leaves the outcome unknown': [
			'triesAfter',
			'failed: tries.failed + 1, mayBeDone: true }',
			'failed: tries.failed + 1 }',
		],
	}),
	...heldBy(['batches/randomRegistrations', 'batches/productBatch'], {
		'what could be done twice is not sent again': [
			'once',
			"rowsOf('once')",
			"rowsOf('repeatable')",
		],
	}),
	...heldBy(['requests/goneIsDone'], {
		'a 404 to the first try is none of success': [
			'decide',
			'status === 404 && answersLost > 0 &&',
			'status === 404 &&',
		],
		'a 404 after an answered 500 is none of success': [
			'decide',
			'status === 404 && answersLost > 0 &&',
			'status === 404 && failed > 0 &&',
		],
		'a 404 after a lost answer is success': [
			'decide',
			'status === 404 && answersLost > 0 &&',
			'false &&',
		],
	}),
	...heldBy(['requests/lastIntentWins'], {
		'writes of the same data wait for each other': [
			'deliver',
			'leaveLine = await stateOf(account).line(endpoint.writes).enter(signal)',
			'leaveLine = () => { }',
		],
		'who leaves the line lets nobody overtake': [
			'Line.enter',
			'this.last = Promise.all([before, left])',
			'this.last = left',
		],
	}),
	...heldBy(['requests/deadlines'], {
		'a deadline beside another signal is not collected': [
			'firstOf',
			'Object.assign(AbortSignal.any(given), { signals: given })',
			'AbortSignal.any(given)',
		],
		'an answer that trickles ends at the deadline': [
			'authenticateRequest',
			'options.abortSignal = withDeadline(options)',
			'options.abortSignal',
		],
	}),
	...heldBy(['requests/cancelling'], {
		'Stop ends a request and every wait': [
			'connectHub',
			'firstOf(input.signal, deadline, cancelSignal(context))',
			'firstOf(input.signal, deadline)',
		],
	}),
	...heldBy(['requests/damagedAnswers'], {
		'an answer without a body to a read is none': [
			'readBody',
			"return retry === 'read'",
			'return false',
		],
		'an answer that is cut off is none': [
			'api/http/send.ts#?',
			"return new NoUsableAnswer('unreadable', `gave an answer that",
			"return { ...outcome, body: {} } ?? new NoUsableAnswer('unreadable', `gave an answer that",
		],
	}),
	...heldBy(['requests/answerSize'], {
		'no more than 64 MB of an answer are read': [
			'answerTo',
			'Math.max(size, announced) > largestAnswer',
			'announced > largestAnswer',
		],
		'an answer that announces more is not read': [
			'answerTo',
			'Math.max(size, announced) > largestAnswer',
			'size > largestAnswer',
		],
		'an answer that nobody waits for is not read on': [
			'answerTo',
			'|| request.signal?.aborted === true',
			'',
		],
		'an answer that is too large is not asked for again': [
			'decide',
			'outcome === tooLarge || outcome',
			'outcome',
		],
		'the batches after one with a large answer are sent': [
			'unknownOutcome',
			"endpoint.retry !== 'once' && outcome !== tooLarge",
			"endpoint.retry !== 'once'",
		],
	}),
	...heldBy(['requests/records'], {
		"the hub's report of a failure is no record, whatever its status": [
			'decide',
			'status < 300 && !reportsError(body)',
			'status < 300',
		],
		'the record of another id is not the one asked for': [
			'assertAbout',
			'asked.map(comparable).includes(comparable(found))',
			'true',
		],
		'an answer without its id is no record': ['recordOf', 'if (isId(record[id]))', 'if (true)'],
	}),
	...heldBy(['requests/charset'], {
		'an answer is read in its charset': ['textIn', 'new TextDecoder(charset)', 'new TextDecoder()'],
	}),
];
