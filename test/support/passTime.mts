import { onTestFinished, vi } from 'vitest';

const real = { date: Date.now.bind(Date), monotonic: performance.now.bind(performance) };
let passed = 0;

/** Puts the machine's time and the monotonic clock forward, until the test has ended. */
export function passTime(ms: number): void {
	if (passed === 0) {
		const spies = [
			vi.spyOn(Date, 'now').mockImplementation(() => real.date() + passed),
			vi.spyOn(performance, 'now').mockImplementation(() => real.monotonic() + passed),
		];
		onTestFinished(() => {
			spies.forEach((spy) => spy.mockRestore());
			passed = 0;
		});
	}
	passed += ms;
}
