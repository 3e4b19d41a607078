import { sleep } from 'n8n-workflow';
import { HubError } from '../errors';

/**
 * Ms since some moment, for durations: it goes on evenly whatever the machine's time is set to, so
 * two readings can be compared only within this process.
 */
export const monotonicNow = (): number => performance.now();

/** Longest time that timers can wait, in ms; a longer one would end at once. */
const longestTimer = 2 ** 31 - 1;

/** `ms` as a timer takes it: whole, not negative, not too long. */
const timerDelay = (ms: number): number => Math.ceil(Math.min(Math.max(0, ms), longestTimer));

/**
 * A signal that aborts in `ms`.
 * @param because the HubError that it stands for then; one of kind `timeLimit` when left out
 */
export function deadlineIn(ms: number, because?: () => HubError): AbortSignal {
	const deadline = AbortSignal.timeout(timerDelay(ms));
	if (because === undefined) return deadline;
	const ended = new AbortController();
	deadline.addEventListener('abort', () => ended.abort(because()));
	return Object.assign(ended.signal, { deadline });
}

/** A duration as a user reads it, e.g. `5 minutes` or `1 second`. */
export function inWords(ms: number): string {
	const [count, unit] =
		ms >= 60_000 ? [Math.round(ms / 6_000) / 10, 'minute'] : [Math.ceil(ms / 1_000), 'second'];
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The HubError that an aborted signal stands for: its own, a time limit, or a cancelled execution. */
export function abortedBy(signal: AbortSignal): HubError {
	const reason: unknown = signal.reason;
	if (reason instanceof HubError) return reason;
	return reason instanceof Error && reason.name === 'TimeoutError'
		? new HubError('timeLimit', 'The hub gave no answer within the time limit')
		: new HubError('cancelled', 'The execution was cancelled');
}

/**
 * A signal that aborts with the first of `signals`; undefined when there is none. It keeps them: Node.js
 * refers to them weakly, so a deadline that nothing else refers to would be collected and never end.
 */
export function firstOf(...signals: Array<AbortSignal | undefined>): AbortSignal | undefined {
	const given = signals.filter((signal) => signal !== undefined);
	return given.length < 2 ? given[0] : Object.assign(AbortSignal.any(given), { signals: given });
}

/**
 * Waits `ms`, or until `signal` aborts. (n8n-workflow 2.40 no longer has `sleepWithAbort`.)
 * @throws HubError of kind `cancelled` or `timeLimit` when the signal aborts
 */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	await orAborted(sleep(timerDelay(ms)), signal);
}

/**
 * `work`, unless `signal` aborts first; what `work` then ends with is ignored.
 * @throws HubError of kind `cancelled` or `timeLimit` when the signal aborts
 */
export async function orAborted<Result>(
	work: Promise<Result>,
	signal?: AbortSignal,
): Promise<Result> {
	if (signal === undefined) return await work;
	if (signal.aborted) {
		work.catch(() => undefined);
		throw abortedBy(signal);
	}
	let stop = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		stop = () => reject(abortedBy(signal));
		signal.addEventListener('abort', stop, { once: true });
	});
	try {
		return await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}
