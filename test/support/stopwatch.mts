const period = 5;

/**
 * Measures how long something waits, not how busy the machine is: a gap in which this process did
 * not get its turn counts as two periods of 5 ms at most, a wait counts in full.
 * @returns a function that ends it and says how many ms have passed
 */
export function stopwatch(): () => number {
	let counted = 0;
	let last = performance.now();
	const count = () => {
		const now = performance.now();
		counted += Math.min(now - last, 2 * period);
		last = now;
	};
	const timer = setInterval(count, period).unref();
	return () => {
		count();
		clearInterval(timer);
		return counted;
	};
}
