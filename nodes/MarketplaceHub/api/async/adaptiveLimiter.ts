import { ConcurrencyLimiter } from './concurrency';
import { monotonicNow } from './wait';

/** How many tasks go on at once, and what that was learned from. */
export interface Pace {
	atOnce: number;
	/** ms that a task takes when nothing is in its way; undefined before the first. */
	usual?: number;
	/** Answers in a row that were not slow; negative while those begun before a slow one still come. */
	calm: number;
}

/** A pace that several limiters go at, and learn for each other. */
export interface SharedPace {
	pace: Pace;
}

export const firstPace: Pace = { atOnce: 4, calm: 0 };

const most = 12;
/** So many times the usual time is slow, or slower than before. */
const [slow, slower] = [3, 1.5];
/** What chance adds to short times, in ms. */
const chance = 20;
/** By how much a task's usual time may grow from one to the next: hubs and networks change. */
const drift = 1.01;

const takes = (factor: number, { usual = Infinity }: Pace, ms: number) =>
	ms > usual * factor + chance;

/** Whether a task that has taken `ms` until now is slow. */
export const isSlow = (pace: Pace, ms: number): boolean => takes(slow, pace, ms);

/**
 * One more at once after as many answers as go on at once, while none takes longer than before.
 * @param ms what the answer took
 * @param oldest what the oldest of those still under way has taken until now, if longer
 */
export function afterAnswer(pace: Pace, ms: number, oldest = ms): Pace {
	const usual = Math.min(ms, (pace.usual ?? Infinity) * drift);
	const calm = pace.calm + 1;
	if (calm < pace.atOnce) return { ...pace, usual, calm };
	return takes(slower, pace, Math.max(ms, oldest))
		? { ...pace, usual }
		: { atOnce: Math.min(most, pace.atOnce + 1), usual, calm: 0 };
}

/** Half as many at once; those under way by then say nothing more about it. */
export function afterSlow(pace: Pace): Pace {
	if (pace.calm < 0) return pace;
	return { ...pace, atOnce: Math.max(1, Math.floor(pace.atOnce / 2)), calm: 1 - pace.atOnce };
}

/**
 * Lets as many tasks run at once as the other side answers without slowing down: additive increase,
 * multiplicative decrease. A task that waits for a repeat, as after 429, 500 or 503, is a slow one
 * while it still waits. Others wait in order of arrival; what other limiters do holds up nobody.
 */
export class AdaptiveLimiter {
	/** Tasks under way, by when they began; without those that have counted as slow. */
	private readonly watched = new Map<symbol, number>();
	private readonly limiter = new ConcurrencyLimiter(() => this.shared.pace.atOnce);

	constructor(private readonly shared: SharedPace) {}

	/** Runs `task` when its turn comes; settles as it does. */
	async run<Result>(task: () => Promise<Result>): Promise<Result> {
		return await this.limiter.run(async () => {
			const key = Symbol('task');
			this.watched.set(key, monotonicNow());
			try {
				const result = await task();
				this.answered(key);
				return result;
			} finally {
				this.watched.delete(key);
			}
		});
	}

	private answered(key: symbol): void {
		const { pace } = this.shared;
		const now = monotonicNow();
		const began = this.watched.get(key);
		const late = [...this.watched].filter(([, since]) => isSlow(pace, now - since));
		late.forEach(([task]) => this.watched.delete(task));
		if (late.length > 0) this.shared.pace = afterSlow(pace);
		else if (began !== undefined)
			this.shared.pace = afterAnswer(pace, now - began, now - Math.min(...this.watched.values()));
	}
}
