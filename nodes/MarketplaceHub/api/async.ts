import pull from 'lodash/pull';
import { sleep } from 'n8n-workflow';

/**
 * Ms since some moment, for durations: the clock goes on evenly whatever the machine's time is set to, so two
 * readings can be compared only within this process.
 */
export const monotonicNow = (): number => performance.now();

/** Longest time that timers can wait, in ms; a longer one would end at once. */
const longestTimer = 2 ** 31 - 1;

const timerDelay = (ms: number): number => Math.ceil(Math.min(Math.max(0, ms), longestTimer));

/**
 * A signal that aborts in `ms`.
 * @param because makes the reason that waits then end with; an `AbortError` of Node.js when left out
 */
export function deadlineIn(ms: number, because?: () => Error): AbortSignal {
	const deadline = AbortSignal.timeout(timerDelay(ms));
	if (because === undefined) return deadline;
	const ended = new AbortController();
	deadline.addEventListener('abort', () => ended.abort(because()));
	return Object.assign(ended.signal, { deadline });
}

/**
 * A signal that aborts with the first of `signals`; undefined when there is none. It keeps them: Node.js
 * refers to them weakly, so a deadline that nothing else refers to would be collected and never end.
 */
export function firstOf(...signals: Array<AbortSignal | undefined>): AbortSignal | undefined {
	const given = signals.filter((signal) => signal !== undefined);
	return given.length < 2 ? given[0] : Object.assign(AbortSignal.any(given), { signals: given });
}

/** A signal that aborts with `signal`, for one of many waits: Node.js warns of more than ten that listen to one. */
export const followerOf = (signal: AbortSignal): AbortSignal =>
	Object.assign(AbortSignal.any([signal]), { signal });

/** Waits `ms`, or until `signal` aborts. (n8n-workflow 2.40 no longer has `sleepWithAbort`.) */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
	await orAborted(sleep(timerDelay(ms)), signal);
}

/**
 * `work`, unless `signal` aborts first: then the signal's reason is thrown, and the result or error of `work`
 * is ignored.
 */
export async function orAborted<Result>(
	work: Promise<Result>,
	signal?: AbortSignal,
): Promise<Result> {
	if (signal === undefined) return await work;
	let stop = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		stop = () => reject(signal.reason);
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop, { once: true });
	});
	try {
		return await Promise.race([aborted, work]);
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
	const failures: Array<{ error: unknown }> = [];
	const queue = numbered(inputs);
	const worker = async () => {
		for (const [index, input] of queue) {
			try {
				outputs[index] = await work(input, index);
			} catch (error) {
				failures[index] = { error };
				// which closes the queue for all workers
				return;
			}
		}
	};
	await Promise.all(Array.from({ length: limit }, worker));
	const [first] = Object.values(failures);
	if (first !== undefined) throw first.error;
	return outputs;
}

function* numbered<Input>(inputs: Iterable<Input>): Generator<[index: number, input: Input]> {
	let index = 0;
	for (const input of inputs) yield [index++, input];
}

/** Lets a bounded number go on at once; the others wait in order of arrival. */
export class Limiter {
	private inside = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(private readonly most = () => 1) {}

	/**
	 * Waits for a turn, unless `signal` aborts first.
	 * @returns how to leave; leaving twice counts once
	 */
	async enter(signal?: AbortSignal): Promise<() => void> {
		let isInside = false;
		let begin = () => {};
		const turn = new Promise<void>((resolve) => {
			begin = () => {
				isInside = true;
				this.inside++;
				resolve();
			};
		});
		const leave = () => {
			if (!isInside) return;
			isInside = false;
			this.inside--;
			this.letIn();
		};
		this.waiting.push(begin);
		this.letIn();
		await orAborted(turn, signal).catch((error: unknown) => {
			pull(this.waiting, begin);
			leave();
			throw error;
		});
		return leave;
	}

	/** Runs `task` when its turn comes; settles as it does. */
	async run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
		const leave = await this.enter(signal);
		return await task().finally(leave);
	}

	private letIn(): void {
		while (this.inside < this.most() && this.waiting.length > 0) this.waiting.shift()?.();
	}
}

/**
 * Work that callers share. A caller that comes before it begins gets its result; a later one waits for the
 * next time. It begins at most every `pause` ms, and only when its turn comes. It is the newest caller's: that
 * one has the most time left.
 */
export class SharedWork<Result> {
	private next?: Promise<Result>;
	private newest?: () => Promise<Result>;
	private lastBegan = -Infinity;

	constructor(
		private readonly pause: number,
		private readonly turns = new Limiter(() => Infinity),
	) {}

	/** Settles as `work` does, or as the work of the caller who came last before it began. */
	async run(work: () => Promise<Result>): Promise<Result> {
		this.newest = work;
		return await (this.next ??= this.turns.run(async () => {
			await delay(this.lastBegan + this.pause - monotonicNow());
			const { newest = work } = this;
			this.next = undefined;
			this.newest = undefined;
			this.lastBegan = monotonicNow();
			return await newest();
		}));
	}
}

/**
 * A map that forgets: entries whose time is over by the monotonic clock, and beyond `most` entries
 * those used least recently.
 */
export class ExpiringMap<Value> {
	private readonly entries = new Map<string, { value: Value; end: number }>();

	constructor(private readonly most: number) {}

	/** The value, undefined when there is none or its time is over; counts as a use. */
	get(key: string): Value | undefined {
		const entry = this.entries.get(key);
		if (entry === undefined) return undefined;
		this.entries.delete(key);
		if (entry.end <= monotonicNow()) return undefined;
		this.entries.set(key, entry);
		return entry.value;
	}

	set(key: string, value: Value, lifetime = Infinity): void {
		this.entries.delete(key);
		this.entries.set(key, { value, end: monotonicNow() + lifetime });
		for (const [oldest, { end }] of this.entries) {
			if (end > monotonicNow() && this.entries.size <= this.most) break;
			this.entries.delete(oldest);
		}
	}

	/** Forgets the entry, if it still holds `value`. */
	delete(key: string, value: Value): void {
		if (this.entries.get(key)?.value === value) this.entries.delete(key);
	}

	clear(): void {
		this.entries.clear();
	}
}

/** How long work on rows may hold n8n's thread, in ms. */
const longestTurn = 25;

/**
 * Works on many things in order; n8n has its turn now and then, since it answers webhooks in the same thread. For all
 * passes over rows or records but plain comparisons, of which 200,000 take some 10 ms.
 */
export async function eachWithPauses<Item>(
	items: Iterable<Item>,
	work: (item: Item) => void | Promise<void>,
): Promise<void> {
	let begin = monotonicNow();
	let isLong = false;
	for (const item of items) {
		const done = work(item);
		if (done !== undefined) await done;
		if (monotonicNow() - begin < longestTurn) continue;
		isLong = true;
		await sleep(0);
		begin = monotonicNow();
	}
	// the caller goes on with as many things
	if (isLong) await sleep(0);
}

/** The things that `isWanted` takes, in order, with the pauses of `eachWithPauses`. */
export async function filterWithPauses<Item>(
	items: Iterable<Item>,
	isWanted: (item: Item) => boolean,
): Promise<Item[]> {
	const wanted: Item[] = [];
	await eachWithPauses(items, (item) => {
		if (isWanted(item)) wanted.push(item);
	});
	return wanted;
}

/** The results of `work` for things, in order, with the pauses of `eachWithPauses`. */
export async function mapWithPauses<Item, Made>(
	items: Iterable<Item>,
	work: (item: Item) => Made,
): Promise<Made[]> {
	const made: Made[] = [];
	await eachWithPauses(items, (item) => {
		made.push(work(item));
	});
	return made;
}
