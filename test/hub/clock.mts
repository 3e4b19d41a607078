/** Brazil has had one offset and no daylight saving time since 2019. */
const offsetMs = -3 * 3_600_000;

export interface Clock {
	/** epoch ms, hub time */
	now(): number;
	advance(ms: number): void;
}

/**
 * Hub time. A real clock goes on `timeScale` times as fast as real time, whatever the machine's clock is set
 * to. A manual clock stands still. `advance` moves both forward.
 */
export function createClock(mode: 'real' | 'manual', timeScale: number, start = Date.now()): Clock {
	const began = performance.now();
	let advanced = 0;
	return {
		now: () => {
			const passed = mode === 'real' ? (performance.now() - began) * timeScale : 0;
			return Math.round(start + passed + advanced);
		},
		advance: (ms) => {
			advanced += ms;
		},
	};
}

/** Epoch ms to the hub's `YYYY-MM-DD HH:MM:SS`, Brasília time. */
export function toDateTime(ms: number): string {
	return new Date(ms + offsetMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** The hub's `YYYY-MM-DD HH:MM:SS` (Brasília time) to epoch ms; NaN when there is no such date. */
export function fromDateTime(text: string): number {
	const ms = Date.parse(`${text.replace(' ', 'T')}Z`) - offsetMs;
	return Number.isFinite(ms) && toDateTime(ms) === text ? ms : NaN;
}
