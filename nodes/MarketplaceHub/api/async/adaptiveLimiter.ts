import { ConcurrencyLimiter } from './concurrency';
import { monotonicNow } from './wait';

/** How many tasks go on at once, and what that was learned from. */
export interface Pace {
	atOnce: number;
	/** ms that a task takes when nothing is in its way; undefined before the first. */
	usual?: number;
	/** Answers in a row that were not slow; negative while those begun before a slow one still come. */
	calm: number;
	/** Until the first answer that takes longer than before: it grows twofold, not by one. */
	isFirstGrowth?: boolean;
}

/** A pace that several limiters go at, and learn for each other. */
export interface SharedPace {
	pace: Pace;
}

/** What a task tells of itself. */
export interface Turn {
	/** It has not begun before, or begins again: from now on its time counts. */
	begins(): void;
	/** It counts as a slow one, at once. */
	isSetBack(): void;
}

export const firstPace: Pace = { atOnce: 4, calm: 0, isFirstGrowth: true };

/** Tasks that go on at once at most. */
export const mostAtOnce = 12;
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
 * One more at once after as many answers as go on at once, while none takes longer than before; at
 * first twice as many. What takes long although it goes on alone is not slow because of the others.
 * @param ms what the answer took
 * @param oldest what the oldest of those still under way has taken until now, if longer
 */
export function afterAnswer(pace: Pace, ms: number, oldest = ms): Pace {
	const { atOnce, isFirstGrowth } = pace;
	const isAlone = atOnce === 1;
	const usual = isAlone ? ms : Math.min(ms, (pace.usual ?? Infinity) * drift);
	const calm = pace.calm + 1;
	if (calm < atOnce) return { ...pace, usual, calm };
	if (takes(slower, isAlone ? { ...pace, usual } : pace, Math.max(ms, oldest)))
		return { atOnce, usual, calm: pace.calm };
	const more = isFirstGrowth === true ? atOnce * 2 : atOnce + 1;
	return { ...pace, atOnce: Math.min(mostAtOnce, more), usual, calm: 0 };
}

/** Half as many at once; those under way by then say nothing more about it. */
export function afterSlow(pace: Pace): Pace {
	if (pace.calm < 0) return pace;
	const { atOnce, usual } = pace;
	return { atOnce: Math.max(1, Math.floor(atOnce / 2)), usual, calm: 1 - atOnce };
}

/**
 * Lets as many tasks run at once as the other side answers without slowing down: additive increase,
 * multiplicative decrease. A task that takes long is a slow one while it still does. Others wait in
 * order of arrival; what other limiters do holds up nobody.
 */
export class AdaptiveLimiter {
	/** Tasks under way, by when they began; without those that have counted as slow. */
	private readonly watched = new Map<symbol, number>();
	private readonly limiter = new ConcurrencyLimiter(() => this.shared.pace.atOnce);

	constructor(private readonly shared: SharedPace) {}

	/** Runs `task` when its turn comes; settles as it does. */
	async run<Result>(task: (turn: Turn) => Promise<Result>): Promise<Result> {
		return await this.limiter.run(async () => {
			const key = Symbol('task');
			try {
				const result = await task({
					begins: () => this.watched.set(key, monotonicNow()),
					isSetBack: () => this.slowDown([key]),
				});
				this.answered(key);
				return result;
			} finally {
				this.watched.delete(key);
			}
		});
	}

	/** Counts each of those under way as slow once. */
	private slowDown(tasks: symbol[]): void {
		if (tasks.filter((task) => this.watched.delete(task)).length === 0) return;
		this.shared.pace = afterSlow(this.shared.pace);
	}

	private answered(key: symbol): void {
		const { pace } = this.shared;
		const now = monotonicNow();
		const began = this.watched.get(key);
		const late = [...this.watched].filter(([, since]) => isSlow(pace, now - since));
		const isAlone = pace.atOnce === 1 && this.watched.size === 1;
		if (pace.calm < 0) this.shared.pace = { ...pace, calm: pace.calm + 1 };
		else if (late.length > 0 && !isAlone) this.slowDown(late.map(([task]) => task));
		else if (began !== undefined) {
			const next = afterAnswer(pace, now - began, now - Math.min(...this.watched.values()));
			// fewer than may go on at once do not show what more would do
			const isFull = this.watched.size >= pace.atOnce;
			this.shared.pace = isFull ? next : { ...pace, usual: next.usual };
		}
	}
}
