import { sleep } from 'n8n-workflow';
import { HubError } from '../errors';
import { timerDelay } from './clock';

/** The HubError that an aborted signal stands for: a time limit or a cancelled execution. */
export function abortedBy(signal: AbortSignal): HubError {
	const reason: unknown = signal.reason;
	return reason instanceof Error && reason.name === 'TimeoutError'
		? new HubError('timeLimit', 'The hub gave no answer within the time limit')
		: new HubError('cancelled', 'The execution was cancelled');
}

/** A signal that aborts with the first of `signals`; undefined when there is none. */
export function firstOf(...signals: Array<AbortSignal | undefined>): AbortSignal | undefined {
	const given = signals.filter((signal) => signal !== undefined);
	return given.length < 2 ? given[0] : AbortSignal.any(given);
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
