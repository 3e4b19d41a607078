/**
 * Ms since some moment, for durations: it goes on evenly whatever the machine's time is set to, so
 * two readings can be compared only within this process.
 */
export const monotonicNow = (): number => performance.now();

/** Longest time that timers can wait, in ms; a longer one would end at once. */
const longestTimer = 2 ** 31 - 1;

/** `ms` as a timer takes it: whole, not negative, not too long. */
export const timerDelay = (ms: number): number =>
	Math.ceil(Math.min(Math.max(0, ms), longestTimer));

/** A signal that aborts in `ms`, with a TimeoutError. */
export const deadlineIn = (ms: number): AbortSignal => AbortSignal.timeout(timerDelay(ms));

/** A duration as a user reads it, e.g. `5 minutes` or `1 second`. */
export function inWords(ms: number): string {
	const [count, unit] =
		ms >= 60_000 ? [Math.round(ms / 6_000) / 10, 'minute'] : [Math.ceil(ms / 1_000), 'second'];
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
