/** Lets a bounded number of tasks run at once; the others wait in order of arrival. */
export class ConcurrencyLimiter {
	private running = 0;
	private readonly line: Array<() => void> = [];

	/** @param most tasks under way at once */
	constructor(private readonly most: number) {}

	/** How many tasks wait for their turn. */
	get waiting(): number {
		return this.line.length;
	}

	/** Runs `task` when its turn comes; settles as it does. */
	async run<Result>(task: () => Promise<Result>): Promise<Result> {
		if (this.running < this.most) this.running++;
		else await new Promise<void>((resolve) => this.line.push(resolve));
		try {
			return await task();
		} finally {
			const next = this.line.shift();
			if (next === undefined) this.running--;
			else next();
		}
	}
}
