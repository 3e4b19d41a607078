import { sleep } from 'n8n-workflow';
import { HubError } from './errors';

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

/** Waits `ms`, or until `signal` aborts. (n8n-workflow 2.40 no longer has `sleepWithAbort`.) */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	await orAborted(sleep(timerDelay(ms)), signal);
}

/** `work`, unless `signal` aborts first; what `work` then ends with is ignored. */
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

/**
 * `Promise.all` over `work` with at most `limit` under way; results in the order of `inputs`, which
 * are taken one by one as work begins. After a rejection nothing new is started; of several
 * rejections the one of the first input counts.
 */
export async function mapConcurrently<Input, Output>(
	inputs: Iterable<Input>,
	limit: number,
	work: (input: Input, index: number) => Promise<Output>,
): Promise<Output[]> {
	const outputs: Output[] = [];
	let first: { index: number; error: unknown } | undefined;
	function* remaining() {
		let index = 0;
		for (const input of inputs) {
			if (first !== undefined) return;
			yield [index++, input] as const;
		}
	}
	const queue = remaining();
	const worker = async () => {
		for (const [index, input] of queue) {
			await work(input, index).then(
				(output) => {
					outputs[index] = output;
				},
				(error: unknown) => {
					if (first === undefined || index < first.index) first = { index, error };
				},
			);
		}
	};
	await Promise.all(Array.from({ length: limit }, worker));
	if (first !== undefined) throw first.error;
	return outputs;
}

/** Lets a bounded number of tasks run at once; the others wait in order of arrival. */
export class ConcurrencyLimiter {
	private running = 0;
	private readonly line: Array<() => void> = [];

	/** @param most tasks under way at once, as of now: asked each time that one may begin */
	constructor(private readonly most: () => number) {}

	/** How many tasks wait for their turn. */
	get waiting(): number {
		return this.line.length;
	}

	/** Runs `task` when its turn comes; settles as it does. */
	async run<Result>(task: () => Promise<Result>): Promise<Result> {
		if (this.running < this.most()) this.running++;
		else await new Promise<void>((resolve) => this.line.push(resolve));
		try {
			return await task();
		} finally {
			this.running--;
			this.letBegin();
		}
	}

	private letBegin(): void {
		while (this.running < this.most()) {
			const begin = this.line.shift();
			if (begin === undefined) return;
			this.running++;
			begin();
		}
	}
}

/** A line in which each waits for all before it. */
export class Line {
	private last: Promise<unknown> = Promise.resolve();

	/**
	 * Waits until all before have left.
	 * @returns how to leave
	 */
	async enter(signal?: AbortSignal): Promise<() => void> {
		const before = this.last;
		let leave = () => {};
		const left = new Promise<void>((resolve) => {
			leave = resolve;
		});
		// who gives up does not let those behind overtake those before
		this.last = Promise.all([before, left]);
		await orAborted(before, signal).catch((error: unknown) => {
			leave();
			throw error;
		});
		return leave;
	}
}

/** When an entry's time is over: by the machine's time, and whatever that is set to. */
interface End {
	date: number;
	monotonic: number;
}

const endIn = (ms: number): End => ({ date: Date.now() + ms, monotonic: monotonicNow() + ms });
const isOver = ({ date, monotonic }: End) => date <= Date.now() || monotonic <= monotonicNow();

/**
 * A map that forgets: entries whose time is over, and beyond `most` entries those used least
 * recently.
 */
export class ExpiringMap<Value> {
	private readonly entries = new Map<string, { value: Value; end: End }>();

	/** @param most entries kept at most */
	constructor(private readonly most: number) {}

	/** The value, undefined when there is none or its time is over; counts as a use. */
	get(key: string): Value | undefined {
		const entry = this.entries.get(key);
		if (entry === undefined) return undefined;
		this.entries.delete(key);
		if (isOver(entry.end)) return undefined;
		this.entries.set(key, entry);
		return entry.value;
	}

	/** @param lifetime ms until it is forgotten */
	set(key: string, value: Value, lifetime = Infinity): void {
		this.entries.delete(key);
		this.entries.set(key, { value, end: endIn(lifetime) });
		for (const [oldest, { end }] of this.entries) {
			if (!isOver(end) && this.entries.size <= this.most) break;
			this.entries.delete(oldest);
		}
	}

	/** Forgets the entry, if it still holds `value`. */
	delete(key: string, value: Value): void {
		if (this.entries.get(key)?.value === value) this.entries.delete(key);
	}

	/** Forgets everything. */
	clear(): void {
		this.entries.clear();
	}
}
